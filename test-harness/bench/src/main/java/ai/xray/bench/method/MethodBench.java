package ai.xray.bench.method;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the benchmarks of this package and prints, for each, how many times as fast as Lucene it is in the same run. Optional
 * argument: {@code smoke}, a run of a few seconds in this process that only shows that it works.
 */
public final class MethodBench {
    private static final String PEER = "lucene";

    private MethodBench() {}

    public static void main(String[] arguments) throws RunnerException {
        boolean smoke = Arrays.asList(arguments).contains("smoke");
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(MethodBench.class.getPackageName() + "\\..*")
                .mode(Mode.Throughput)
                .jvmArgsAppend("--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED", "-Xmx4g");
        if (smoke) {
            options.param("count", "300")
                    .forks(0)
                    .warmupIterations(0)
                    .measurementIterations(1)
                    .measurementTime(TimeValue.milliseconds(100));
        } else {
            options.forks(1)
                    .warmupIterations(3)
                    .warmupTime(TimeValue.seconds(2))
                    .measurementIterations(5)
                    .measurementTime(TimeValue.seconds(2));
        }
        print(new Runner(options.build()).run());
    }

    private static void print(Collection<RunResult> results) {
        Map<String, Map<String, Double>> rates = results.stream()
                .collect(Collectors.groupingBy(
                        MethodBench::group,
                        TreeMap::new,
                        Collectors.toMap(
                                result -> result.getPrimaryResult().getLabel(),
                                result -> result.getPrimaryResult().getScore(),
                                (one, _) -> one,
                                TreeMap::new)));
        System.out.printf("%n%-28s %-10s %12s %14s%n", "", "", "a second", "times Lucene's");
        rates.forEach((group, methods) -> methods.forEach((method, rate) ->
                System.out.printf("%-28s %-10s %,12.0f %14.2f%n", group, method, rate, rate / methods.get(PEER))));
    }

    private static String group(RunResult result) {
        String benchmark = result.getParams().getBenchmark();
        String owner = benchmark.substring(0, benchmark.lastIndexOf('.'));
        return "%s, %,d"
                .formatted(
                        owner.substring(owner.lastIndexOf('.') + 1),
                        Integer.parseInt(result.getParams().getParam("count")));
    }
}
