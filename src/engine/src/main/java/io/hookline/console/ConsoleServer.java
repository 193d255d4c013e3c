package io.hookline.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.ObjectKey;
import io.hookline.object.SecretValues;
import io.hookline.watcher.journal.Journal;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.view.WatcherView;
import io.hookline.web.Address;
import io.hookline.web.CallerCheck;
import io.hookline.web.ClientConnection;
import io.hookline.web.RequestBody;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serial;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of the console. Each request must be sent to a name of this machine, and must not come from a page of another server: so
 * it is reached through a tunnel only, whatever its address. All but the files of the page needs a token. It answers JSON, or text to
 * clients that accept {@code text/plain}.
 */
public final class ConsoleServer implements AutoCloseable {

    private static final int MAX_BODY = 2 << 20;
    private static final int MAX_PAGE = 1000;
    private static final int PAGE = 100;
    private static final int NOT_FOUND = 404;

    /** An answer is computed at once: nothing has to be waited for. */
    private static final Duration STOP_WITHIN = Duration.ofSeconds(1);

    /** The pause between two messages of a stream, which is four a second. */
    private static final Duration STREAM_PAUSE = Duration.ofMillis(250);

    private static final int MAX_STREAMS = 16;
    private static final int MAX_CHANGED = 200;

    /** After so many pauses it is checked whether the client is still there, and may still read. */
    private static final int CLIENT_CHECK = 8;

    /** After so many pauses without a change something is sent that keeps the connection open. */
    private static final int STREAM_COMMENT = 60;

    private static final String SCRIPT = "text/javascript; charset=utf-8";

    /** The paths of the files of the page, which tell nothing of the cluster, and their types. */
    private static final Map<String, String> FILES = Map.of(
            "/", "text/html; charset=utf-8",
            "/console.js", SCRIPT,
            "/preact.js", SCRIPT,
            "/console.css", "text/css; charset=utf-8",
            "/icon.svg", "image/svg+xml");

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none';"
                    + " form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain";
    private static final String PARENT = "/api/parents/{controller}/{kind}/{namespace}/{name}";
    private static final String TRY = "/try";
    private static final Set<String> READS = Set.of("GET", "HEAD");

    private static final Pattern OBJECT =
            Pattern.compile("([A-Za-z][A-Za-z0-9]*)(?:\\.([A-Za-z0-9.-]+))?/([A-Za-z0-9.:_-]+)");

    private final Supplier<Optional<Answers>> answers;
    private final Predicate<@Nullable String> authorized;
    private final ZoneId zone;
    private final WebServer server;

    /** How many more streams there may be. */
    private final Semaphore streams = new Semaphore(MAX_STREAMS);

    /** One parent is tried at a time. */
    private final Semaphore tries = new Semaphore(1);

    /** Is zero when streams must end. */
    private final CountDownLatch closing = new CountDownLatch(1);

    private ConsoleServer(
            Address address, Supplier<Optional<Answers>> answers, Predicate<@Nullable String> authorized, ZoneId zone) {
        this.answers = answers;
        this.authorized = authorized;
        this.zone = zone;
        this.server = WebServer.start(
                WebOptions.at(address).withMaxRequestSize(MAX_BODY).withStopWithin(STOP_WITHIN), this::addRoutes);
    }

    /**
     * Starts listening.
     *
     * @param answers what to answer; empty while the watcher has not started
     * @param authorized whether a header {@code Authorization} is accepted; gets null without the header
     * @param zone of the times in texts
     * @throws io.hookline.web.PortInUseException if the port is taken
     */
    public static ConsoleServer start(
            Address address, Supplier<Optional<Answers>> answers, Predicate<@Nullable String> authorized, ZoneId zone) {
        return new ConsoleServer(address, answers, authorized, zone);
    }

    /** The address to print. */
    public URI uri() {
        return server.uri();
    }

    @Override
    public void close() {
        closing.countDown();
        server.close();
    }

    /** A request that is answered with an error. */
    static final class Refused extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        private final int status;

