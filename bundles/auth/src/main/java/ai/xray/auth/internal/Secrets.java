package ai.xray.auth.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Random texts that open doors, and what is kept of them: secrets are stored as digests and compared as digests. */
public final class Secrets {
    /** The length of {@link #random()}. */
    public static final int CHARS = 43;

    private static final int SECRET_BYTES = 32;
    private static final int ID_BYTES = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Secrets() {}

    /** 256 random bits as {@value #CHARS} characters {@code A-Za-z0-9_-}. */
    public static String random() {
        return text(bytes(SECRET_BYTES));
    }

    /** A name that nobody can guess but that is no secret: 64 random bits as 16 hexadecimal digits. */
    public static String id() {
        return HexFormat.of().formatHex(bytes(ID_BYTES));
    }

    /** The SHA-256 digest in hexadecimal digits. Without salt, because what is digested is random itself. */
    public static String digest(String secret) {
        return HexFormat.of().formatHex(sha256(secret));
    }

    /** A secret that follows from another one and a purpose, and tells nothing of it. */
    public static String derived(String purpose, String secret) {
        return text(sha256(purpose + "\n" + secret));
    }

    /** Whether {@code secret} has this digest; the time taken tells nothing. */
    public static boolean matches(String secret, String digest) {
        return same(digest(secret), digest);
    }

    /** Whether both are equal; the time taken tells their lengths alone. */
    public static boolean same(String a, String b) {
        return MessageDigest.isEqual(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
    }

    /** The bytes in the alphabet of URLs, without padding. */
    public static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The SHA-256 digest of the text's UTF-8 bytes. */
    public static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }
}
