package ai.xray.remote;

/**
 * How failures of one server are told.
 *
 * @param server what it is, for example {@code the embedding server}
 * @param address where its address is set, for example {@code embedding-endpoint}
 * @param credential where its credential is set, for example {@code embedding-api-key-file}
 */
public record Wording(String server, String address, String credential) {}
