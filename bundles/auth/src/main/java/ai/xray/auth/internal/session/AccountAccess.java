package ai.xray.auth.internal.session;

import java.io.IOException;

/** Access that an account gave away and that ends with all else when it signs out everywhere. Thread-safe. */
public interface AccountAccess {
    /** Ends all of it. */
    void end(String account) throws IOException;
}
