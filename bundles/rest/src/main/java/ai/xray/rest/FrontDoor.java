package ai.xray.rest;

import ai.xray.memory.Refusal;
import jakarta.servlet.Filter;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.servlet.whiteboard.HttpWhiteboardConstants;

/**
 * Puts the {@link Doorway} before every servlet, and takes it away when it has drained.
 *
 * <p>It registers the filter itself, because a component's own service is unregistered before the component is deactivated:
 * the whiteboard would let requests past the filter while it still waits for those inside.
 */
@Designate(ocd = FrontDoor.Config.class)
@Component(
        service = {},
        immediate = true,
        configurationPolicy = ConfigurationPolicy.REQUIRE)
public final class FrontDoor {
    /** The longest wait for requests in flight. */
    static final Duration LONGEST_DRAIN = Duration.ofSeconds(4);

    private static final long LEAST_LIMIT = 1024;
    private static final long GREATEST_LIMIT = 1L << 30;
    private static final int MOST_PROXIES = 16;
    private static final System.Logger LOG = System.getLogger(FrontDoor.class.getName());

    @ObjectClassDefinition(name = "HTTP requests", description = "What the server takes from a request.")
    @interface Config {
        @AttributeDefinition(
                name = "max-request-bytes",
                description =
                        "The longest request body in bytes, 1024 to 1073741824; a longer one is answered with 413.",
                min = "" + LEAST_LIMIT,
                max = "" + GREATEST_LIMIT)
        long max_request_bytes() default 1_048_576;

        @AttributeDefinition(
                name = "public-url",
                description =
                        "The http or https URL that people and clients reach the server by; empty when that is the"
                                + " listen address.")
        String public_url() default "";

        @AttributeDefinition(
                name = "cors-origins",
                description =
                        "Origins of web pages that may call the server, as scheme://host[:port] with commas between"
                                + " them, besides its own and loopback ones.")
        String[] cors_origins() default {};

        @AttributeDefinition(
                name = "trusted-proxy-hops",
                description =
                        "How many proxies stand before the server, 0 to 16: the address of a client is the one that many"
                                + " places from the end of X-Forwarded-For; 0 to take the header as nobody's word.",
                min = "0",
                max = "" + MOST_PROXIES)
        int trusted_proxy_hops() default 0;
    }

    private final Doorway doorway;
    private final ServiceRegistration<Filter> registration;

    @Activate
    public FrontDoor(BundleContext context, Config config) {
        doorway = new Doorway(checked(config.max_request_bytes()), crossOrigin(config), clientAddress(config));
        registration = context.registerService(
                Filter.class,
                doorway,
                FrameworkUtil.asDictionary(Map.of(
                        HttpWhiteboardConstants.HTTP_WHITEBOARD_FILTER_PATTERN,
                        "/*",
                        HttpWhiteboardConstants.HTTP_WHITEBOARD_FILTER_ASYNC_SUPPORTED,
                        true,
                        Constants.SERVICE_RANKING,
                        Integer.MAX_VALUE)));
    }

    @Modified
    void modified(Config config) {
        doorway.change(checked(config.max_request_bytes()), crossOrigin(config), clientAddress(config));
    }

    @Deactivate
    void close() {
        try {
            int left = doorway.drain(LONGEST_DRAIN);
            if (left > 0) {
                LOG.log(Level.WARNING, "{0} requests were not done after {1}.", left, LONGEST_DRAIN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            registration.unregister();
        }
    }

    private static ClientAddress clientAddress(Config config) {
        int proxies = config.trusted_proxy_hops();
        if (proxies < 0 || proxies > MOST_PROXIES) {
            throw Refusal.invalid(
                    "trusted-proxy-hops",
                    "trusted-proxy-hops: %d is not allowed; it must be 0 to %d.".formatted(proxies, MOST_PROXIES));
        }
        return new ClientAddress(proxies);
    }

    private static CrossOrigin crossOrigin(Config config) {
        return CrossOrigin.of(config.public_url(), List.of(config.cors_origins()));
    }

    private static long checked(long bytes) {
        if (bytes < LEAST_LIMIT || bytes > GREATEST_LIMIT) {
            throw Refusal.invalid(
                    "max-request-bytes",
                    "max-request-bytes: %d is not allowed; it must be %d to %d."
                            .formatted(bytes, LEAST_LIMIT, GREATEST_LIMIT));
        }
        return bytes;
    }
}