        Refused(int status, @Nullable String message) {
            super(message);
            this.status = status;
        }
    }

    private void addRoutes(RoutesConfig routes) {
        routes.before(this::check);
        routes.exception(Refused.class, ConsoleServer::fail);
        routes.exception(HttpResponseException.class, (e, ctx) -> fail(refused(e, ctx), ctx));
        routes.get("/api/controllers", ctx -> answer(ctx, now().controllers()));
        routes.get("/api/parents", ctx -> answer(ctx, parents(ctx)));
        routes.get(PARENT, ctx -> answer(ctx, now().parent(parent(ctx))));
        routes.get(PARENT + "/request", ctx -> tried(ctx, trial -> trial.request(parent(ctx))));
        routes.post(PARENT + TRY, ctx -> tried(ctx, trial -> trial.of(parent(ctx), edited(ctx))));
        routes.get("/api/why", this::why);
        routes.get("/api/changes", this::changes);
        FILES.forEach((path, type) -> routes.get(path, ctx -> file(ctx.contentType(type), path)));
    }

    /** Before all else, for every path: also one that does not exist. */
    private void check(Context ctx) {
        ctx.header("X-Content-Type-Options", "nosniff")
                .header("Cache-Control", "no-store")
                .header("Referrer-Policy", "no-referrer")
                .header("Content-Security-Policy", POLICY);
        // As a read, since a write without Origin may have any Host: no client of the console needs that.
        CallerCheck.problem("GET", name -> Optional.ofNullable(ctx.header(name)))
                .ifPresent(problem -> {
                    throw new Refused(403, problem);
                });
        if (!FILES.containsKey(ctx.path()) && !authorized.test(ctx.header("Authorization"))) {
            ctx.header("WWW-Authenticate", "Bearer");
            throw new Refused(401, "the request has no valid bearer token");
        }
        boolean tries = ctx.method().name().equals("POST") && ctx.path().endsWith(TRY);
        if (!tries && !READS.contains(ctx.method().name())) {
            throw new Refused(405, "the console only reads");
        }
    }

    private static void file(Context ctx, String path) throws IOException {
        String name = path.equals("/") ? "index.html" : path.substring(1);
        try (InputStream file = Objects.requireNonNull(ConsoleServer.class.getResourceAsStream(name), name)) {
            ctx.result(file.readAllBytes());
        }
    }

    /** Names the parents that were synced. Clients read again what they show. */
    private void changes(Context ctx) throws IOException, InterruptedException {
        Journal journal = now().journal();
        stream(
                ctx,
                journal,
                journal.lastChange(),
                "text/event-stream",
                ": changes from now on\n\n",
                changed -> "data: " + GoJson.text(message(changed)) + "\n\n",
                ": nothing has changed\n\n");
    }

    private static ObjectNode message(Journal.Changed changed) {
        ObjectNode message = Json.NODES.objectNode().put("seq", changed.last());
        ArrayNode parents = message.putArray("parents");
        changed.parents().stream().limit(MAX_CHANGED).forEach(key -> parents.add(Answers.id(key)));
        return changed.parents().size() > MAX_CHANGED ? message.put("more", true) : message;
    }

    /** Sends the text of an answer, and then each further entry. */
    private void follow(Context ctx, WatcherView.Query query) throws IOException, InterruptedException {
        Answers now = now();
        long seen = now.journal().lastChange(); // before anything is read, so that no change is missed
        ObjectNode first = now.why(query);
        if (first.has("standby")) {
            answer(ctx, first);
            return;
        }
        Map<String, Long> last = WhyText.last(first);
        stream(
                ctx,
                now.journal(),
                seen,
                TEXT + "; charset=utf-8",
                new WhyText(zone).of(first),
                _ -> {
                    try {
                        ObjectNode answer = now.why(query);
                        String text = new WhyText(zone).after(last, answer);
                        WhyText.last(answer).forEach((object, seq) -> last.merge(object, seq, Math::max));
                        return text;
                    } catch (Refused _) {
                        return ""; // deleted, and its entries have been replaced
                    }
                },
                "");
    }

    /**
     * Sends text until the client leaves, its token is not accepted any more, or the server stops.
     *
     * @param since the number of the change after which it begins
     * @param next the text for each change
     * @param idle the text that keeps the connection open if nothing changes for long
     */
    private void stream(
            Context ctx,
            Journal journal,
            long since,
            String type,
            String first,
            Function<Journal.Changed, String> next,
            String idle)
            throws IOException, InterruptedException {
        if (!streams.tryAcquire()) {
            throw new Refused(503, MAX_STREAMS + " clients follow the changes already");
        }
        try {
            ClientConnection client = ClientConnection.of(ctx);
            ctx.contentType(type);
            OutputStream out = client.stream(ctx);
            long seen = since;
            int quiet = 0;
            send(out, first);
            for (int pauses = 1; !closing.await(STREAM_PAUSE.toMillis(), TimeUnit.MILLISECONDS); pauses++) {
                // Also while much changes: a change need not send anything that would show that the client has left.
                if (pauses % CLIENT_CHECK == 0 && (client.isClosed() || !isSame(ctx, journal))) {
                    return;
                }
                Journal.Changed changed = journal.changedSince(seen);
                quiet = changed.last() == seen ? quiet + 1 : 0;
                if (quiet == 0) {
                    seen = changed.last();
                    send(out, next.apply(changed));
                } else if (quiet % STREAM_COMMENT == 0) {
                    send(out, idle);
                }
            }
        } finally {
            streams.release();
        }
    }

    /** Whether the client may still read, and the same watcher answers. */
    private boolean isSame(Context ctx, Journal journal) {
        return authorized.test(ctx.header("Authorization"))
                && answers.get().filter(each -> each.journal() == journal).isPresent();
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private Answers now() {
        return answers.get().orElseThrow(() -> new Refused(503, "the watcher has not started yet"));
    }

    private ObjectNode parents(Context ctx) {
        return now().parents(
                        query(ctx, "q"),
                        query(ctx, "controller"),
                        query(ctx, "state"),
                        number(ctx, "after", 0),
                        Math.min(MAX_PAGE, number(ctx, "limit", PAGE)));
    }

    /** The parent that the path names as {@link Answers#id} does; the version of its kind does not matter. */
    private static Journal.Key parent(Context ctx) {
        String[] controller = ctx.pathParam("controller").split("-", 2);
        if (controller.length < 2) {
            throw new Refused(404, "expected CompositeController-NAME or DecoratorController-NAME");
        }
        String[] kind = ctx.pathParam("kind").split("\\.", 2);
        String namespace = ctx.pathParam("namespace");
        return new Journal.Key(
                ControllerName.of(controller[0], controller[1]),
                new ParentKey(
                        GroupVersionKind.of(kind.length == 1 ? "v1" : kind[1] + "/v1", kind[0]),
                        new ObjectKey(namespace.equals("-") ? "" : namespace, ctx.pathParam("name"))));
    }

    private static ObjectNode edited(Context ctx) {
        String type = ctx.contentType();
        if (type == null || !type.matches(JSON + "(;.*)?")) { // pages of others can send the rest unasked
            throw new Refused(415, "expected Content-Type: application/json");
        }
        if (Json.object(RequestBody.read(ctx)).path("parent") instanceof ObjectNode edited) {
            return edited;
        }
        throw new Refused(400, "expected {\"parent\": {...}}");
    }

    private interface Trying {
        ObjectNode with(ParentTrial trial) throws InterruptedException;
    }

    private void tried(Context ctx, Trying trying) throws InterruptedException {
        ParentTrial trial =
                now().trial().orElseThrow(() -> new Refused(404, "parents can be tried in hookline dev only"));
        if (!tries.tryAcquire()) {
            throw new Refused(409, "another parent is being tried; try again when that has ended");
        }
        try {
            ObjectNode answer = trying.with(trial);
            SecretValues.hideAnnotations(answer);
            ctx.contentType(JSON).result(GoJson.bytes(answer));
        } catch (DecodeException | IllegalArgumentException e) {
            throw new Refused(422, e.getMessage());
        } catch (ClusterException e) {
            throw new Refused(502, e.getMessage());
        } finally {
            tries.release();
        }
    }

    private void why(Context ctx) throws IOException, InterruptedException {
        String object = query(ctx, "object");
        if (object.isEmpty()) {
            answer(ctx, now().overview());
            return;
        }
        Matcher parts = OBJECT.matcher(object);
        if (!parts.matches()) {
            throw new Refused(400, "object: expected KIND/NAME or KIND.GROUP/NAME");
        }
        String namespace = query(ctx, "namespace");
        WatcherView.Query query = new WatcherView.Query(
                parts.group(1),
                Objects.requireNonNullElse(parts.group(2), ""),
                namespace.isEmpty() ? "default" : namespace,
                parts.group(3),
                query(ctx, "controller"));
        if (query(ctx, "follow").equals("true") && wantsText(ctx)) {
            follow(ctx, query);
        } else {
            answer(ctx, now().why(query));
        }
    }

    private static String query(Context ctx, String name) {
        return Objects.requireNonNullElse(ctx.queryParam(name), "");
    }

    private static int number(Context ctx, String name, int otherwise) {
        String value = query(ctx, name);
        try {
            int number = value.isEmpty() ? otherwise : Integer.parseInt(value);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException _) {
            // reported as a negative one
        }
        throw new Refused(400, name + ": expected a number, 0 or more");
    }

    private static boolean wantsText(Context ctx) {
        return Objects.requireNonNullElse(ctx.header("Accept"), "").contains(TEXT);
    }

    private void answer(Context ctx, ObjectNode answer) {
        reply(ctx, answer.has("standby") ? 503 : 200, () -> new WhyText(zone).of(answer), answer);
    }

    /** What Javalin refuses: above all a path that does not exist. */
    private static Refused refused(HttpResponseException e, Context ctx) {
        return new Refused(
                e.getStatus(),
                e.getStatus() == NOT_FOUND
                        ? "there is nothing at " + ctx.path()
                                + "; the answers are at /api/why, /api/controllers, /api/parents and /api/changes"
                        : e.getMessage());
    }

    private static void fail(Refused refused, Context ctx) {
        String problem = String.valueOf(refused.getMessage());
        reply(ctx, refused.status, () -> problem + "\n", Json.NODES.objectNode().put("error", problem));
    }

    private static void reply(Context ctx, int status, Supplier<String> text, ObjectNode json) {
        ctx.status(status);
        if (wantsText(ctx)) {
            ctx.contentType(TEXT + "; charset=utf-8").result(text.get());
        } else {
            ctx.contentType(JSON).result(GoJson.bytes(json));
        }
    }
}
