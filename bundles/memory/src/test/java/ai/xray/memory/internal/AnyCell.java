package ai.xray.memory.internal;

import ai.xray.memory.Confidence;
import ai.xray.memory.Kind;
import ai.xray.memory.MemoryCell;
import ai.xray.memory.Origin;
import ai.xray.memory.Scope;
import ai.xray.memory.Status;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Cells of which every field is any that a store may hold. */
final class AnyCell {
    private static final Instant MIDDLE = Instant.parse("2026-11-30T12:00:00Z");
    private static final String LETTERS = "aZ09 -_/ßéЖ中の👩‍🚀\u0301\"\\<>&{}[]:,;'`\u2028";
    private static final String MORE_LETTERS = LETTERS + "\t\n\r\u0001\u007f\u0085";

    private final Random random;

    AnyCell(long seed) {
        random = new Random(seed);
    }

    List<MemoryCell> list(int most) {
        List<MemoryCell> cells = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            cells.add(with(random.nextInt(1000) + line(20) + i));
        }
        return cells;
    }

    MemoryCell with(String id) {
        MemoryCell.Builder cell = MemoryCell.cell(id, one(Kind.values()), instant())
                .title(line(80))
                .content(text(300))
                .confidence(one(Confidence.values()))
                .status(one(Status.values()))
                .origin(one(Origin.values()))
                .tags(some(3, () -> line(30)))
                .links(some(4, () -> line(40)))
                .evidenceRefs(some(4, () -> "map::repo//path::" + line(40)))
                .supersedes(some(2, () -> line(40)))
                .updatedAt(instant())
                .data(object(0))
                .unknown(random.nextInt(4) > 0 ? Map.of() : Collections.singletonMap("field of " + line(5), value(1)));
        if (random.nextBoolean()) {
            cell.subject(line(10)).scope(one(Scope.values()));
        }
        if (random.nextBoolean()) {
            cell.source("https://example.com/" + line(60));
        }
        if (random.nextBoolean()) {
            cell.staleAfter(instant());
        }
        return cell.build();
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            object.put(text(8), value(depth));
        }
        return object;
    }

    private Object value(int depth) {
        return switch (random.nextInt(depth < 3 ? 9 : 7)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> random.nextLong();
            case 3 -> BigInteger.ONE.shiftLeft(64 + random.nextInt(100)).negate();
            case 4 -> new BigDecimal(BigInteger.valueOf(random.nextInt()), 1 + random.nextInt(40));
            case 5 -> new BigDecimal(BigInteger.valueOf(random.nextInt()), -1 - random.nextInt(40));
            case 6 -> text(20);
            case 7 -> object(depth + 1);
            default -> some(3, () -> value(depth + 1));
        };
    }

    /** Nanoseconds, microseconds or seconds, long ago or far ahead. */
    private Instant instant() {
        long nanos = random.nextInt(1_000_000_000);
        return MIDDLE.plusSeconds(random.nextInt())
                .plusNanos(
                        switch (random.nextInt(3)) {
                            case 0 -> nanos;
                            case 1 -> nanos / 1000 * 1000;
                            default -> 0;
                        });
    }

    private String line(int most) {
        return "x" + characters(LETTERS, most - 1);
    }

    private String text(int most) {
        return characters(MORE_LETTERS, most);
    }

    private String characters(String letters, int most) {
        int[] points = letters.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    private <T> List<T> some(int most, Supplier<T> item) {
        List<T> items = new ArrayList<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            items.add(item.get());
        }
        return items;
    }

    private <T> T one(T[] constants) {
        return constants[random.nextInt(constants.length)];
    }
}
