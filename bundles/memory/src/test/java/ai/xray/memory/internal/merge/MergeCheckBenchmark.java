package ai.xray.memory.internal.merge;

import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * What a merge check costs in one circle of 1,000, 10,000 and 100,000 cells, beside a comparison with each. Run it as a main
 * program; it prints a table. Texts have 10 to 60 words drawn by Zipf's law, every twentieth restates another.
 */
final class MergeCheckBenchmark {
    private static final int WORDS = 30_000;
    private static final int CHECKS = 400;
    private static final int SCANS = 20;

    private final Random random = new Random(20261130);
    private final double[] cumulated = new double[WORDS];
    private final PrintStream out;
    private long found; // printed, so that nothing is optimised away

    private MergeCheckBenchmark(PrintStream out) {
        this.out = out;
        double sum = 0;
        for (int i = 0; i < WORDS; i++) {
            sum += 1.0 / (i + 1);
            cumulated[i] = sum;
        }
    }

    /** Takes no arguments. */
    public static void main(String[] arguments) {
        MergeCheckBenchmark benchmark = new MergeCheckBenchmark(System.out);
        benchmark.out.printf(
                "%8s %14s %12s %12s %12s %12s %10s%n",
                "cells", "put µs/cell", "check p50 µs", "check p99 µs", "scan p50 µs", "heap B/cell", "ratio");
        benchmark.measure(1_000); // for the compiler
        for (int size : List.of(1_000, 10_000, 100_000)) {
            benchmark.measure(size);
        }
        benchmark.out.println(benchmark.found + " restatements found in all");
    }

    private void measure(int size) {
        List<MemoryCell> cells = IntStream.range(0, size).mapToObj(this::cell).toList();
        Restatements restatements = new Restatements();
        long heapBefore = heap();
        long start = System.nanoTime();
        cells.forEach(restatements::put);
        double put = (System.nanoTime() - start) / 1e3 / size;
        long heap = heap() - heapBefore;
        Circle circle = Circle.of(cells.getFirst());
        List<Fingerprint> prints = cells.stream().map(Fingerprint::of).toList();
        List<Fingerprint> asked = IntStream.range(0, CHECKS)
                .mapToObj(i -> Fingerprint.of(i % 20 == 0 ? restated(cells.get(random.nextInt(size))) : text()))
                .toList();
        for (int i = 0; i < 5; i++) {
            micros(asked, print -> restatements.of(circle, print).size());
        }
        double[] checks = micros(asked, print -> restatements.of(circle, print).size());
        double[] scans = micros(
                asked.subList(0, SCANS),
                print -> prints.stream().filter(print::restates).count());
        out.printf(
                "%8d %14.1f %12.1f %12.1f %12.1f %12d %10.1f%n",
                size,
                put,
                checks[CHECKS / 2],
                checks[CHECKS * 99 / 100],
                scans[SCANS / 2],
                heap / size,
                scans[SCANS / 2] / checks[CHECKS / 2]);
    }

    private double[] micros(List<Fingerprint> asked, ToLongFunction<Fingerprint> check) {
        double[] micros = new double[asked.size()];
        for (int i = 0; i < micros.length; i++) {
            long start = System.nanoTime();
            found += check.applyAsLong(asked.get(i));
            micros[i] = (System.nanoTime() - start) / 1e3;
        }
        Arrays.sort(micros);
        return micros;
    }

    private static long heap() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private MemoryCell cell(int number) {
        return MemoryCell.cell("cell-" + number, Kind.STABLE_FACT, Instant.EPOCH)
                .title(words(5))
                .content(text())
                .build();
    }

    private String text() {
        return words(10 + random.nextInt(50));
    }

    private String restated(MemoryCell cell) {
        return cell.content() + " " + words(4);
    }

    private String words(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            int place = Arrays.binarySearch(cumulated, random.nextDouble() * cumulated[WORDS - 1]);
            int rank = Math.min(WORDS - 1, place < 0 ? -place - 1 : place);
            text.append("w")
                    .append(Integer.toString(rank + 36 * 36, 36).replaceAll("[0-9]", "q"))
                    .append(' ');
        }
        return text.toString();
    }
}
