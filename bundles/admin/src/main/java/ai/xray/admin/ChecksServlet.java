package ai.xray.admin;

import ai.xray.auth.Authenticator;
import ai.xray.health.Readiness;
import ai.xray.memory.MemoryArchive;
import ai.xray.memory.MemoryArchive.Damage;
import ai.xray.search.SemanticIndex.Progress;
import ai.xray.search.SemanticIndexes;
import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.servlet.whiteboard.propertytypes.HttpWhiteboardServletPattern;

/**
 * {@code GET /v1/admin/checks} tells which parts are ready, what keeps texts from being found by meaning, and whether the
 * stored data and its indexes are sound; that reads all of memory. It answers without memory too, as that is when one asks. Needs the scope {@code xray:admin}.
 */
@Component(service = Servlet.class)
@HttpWhiteboardServletPattern("/v1/admin/checks")
public final class ChecksServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final String STORE = "store";
    private static final String INDEX = "index";
    private static final String MEANINGS = "search by meaning";
    private static final System.Logger LOG = System.getLogger(ChecksServlet.class.getName());

    private final transient Admission admission;
    private final transient Turns turns;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private final transient List<Readiness> readiness;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private final transient List<MemoryArchive> archives;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private final transient List<SemanticIndexes> meanings;

    @Activate
    public ChecksServlet(@Reference Authenticator authenticator, @Reference Turns turns) {
        this(
                authenticator,
                turns,
                new CopyOnWriteArrayList<>(),
                new CopyOnWriteArrayList<>(),
                new CopyOnWriteArrayList<>());
    }

    ChecksServlet(
            Authenticator authenticator,
            Turns turns,
            List<Readiness> readiness,
            List<MemoryArchive> archives,
            List<SemanticIndexes> meanings) {
        admission = new Admission(authenticator);
        this.turns = turns;
        this.readiness = readiness;
        this.archives = archives;
        this.meanings = meanings;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        admission.require(request);
        Parameters.of(request, List.of());
        turns.take(() -> {
            List<Check> checks = new ArrayList<>();
            readiness.forEach(part -> checks.add(ready(part)));
            meanings.stream()
                    .flatMap(service -> service.progress().stream())
                    .map(ChecksServlet::meant)
                    .forEach(checks::add);
            checks.addAll(archives.stream()
                    .findFirst()
                    .map(ChecksServlet::sound)
                    .orElseGet(() -> List.of(Check.failed(STORE, "There is no memory service; /readyz tells why."))));
            Reply.send(
                    response,
                    Map.of("checks", checks.stream().map(Check::fields).toList()));
        });
    }

    private static Check ready(Readiness part) {
        try {
            return part.problem()
                    .map(problem -> Check.failed(part.part(), problem))
                    .orElseGet(() -> Check.passed(part.part(), "Ready."));
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "The part " + part.part() + " failed to tell whether it is ready.", e);
            return Check.failed(part.part(), "It failed to tell whether it is ready.");
        }
    }

    private static Check meant(Progress progress) {
        return progress.problem()
                .map(problem -> Check.failed(MEANINGS, problem))
                .orElseGet(() -> Check.passed(
                        MEANINGS,
                        "%d texts have vectors, %d wait for one.".formatted(progress.embedded(), progress.waiting())));
    }

    private static List<Check> sound(MemoryArchive archive) {
        try {
            Map<Boolean, List<String>> damage = archive.damage().stream()
                    .collect(Collectors.partitioningBy(
                            Damage::inStore, Collectors.mapping(Damage::sentence, Collectors.toList())));
            return List.of(
                    check(STORE, damage.get(true), "All of it can be read."),
                    check(INDEX, damage.get(false), "It agrees with the store."));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The store cannot be checked.", e);
            return List.of(
                    Check.failed(
                            STORE,
                            "It cannot be read: "
                                    + Optional.ofNullable(e.getMessage())
                                            .orElse(e.getClass().getSimpleName())),
                    Check.failed(INDEX, "It cannot be compared with a store that cannot be read."));
        }
    }

    private static Check check(String part, List<String> damage, String sound) {
        return damage.isEmpty() ? Check.passed(part, sound) : Check.failed(part, String.join(" ", damage));
    }
}
