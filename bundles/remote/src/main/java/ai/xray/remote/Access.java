package ai.xray.remote;

import ai.xray.memory.Refusal;
import java.lang.System.Logger.Level;
import java.util.Map;

/**
 * How an operator reaches a server: its address and the key for it. Neither is looked at before it is needed.
 *
 * @param setting what the setting of the address is called
 * @param address as it was written
 */
public record Access(String setting, String address, ApiKey key) {
    private static final System.Logger LOG = System.getLogger(Access.class.getName());

    /**
     * Where the server is.
     *
     * @throws Refusal when the address is not set or wrong
     */
    public Endpoint endpoint() {
        return Endpoint.parse(setting, address);
    }

    /**
     * What every request carries: the key as a bearer token (RFC 6750), where there is one.
     *
     * @throws Refusal when the key cannot be read
     */
    public Map<String, String> headers() {
        return key.read()
                .map(secret -> Map.of("Authorization", "Bearer " + secret))
                .orElse(Map.of());
    }

    /** Logs a warning when the key would go over a network unencrypted. */
    public void warnIfExposed() {
        if (!key.isSet()) {
            return;
        }
        try {
            Endpoint endpoint = endpoint();
            if (endpoint.isExposed()) {
                LOG.log(
                        Level.WARNING,
                        "{0}: the API key and all texts go to ''{1}'' unencrypted; use https.",
                        setting,
                        endpoint.uri().getHost());
            }
        } catch (Refusal wrong) {
            LOG.log(Level.DEBUG, "{0}", wrong.getMessage());
        }
    }
}
