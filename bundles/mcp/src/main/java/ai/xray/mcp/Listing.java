package ai.xray.mcp;

import java.time.Duration;

/** The answer to the methods that list what is on offer. */
final class Listing {
    /** Short: what is on offer changes whenever a feature is switched, and not every client listens for that. */
    private static final long HOLDS = Duration.ofMinutes(1).toMillis();

    private Listing() {}

    /** A list of one page, under {@code member}. */
    static Result of(String member, Offers<?> offers, Call call) throws RpcException {
        if (call.params().get("cursor") != null) {
            throw RpcException.invalidParams("cursor: is not one of ours; the list has one page and needs none.");
        }
        return Result.cacheable("\"%s\":[%s]".formatted(member, offers.listing()), HOLDS);
    }
}
