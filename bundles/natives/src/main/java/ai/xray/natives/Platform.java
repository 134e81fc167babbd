package ai.xray.natives;

import java.io.IOException;
import java.util.Locale;

/** What a native library is built for. */
public enum Platform {
    /** Linux with glibc on x86-64. */
    LINUX_X64,
    /** Linux with glibc on 64-bit ARM. */
    LINUX_ARM64,
    /** macOS on Apple silicon. */
    MACOS_ARM64;

    /**
     * The platform of this process.
     *
     * @throws IOException when it is none of these, with a sentence that says which it is
     */
    public static Platform current() throws IOException {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static Platform of(String system, String processor) throws IOException {
        String os = system.toLowerCase(Locale.ROOT);
        String cpu = switch (processor.toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64", "x64" -> "x64";
            case "aarch64", "arm64" -> "arm64";
            default -> "";
        };
        return switch (os + "/" + cpu) {
            case "linux/x64" -> LINUX_X64;
            case "linux/arm64" -> LINUX_ARM64;
            case "mac os x/arm64" -> MACOS_ARM64;
            default ->
                throw new IOException(
                        "there are native libraries for Linux on x64 and arm64 and for macOS on arm64, but this is %s on %s"
                                .formatted(system, processor));
        };
    }
}
