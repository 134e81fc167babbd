package ai.xray.runtime.cli;

import ai.xray.json.Json;
import ai.xray.runtime.client.RefusedException;
import ai.xray.runtime.client.ServerAccess;
import ai.xray.runtime.server.DataDirectory;
import ai.xray.runtime.server.InUseException;
import ai.xray.runtime.server.IoFailure;
import ai.xray.runtime.server.Listen;
import ai.xray.runtime.server.ResolverGate;
import ai.xray.runtime.server.UnavailableException;
import ai.xray.runtime.settings.Configuration;
import ai.xray.runtime.settings.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleException;

/** Looks at one part after the other, each only where what it stands on is sound. */
final class Doctor {
    private static final long LEAST_FREE_BYTES = 64L * 1024 * 1024;

    private final Installed installed;
    private final Map<String, String> given;
    private final List<Check> checks = new ArrayList<>();

    /** @param given the settings of the command line */
    Doctor(Installed installed, Map<String, String> given) {
        this.installed = installed;
        this.given = given;
    }

    List<Check> checks() throws IOException, BundleException, InterruptedException {
        checks.add(Check.java());
        checks.add(distribution());
        Optional<Configuration> configuration = settings();
        if (configuration.isPresent()) {
            Path data = configuration.get().dataDirectory();
            boolean usable = dataDirectory(data);
            Optional<InUseException> holder = usable ? lock(data) : Optional.empty();
            checks.add(port(configuration.get(), holder));
            if (usable && isSound("lock")) {
                server();
            }
        }
        return List.copyOf(checks);
    }

    private Check distribution() throws IOException, BundleException, InterruptedException {
        List<String> problems = new ResolverGate(installed.installation()).problems();
        return problems.isEmpty()
                ? Check.passed(
                        "distribution",
                        "%d features fit together"
                                .formatted(installed.installation().names().size()))
                : Check.failed("distribution", "%s Install X-Ray again.".formatted(problems.getFirst()));
    }

    private Optional<Configuration> settings() throws IOException {
        try {
            Configuration configuration = installed.configuration(given);
            checks.add(Check.passed("settings", "every one is known and allowed"));
            return Optional.of(configuration);
        } catch (UsageException e) {
            checks.add(Check.failed("settings", e.getMessage()));
            return Optional.empty();
        }
    }

    /** Whether there is a directory in which the server can be looked at. */
    private boolean dataDirectory(Path data) throws IOException {
        if (!Files.exists(data)) {
            checks.add(Check.passed("data-dir", "%s does not exist yet; the first start makes it".formatted(data)));
            return false;
        }
        if (!Files.isDirectory(data) || !Files.isWritable(data)) {
            checks.add(Check.failed(
                    "data-dir",
                    "%s is not a directory that may be written; mend its permissions, or choose another with --data-dir."
                            .formatted(data)));
            return false;
        }
        long free = Files.getFileStore(data).getUsableSpace();
        boolean room = free >= LEAST_FREE_BYTES;
        String amount = "%s has %,d MiB free".formatted(data, free / (1024 * 1024));
        checks.add(new Check("data-dir", room, room ? amount : amount + "; make room on that disk."));
        return true;
    }

    /** Who holds the data directory. */
    private Optional<InUseException> lock(Path data) {
        try {
            DataDirectory.open(data).close();
            checks.add(Check.passed("lock", "no server runs on the data directory"));
            return Optional.empty();
        } catch (InUseException e) {
            checks.add(Check.passed("lock", e.holder().isEmpty() ? "a server is starting" : e.holder()));
            return Optional.of(e);
        } catch (UnavailableException e) {
            checks.add(Check.failed("lock", e.getMessage()));
        } catch (IOException e) {
            checks.add(Check.failed("lock", IoFailure.sentence(e)));
        }
        return Optional.empty();
    }

    private static Check port(Configuration configuration, Optional<InUseException> holder) {
        String listen = configuration.text("listen");
        try {
            Listen address = Listen.parse(listen);
            if (holder.isPresent()) {
                return Check.passed("listen", "the running server has its address");
            }
            address.requireFree();
            return Check.passed("listen", listen + " is free");
        } catch (UsageException | UnavailableException e) {
            return Check.failed("listen", e.getMessage());
        }
    }

    /** Asks the server that runs, or one of this process, about what it keeps. */
    private void server() throws IOException, BundleException, InterruptedException {
        Map<String, String> quiet = new LinkedHashMap<>(given);
        ServerAccess.quietly(quiet, installed.settings().names());
        try (ServerAccess access = ServerAccess.to(installed.configuration(quiet), installed.installation())) {
            Map<String, Object> reply = access.client().get("/v1/admin/checks");
            if (reply.get("checks") instanceof List<?> found) {
                found.forEach(check -> checks.add(check(Json.asObject(check))));
            }
        } catch (UsageException | UnavailableException | RefusedException e) {
            checks.add(Check.failed("server", e.getMessage()));
        }
    }

    private static Check check(Map<String, Object> fields) {
        return new Check(
                String.valueOf(fields.get("part")),
                Boolean.TRUE.equals(fields.get("ok")),
                String.valueOf(fields.get("detail")));
    }

    private boolean isSound(String part) {
        return checks.stream().filter(check -> check.part().equals(part)).allMatch(Check::ok);
    }
}
