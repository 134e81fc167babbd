package ai.xray.runtime.cli;

import ai.xray.runtime.server.Server;
import ai.xray.runtime.settings.Configuration;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.osgi.framework.BundleException;

/** {@code xray serve}: runs the server until it is told to stop. */
final class ServeCommand implements Command {
    private final Console console;

    ServeCommand(Console console) {
        this.console = console;
    }

    @Override
    public int run(String[] args) throws IOException, BundleException, InterruptedException {
        Installed installed = Installed.forArguments(args);
        Flags flags = new Flags(
                "serve",
                "Runs the server. Every flag is also a line 'name: value' in xray.yaml and an environment"
                        + " variable XRAY_NAME; flags win over the environment, and that over the file.");
        Optional<Given> given = flags.settings(installed.settings()).read(args, console.out());
        return given.isEmpty() ? Cli.OK : serve(installed, given.get());
    }

    private int serve(Installed installed, Given given) throws IOException, BundleException, InterruptedException {
        Configuration configuration = installed.configuration(given.settings(installed.settings()));
        Server server = Server.start(configuration, installed.installation());
        AtomicBoolean stopping = new AtomicBoolean();
        // A signal is the usual way to stop a server and no failure, so the process says 0 instead of 128 + signal.
        Thread onSignal = new Thread(
                () -> {
                    if (stopping.compareAndSet(false, true)) {
                        close(server);
                        Runtime.getRuntime().halt(0);
                    }
                },
                "shutdown");
        Runtime.getRuntime().addShutdownHook(onSignal);
        try {
            URI base = server.awaitReady();
            console.out()
                    .printf(
                            "X-Ray %s is ready at %s%n",
                            Version.current(), base.toString().replaceAll("/$", ""));
            console.out().flush();
            server.awaitStop();
        } finally {
            if (stopping.compareAndSet(false, true)) {
                close(server);
            } else {
                // the shutdown hook is at work and ends the process
                Thread.currentThread().join();
            }
        }
        return Cli.OK;
    }

    private static void close(Server server) {
        try {
            server.close();
        } catch (IOException e) {
            System.getLogger(ServeCommand.class.getName()).log(System.Logger.Level.WARNING, "did not stop cleanly", e);
        }
    }
}
