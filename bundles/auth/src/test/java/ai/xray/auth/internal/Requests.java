package ai.xray.auth.internal;

import ai.xray.auth.AccessRequest;
import java.util.List;
import java.util.Optional;

/** Requests and settings to test with. */
final class Requests {
    private Requests() {}

    static AccessRequest with(String host, String origin, String authorization, String address) {
        return new AccessRequest(
                Optional.ofNullable(host), Optional.ofNullable(origin), Optional.ofNullable(authorization), address);
    }

    static AccessRequest local(String authorization) {
        return with("127.0.0.1:8080", null, authorization, "127.0.0.1");
    }

    static AccessRequest from(String address, String authorization) {
        return with("127.0.0.1:8080", null, authorization, address);
    }

    static Settings listening(String listen) {
        return new Settings(false, "", listen, "", List.of(), List.of());
    }

    static Settings dev(String listen) {
        return new Settings(true, "", listen, "", List.of(), List.of());
    }

    static Settings secret(String file) {
        return new Settings(false, file, "127.0.0.1:8080", "", List.of(), List.of());
    }
}
