package ai.xray.rest.memory;

import ai.xray.auth.Authenticator;
import ai.xray.event.MemoryEvent;
import ai.xray.event.MemoryEvent.Change;
import ai.xray.event.MemoryEvent.Hit;
import ai.xray.json.Json;
import ai.xray.memory.Named;
import ai.xray.memory.Refusal;
import ai.xray.rest.memory.EventLog.Batch;
import ai.xray.rest.memory.EventLog.Told;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code /v1/memory/events}: what happens to memory, as server-sent events. Each listener has a thread of its own that mostly
 * waits, which costs little since it is a virtual one; nobody who writes to memory waits for any of them.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/memory/events")
public final class EventsRoute extends Route {
    private static final long serialVersionUID = 1L;

    /** The most listeners at a time. */
    static final int MOST_LISTENERS = 2000;

    /** The request attribute by which the doorway knows a stream and closes it when the server stops. */
    private static final String STREAM = "ai.xray.stream";

    /** Shorter than the half minute after which proxies commonly give an idle connection up. */
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    /** After which a listener has to ask anew, and show again that it may. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private static final byte[] GREETING = "retry: 2000\n: listening\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] BEAT = ": \n\n".getBytes(StandardCharsets.UTF_8);
    private static final Parameter LAST_EVENT_ID = Parameter.header(
            "Last-Event-ID", false, "The id of the last event that was heard; those after it come first.");

    static final Operation EVENTS = new Operation(
            "memoryEvents",
            "GET",
            "/v1/memory/events",
            "Server-sent events: hit {ids, query, kinds}, change {op, id, kind}, and missed {} when events after"
                    + " Last-Event-ID are no longer known. Who reads too slowly is cut off.",
            Operation.Access.READER,
            List.of(Parameter.SUBJECT, LAST_EVENT_ID),
            Optional.empty(),
            "text/event-stream",
            Shapes.TEXT);

    private final transient EventLog log;
    private final transient Semaphore places = new Semaphore(MOST_LISTENERS);

    @Activate
    public EventsRoute(@Reference Authenticator authenticator, @Reference EventLog log) {
        super(authenticator, List.of(EVENTS));
        this.log = log;
    }

    @Override
    Reply answer(Call call) {
        throw new IllegalStateException("a stream is no single answer");
    }

    @Override
    void respond(Call call, HttpServletResponse response) throws IOException {
        response.setContentType("text/event-stream");
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setHeader("X-Accel-Buffering", "no"); // proxies of the nginx kind would hold events back
        if (call.request().getMethod().equals("HEAD")) {
            return;
        }
        if (!places.tryAcquire()) {
            throw Refusal.of(
                    Refusal.Code.UNAVAILABLE,
                    "%d listeners are all there can be; try again later.".formatted(MOST_LISTENERS));
        }
        try (EventLog.Reader reader = log.new Reader()) {
            call.request().setAttribute(STREAM, reader);
            stream(call, reader, response);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server stops
        } finally {
            places.release();
        }
    }

    private void stream(Call call, EventLog.Reader reader, HttpServletResponse response)
            throws IOException, InterruptedException {
        Set<String> subjects = subjects(call);
        long end = System.nanoTime() + LONGEST.toNanos();
        Optional<String> heard = call.header("Last-Event-ID");
        Optional<Long> known = heard.flatMap(log::number).filter(number -> number <= log.last());
        long last = known.orElseGet(log::last);
        send(response, GREETING);
        if (heard.isPresent() && known.isEmpty()) {
            send(response, missed(last));
        }
        boolean resuming = known.isPresent();
        while (System.nanoTime() - end < 0) {
            Batch batch = log.after(last, HEARTBEAT, reader);
            if (batch.missed() && !resuming) {
                return; // it reads more slowly than events come
            }
            if (batch.missed()) {
                send(response, missed(batch.events().getFirst().number() - 1));
            }
            resuming = false;
            last = batch.last();
            List<Told> audible = batch.events().stream()
                    .filter(told -> mayHear(told.event(), subjects))
                    .toList();
            for (Told told : audible) {
                response.getOutputStream().write(text(told));
            }
            if (batch.over()) {
                return;
            }
            if (audible.isEmpty() && batch.events().isEmpty()) {
                response.getOutputStream().write(BEAT);
            }
            response.flushBuffer();
        }
    }

    /** Whose private changes the caller may hear of: its own, if it is a person, and the subject that it presents. */
    private static Set<String> subjects(Call call) {
        Set<String> subjects = new HashSet<>();
        Person.subject(call.known()).ifPresent(subjects::add);
        call.question().optional(Parameter.SUBJECT).ifPresent(subjects::add);
        return subjects;
    }

    private static boolean mayHear(MemoryEvent event, Set<String> subjects) {
        Optional<String> owner = switch (event) {
            case Change change -> change.owner();
            case Hit hit -> hit.owner();
        };
        return owner.map(subjects::contains).orElse(true);
    }

    private byte[] text(Told told) {
        Map<String, Object> data = new LinkedHashMap<>();
        switch (told.event()) {
            case Change change -> {
                data.put("op", change.operation().wire());
                data.put("id", change.id());
                data.put("kind", change.kind().wire());
            }
            case Hit hit -> {
                data.put("ids", hit.ids());
                data.put("query", hit.query());
                data.put("kinds", Named.wires(hit.kinds()));
            }
        }
        String type = told.event() instanceof Change ? "change" : "hit";
        return event(told.number(), type, data);
    }

    private byte[] missed(long last) {
        return event(last, "missed", Map.of());
    }

    /** JSON has no line break outside of strings and none unescaped inside, so that the data are one line. */
    private byte[] event(long number, String type, Map<String, Object> data) {
        return Stream.of("id: " + log.name(number), "event: " + type, "data: " + Json.write(data), "", "")
                .reduce((text, line) -> text + "\n" + line)
                .orElseThrow()
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void send(HttpServletResponse response, byte[] event) throws IOException {
        response.getOutputStream().write(event);
        response.flushBuffer();
    }
}
