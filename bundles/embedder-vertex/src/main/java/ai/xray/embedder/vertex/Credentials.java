package ai.xray.embedder.vertex;

import java.io.IOException;

/** Something that access tokens are given for. */
interface Credentials {
    /**
     * Asks for a token.
     *
     * @throws IOException when there is none; the message says why in words
     */
    AccessToken ask() throws IOException;
}
