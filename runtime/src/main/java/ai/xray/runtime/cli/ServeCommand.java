package ai.xray.runtime.cli;

import ai.xray.runtime.server.Installation;
import ai.xray.runtime.server.Server;
import ai.xray.runtime.settings.Configuration;
import ai.xray.runtime.settings.Settings;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.osgi.framework.BundleException;

/** {@code xray serve}: runs the server until it is told to stop. */
final class ServeCommand {
    private final Installation installation;
    private final Settings settings;

    ServeCommand(Installation installation, Settings settings) {
        this.installation = installation;
        this.settings = settings;
    }

    int run(Map<String, String> flags, PrintStream out) throws IOException, BundleException, InterruptedException {
        Configuration configuration = Configuration.resolve(settings, System.getenv(), flags);
        Server server = Server.start(configuration, installation);
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
            out.printf(
                    "X-Ray %s is ready at %s%n",
                    Version.current(), base.toString().replaceAll("/$", ""));
            out.flush();
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
