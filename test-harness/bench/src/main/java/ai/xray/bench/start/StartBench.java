package ai.xray.bench.start;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * From the process's start to the first 200 of {@code /readyz}, and the resident memory two seconds later: the bare server,
 * ours on plain Felix with and without the ahead-of-time cache, and ours on Atomos with and without one. Rounds are
 * interleaved, so that what else the machine does meets all alike. Arguments: the distribution, rounds (default 7), and
 * optionally data directories: then what {@code bin/xray} runs is started on an empty one and on each of them, beside the bare
 * server alone.
 */
public final class StartBench {
    private static final long IDLE_MILLIS = 2_000;
    private static final long DEADLINE_SECONDS = 40;

    private final Path home;
    private final String java;
    private final Path work;
    private final Map<String, List<String>> variants = new LinkedHashMap<>();

    private StartBench(Path home) throws IOException {
        this.home = home;
        this.java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        this.work = Files.createTempDirectory("start-bench");
    }

    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[0]).toAbsolutePath().normalize();
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
        List<Path> filled = Arrays.stream(arguments)
                .skip(2)
                .map(Path::of)
                .map(Path::toAbsolutePath)
                .toList();
        new StartBench(home).run(rounds, filled);
    }

    private record Sample(double millis, double mebibytes) {}

    private void run(int rounds, List<Path> filled) throws IOException, InterruptedException {
        List<String> options = Files.readAllLines(home.resolve("lib/jvm.options"));
        Path empty = work.resolve("data");
        String cache = "-XX:AOTCache=" + home.resolve("lib/xray.aot");
        variants.put("bare Felix + SCR + Jetty", bare());
        if (filled.isEmpty()) {
            variants.put("X-Ray, plain Felix", ours(options, empty));
            variants.put("X-Ray, plain Felix, AOT", with(cache, ours(options, empty)));
            List<String> atomos = atomos(options, empty);
            variants.put("X-Ray, Atomos", atomos);
            Path atomosCache = work.resolve("atomos.aot");
            start(with("-XX:AOTCacheOutput=" + atomosCache, atomos));
            variants.put("X-Ray, Atomos, AOT", with("-XX:AOTCache=" + atomosCache, atomos));
        } else {
            variants.put("X-Ray, AOT, empty", with(cache, ours(options, empty)));
            filled.forEach(data -> variants.put("X-Ray, AOT, " + data.getFileName(), with(cache, ours(options, data))));
        }

        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        for (int round = 0; round <= rounds; round++) {
            for (Map.Entry<String, List<String>> variant : variants.entrySet()) {
                Sample sample = start(variant.getValue());
                if (round > 0) { // the first round fills the page cache
                    samples.computeIfAbsent(variant.getKey(), name -> new ArrayList<>())
                            .add(sample);
                }
            }
        }
        print(samples);
    }

    private List<String> bare() throws IOException {
        List<String> command = new ArrayList<>(List.of(java, "-cp", System.getProperty("java.class.path")));
        command.add(BareServer.class.getName());
        for (String name : List.of(
                "org.osgi.util.function",
                "org.osgi.util.promise",
                "org.osgi.service.component-",
                "org.apache.felix.configadmin",
                "commons-io",
                "commons-fileupload",
                "org.apache.felix.http.servlet-api",
                "org.apache.felix.http.wrappers",
                "org.apache.felix.http.jetty12",
                "org.apache.felix.scr")) {
            command.add(jar(home.resolve("bundles"), name));
        }
        command.add(ownJar());
        return command;
    }

    private static String ownJar() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(path -> path.contains("ai.xray.bench"))
                .findFirst()
                .orElseThrow();
    }

    private List<String> ours(List<String> options, Path data) {
        // As in bin/xray: the cache fits with this module only.
        List<String> command = new ArrayList<>(List.of(java, "--add-modules=jdk.incubator.vector"));
        command.addAll(options);
        command.addAll(
                List.of("-Dxray.home=" + home, "-cp", home.resolve("lib") + "/*", "ai.xray.runtime.Main", "serve"));
        command.addAll(List.of("--dev", "--listen", "127.0.0.1:0", "--data-dir", data.toString()));
        return command;
    }

    private List<String> atomos(List<String> options, Path data) throws IOException {
        List<String> path = new ArrayList<>(List.of(ownJar()));
        for (String folder : List.of("lib", "bundles")) {
            try (Stream<Path> jars = Files.list(home.resolve(folder))) {
                jars.map(Path::toString)
                        .filter(name -> name.endsWith(".jar"))
                        .filter(name ->
                                !name.contains("ai.xray.admin")) // needs the feature manager, which is not run here
                        // one copy of each class: what the framework shares comes from the launcher's folder
                        .filter(name -> folder.equals("lib")
                                || (!name.contains("org.osgi.util.function") && !name.contains("ai.xray.api")))
                        .sorted()
                        .forEach(path::add);
            }
        }
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(name -> name.contains("felix.atomos"))
                .forEach(path::add);
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(options);
        command.addAll(
                List.of("-cp", String.join(File.pathSeparator, path), AtomosServer.class.getName(), data.toString()));
        return command;
    }

    private static List<String> with(String option, List<String> command) {
        List<String> changed = new ArrayList<>(command);
        changed.add(1, option);
        return changed;
    }

    private static String jar(Path folder, String prefix) throws IOException {
        try (Stream<Path> jars = Files.list(folder)) {
            return jars.filter(path -> path.getFileName().toString().startsWith(prefix))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no " + prefix + " in " + folder))
                    .toString();
        }
    }

    private Sample start(List<String> command) throws IOException, InterruptedException {
        Path errors = work.resolve("errors");
        long begin = System.nanoTime();
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        Thread.ofVirtual().start(() -> endAfterDeadline(process));
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.contains("ready at")) {
                    double millis = (System.nanoTime() - begin) / 1e6;
                    Thread.sleep(IDLE_MILLIS);
                    return new Sample(millis, resident(process.pid()));
                }
            }
            throw new IOException("did not start: " + command + "\n" + Files.readString(errors));
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    /** A server that never gets ready ends the benchmark with what it said, instead of holding it up for ever. */
    private static void endAfterDeadline(Process process) {
        try {
            if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double resident(long pid) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                .filter(line -> line.startsWith("VmRSS"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElseThrow();
    }

    private static void print(Map<String, List<Sample>> samples) {
        double baseline = median(samples.values().iterator().next(), true);
        System.out.printf("%-28s %10s %10s %8s %10s%n", "", "median ms", "fastest ms", "ratio", "RSS MiB");
        samples.forEach((name, all) -> System.out.printf(
                "%-28s %10.0f %10.0f %8.2f %10.0f%n",
                name,
                median(all, true),
                all.stream().mapToDouble(Sample::millis).min().orElseThrow(),
                median(all, true) / baseline,
                median(all, false)));
    }

    private static double median(List<Sample> samples, boolean time) {
        double[] values = samples.stream()
                .mapToDouble(sample -> time ? sample.millis() : sample.mebibytes())
                .sorted()
                .toArray();
        return values[values.length / 2];
    }
}
