package ai.xray.auth.internal;

import ai.xray.memory.Refusal;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Slows down guessing: a token bucket of failures for each address. An address that has used its failures up is refused
 * whatever it shows, since an answer that differed for the right credential would be all that a guesser needs.
 *
 * <p>The least recently failing addresses are forgotten beyond a bound, so that memory stays bounded under a flood. An IPv6
 * address counts as its /64, which is what one subscriber has.
 */
public final class FailureLimit {
    private static final int IPV6_PREFIX_BYTES = 8;

    private final int failures;
    private final Duration perFailure;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Bucket> buckets;

    /**
     * @param failures how many an address has at once
     * @param period in which as many are given back, evenly
     * @param addresses how many are remembered
     */
    public FailureLimit(int failures, Duration period, int addresses, InstantSource clock) {
        this.failures = failures;
        this.perFailure = period.dividedBy(failures);
        this.clock = clock;
        this.buckets = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
                return size() > addresses;
            }
        };
    }

    /** Throws a {@code RATE_LIMITED} {@link Refusal} when {@code address} has no failure left. */
    public void check(String address) {
        String key = key(address);
        lock.lock();
        try {
            Bucket bucket = buckets.get(key);
            if (bucket != null && filled(bucket).left() < 1) {
                throw Refusal.of(
                        Refusal.Code.RATE_LIMITED,
                        "Too many attempts; try again in %d s.".formatted(Math.max(1, perFailure.toSeconds())));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Counts a failure of {@code address}. */
    public void count(String address) {
        String key = key(address);
        lock.lock();
        try {
            Bucket bucket = filled(buckets.getOrDefault(key, new Bucket(failures, clock.instant())));
            buckets.put(key, new Bucket(Math.max(0, bucket.left() - 1), bucket.at()));
        } finally {
            lock.unlock();
        }
    }

    /** How many addresses are remembered. */
    int remembered() {
        lock.lock();
        try {
            return buckets.size();
        } finally {
            lock.unlock();
        }
    }

    /** A clock that was set back gives nothing back and takes nothing away. */
    private Bucket filled(Bucket bucket) {
        Instant now = clock.instant();
        Duration passed = Duration.between(bucket.at(), now);
        if (passed.isNegative()) {
            return new Bucket(bucket.left(), now);
        }
        double regained = (double) passed.toMillis() / perFailure.toMillis();
        return new Bucket(Math.min(failures, bucket.left() + regained), now);
    }

    private static String key(String address) {
        String literal =
                address.startsWith("[") && address.endsWith("]") ? address.substring(1, address.length() - 1) : address;
        int zone = literal.indexOf('%');
        try {
            InetAddress parsed = InetAddress.ofLiteral(zone < 0 ? literal : literal.substring(0, zone));
            return parsed instanceof Inet6Address
                    ? HexFormat.of().formatHex(Arrays.copyOf(parsed.getAddress(), IPV6_PREFIX_BYTES))
                    : parsed.getHostAddress();
        } catch (IllegalArgumentException e) {
            return address;
        }
    }

    /** What an address had left at an instant. */
    private record Bucket(double left, Instant at) {}
}
