package ai.xray.remote;

import ai.xray.json.Json;
import ai.xray.json.JsonException;
import ai.xray.remote.Answer.Failure;
import ai.xray.remote.Answer.Value;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** Makes of what came back a value, or a failure in words. */
final class Reading {
    private static final System.Logger LOG = System.getLogger(RemoteServer.class.getName());

    /** Error codes of servers are of this form; their sentences, which may quote what we sent, are not. */
    private static final Pattern CODE = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,39}");

    private static final List<String> CODE_FIELDS = List.of("status", "code", "type", "error_type", "error");

    private final Wording wording;

    Reading(Wording wording) {
        this.wording = wording;
    }

    /** What an answer says. */
    Answer of(HttpResponse<BoundedBody.Body> response, Instant now) {
        int status = response.statusCode();
        BoundedBody.Body body = response.body();
        if (status / 100 != 2) {
            Optional<Duration> wait =
                    response.headers().firstValue("Retry-After").flatMap(asked -> Backoff.asked(asked, now));
            String sentence = sentence(status) + codes(body);
            LOG.log(Level.DEBUG, "{0}", sentence);
            return new Failure(new RemoteException(sentence, status), isPassing(status), wait);
        }
        if (!body.whole()) {
            return Failure.last(
                    failed(status, "answered more than the %d bytes that are read".formatted(body.bytes().length)));
        }
        try {
            return new Value(Json.read(body.bytes()));
        } catch (JsonException e) {
            RemoteException failure = failed(
                    status, "answered what is not JSON: is it the server that %s means?".formatted(wording.address()));
            failure.initCause(e);
            return Failure.last(failure);
        }
    }

    /** What it means that no answer came. */
    Failure of(Throwable failure) {
        if (failure instanceof HttpConnectTimeoutException) {
            return broken("did not take a connection in time", failure, true);
        }
        if (failure instanceof SSLException) {
            return broken(
                    "could not be reached over TLS: is its certificate one that this machine trusts?", failure, false);
        }
        if (isUnresolved(failure)) {
            return broken(
                    "could not be found: the host of %s has no address".formatted(wording.address()), failure, true);
        }
        if (failure instanceof ConnectException) {
            return broken(
                    "could not be reached: is it running where %s says?".formatted(wording.address()), failure, true);
        }
        if (failure instanceof IOException) {
            return broken("broke the connection before its answer was complete", failure, true);
        }
        return broken("could not be asked", failure, false);
    }

    IOException late(Duration deadline, Throwable cause) {
        return new IOException(wording.server() + " did not answer within " + seconds(deadline), cause);
    }

    IOException asksForTooMuch(Duration wait, IOException because) {
        return new IOException(
                "%s; it asks to wait %s, which is longer than this call may take"
                        .formatted(because.getMessage(), seconds(wait)),
                because);
    }

    IOException busy(Duration deadline) {
        return new IOException("other requests to %s left no room for this one within %s"
                .formatted(wording.server(), seconds(deadline)));
    }

    IOException closed() {
        return new IOException("the connection to " + wording.server() + " is being closed");
    }

    private String sentence(int status) {
        String what = switch (status) {
            case 401, 403 -> "refused the credential (%d): check " + wording.credential();
            case 404, 405, 410 ->
                "knows nothing by the address or the model it was asked for (%d): check " + wording.address();
            case 413 -> "refused the request as too large (%d)";
            case 429 -> "has had too many requests (%d)";
            default -> otherwise(status);
        };
        return wording.server() + " " + what.formatted(status);
    }

    private String otherwise(int status) {
        return switch (status / 100) {
            case 3 ->
                "answered with a redirect (%d), and redirects are not followed: set " + wording.address()
                        + " to where it leads";
            case 5 -> "failed (%d)";
            default -> "refused the request (%d)";
        };
    }

    /** The codes in an error document, such as {@code insufficient_quota}: OpenAI, Google, TEI and OAuth each have a place. */
    private static String codes(BoundedBody.Body body) {
        Object document;
        try {
            document = Json.read(new String(body.bytes(), StandardCharsets.UTF_8));
        } catch (JsonException e) {
            return "";
        }
        List<String> codes = new ArrayList<>();
        if (document instanceof Map<?, ?> map) {
            Object error = map.get("error") instanceof Map<?, ?> nested ? nested : map;
            for (String field : CODE_FIELDS) {
                if (((Map<?, ?>) error).get(field) instanceof String code
                        && CODE.matcher(code).matches()
                        && !codes.contains(code)) {
                    codes.add(code);
                }
            }
        }
        return codes.isEmpty() ? "" : ", code " + String.join(", ", codes);
    }

    private static boolean isPassing(int status) {
        return status == 408 || status == 429 || (status / 100 == 5 && status != 501 && status != 505);
    }

    private static boolean isUnresolved(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
                return true;
            }
        }
        return false;
    }

    private Failure broken(String what, Throwable cause, boolean again) {
        return new Failure(new IOException(wording.server() + " " + what, cause), again, Optional.empty());
    }

    private RemoteException failed(int status, String what) {
        return new RemoteException(wording.server() + " " + what, status);
    }

    private static String seconds(Duration length) {
        long tenths = (length.toMillis() + 99) / 100;
        return tenths % 10 == 0 ? tenths / 10 + " s" : tenths / 10 + "." + tenths % 10 + " s";
    }
}
