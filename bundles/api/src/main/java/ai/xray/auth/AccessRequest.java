package ai.xray.auth;

import java.util.Optional;

/**
 * What a door knows of a request before it lets it in.
 *
 * @param host the {@code Host} header
 * @param origin the {@code Origin} header, sent by browsers
 * @param authorization the {@code Authorization} header
 * @param remoteAddress the address of the peer, as an IP literal
 */
public record AccessRequest(
        Optional<String> host, Optional<String> origin, Optional<String> authorization, String remoteAddress) {
    @Override
    public String toString() {
        return "AccessRequest[host=%s, origin=%s, authorization=%s, remoteAddress=%s]"
                .formatted(host, origin, authorization.isPresent() ? "present" : "absent", remoteAddress);
    }
}
