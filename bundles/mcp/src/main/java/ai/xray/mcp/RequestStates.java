package ai.xray.mcp;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals what a client carries from one call to the next. A state is good once, for ten minutes, for the caller it was given
 * to and for the very same request; whatever else is presented is not told apart. The key lives as long as the process:
 * a client that carries a state over a restart begins again. Thread-safe.
 */
final class RequestStates {
    static final Duration VALID = Duration.ofMinutes(10);

    /** Bounds the memory of what was presented, a hundred bytes each. */
    private static final int MOST_SPENT = 20_000;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

    private final ReentrantLock lock = new ReentrantLock();
    private final SecureRandom random = new SecureRandom();
    private final SecretKeySpec key;
    private final InstantSource clock;
    private final int mostSpent;
    private final TreeSet<Spent> spent =
            new TreeSet<>(Comparator.comparing(Spent::issued).thenComparing(Spent::nonce));
    private Instant floor = Instant.MIN;

    private record Spent(Instant issued, String nonce) {}

    RequestStates(InstantSource clock) {
        this(clock, MOST_SPENT);
    }

    /** @param mostSpent how many presented states are remembered; older ones than these are refused */
    RequestStates(InstantSource clock, int mostSpent) {
        this.clock = clock;
        this.mostSpent = mostSpent;
        this.key = new SecretKeySpec(bytes(KEY_BYTES), ALGORITHM);
    }

    /**
     * A state for the caller to bring back.
     *
     * @param owner who may bring it
     * @param request what it belongs to, in few characters
     * @param content what is carried
     */
    String seal(String owner, String request, Map<String, Object> content) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("nonce", ENCODER.encodeToString(bytes(NONCE_BYTES)));
        state.put("issued", clock.instant().toEpochMilli());
        state.put("owner", owner);
        state.put("request", request);
        state.put("content", content);
        String payload = ENCODER.encodeToString(Json.write(state).getBytes(StandardCharsets.UTF_8));
        return payload + "." + ENCODER.encodeToString(mac(payload));
    }

    /** What a state carries; empty unless it was given to {@code owner} for {@code request}, of late, and is new here. */
    Optional<Map<String, Object>> open(String owner, String request, String sealed) {
        int dot = sealed.indexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        try {
            String payload = sealed.substring(0, dot);
            // The same bytes can be written in two ways in Base64, so what is compared is the text.
            byte[] expected = ENCODER.encodeToString(mac(payload)).getBytes(StandardCharsets.UTF_8);
            byte[] given = sealed.substring(dot + 1).getBytes(StandardCharsets.UTF_8);
            if (!MessageDigest.isEqual(expected, given)) {
                return Optional.empty();
            }
            Map<String, Object> state = Json.readObject(new String(DECODER.decode(payload), StandardCharsets.UTF_8));
            Spent presented = new Spent(Instant.ofEpochMilli((Long) state.get("issued")), (String) state.get("nonce"));
            boolean good = owner.equals(state.get("owner")) && request.equals(state.get("request")) && spend(presented);
            return good ? Optional.of(Json.asObject(state.get("content"))) : Optional.empty();
        } catch (IllegalArgumentException | JsonException e) {
            return Optional.empty();
        }
    }

    /** Whether {@code presented} is good and was not presented before. */
    private boolean spend(Spent presented) {
        Instant oldest = clock.instant().minus(VALID);
        lock.lock();
        try {
            while (!spent.isEmpty() && spent.first().issued().isBefore(oldest)) {
                spent.pollFirst();
            }
            if (presented.issued().isBefore(oldest) || !presented.issued().isAfter(floor) || !spent.add(presented)) {
                return false;
            }
            if (spent.size() > mostSpent) {
                floor = spent.pollFirst().issued(); // what is no longer remembered is refused for its age
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private byte[] mac(String text) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
