package io.hookline.server;

import io.hookline.hook.Event;
import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.protocol.HookTime;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.queue.RepeatedFailures;
import io.hookline.web.AsyncExchange;
import io.hookline.web.AsyncRoute;
import io.hookline.web.CallerCheck;
import io.hookline.web.RequestException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of hooks over HTTP: who may call, when, and what the caller gets. Thread-safe.
 *
 * <p>A call changes its thread once. The thread that reads from all connections collects the body and finds the hook;
 * that of the hook writes the response. Neither waits for the client.
 */
final class CallRoute implements AsyncRoute {

    private final ServedHooks hooks;
    private final CallRules rules;
    private final CallsInFlight inFlight;
    private final CallerLog callers = new CallerLog(InstantSource.system());

    CallRoute(ServedHooks hooks, CallRules rules) {
        this.hooks = hooks;
        this.rules = rules;
        this.inFlight = new CallsInFlight(rules.maxInFlight(), hooks.metrics());
    }

    /**
     * Shows the limit as a metric; once the server has its port, since one without a port is started again with
     * another.
     */
    void measure() {
        hooks.metrics().limit(rules.maxInFlight());
    }

    @Override
    public boolean begin(AsyncExchange request) {
        if (!request.method().equals("POST")) {
            return false;
        }
        HttpCall call = new HttpCall(request, RequestIds.of(request::header, hooks));
        if (rules.areAuthenticated()) {
            Thread.ofVirtual().name("call").start(call::beginSafely); // the credentials are in files, which may be slow
        } else {
            call.beginSafely();
        }
        return true;
    }

    /** One call, from its headers to its response. */
    private final class HttpCall implements AsyncExchange.BodyReceiver {
        private final AsyncExchange request;
        private final String id;
        private Optional<ServedHooks.Route> route = Optional.empty();
        private Optional<Instant> now = Optional.empty();

        /** Whether it counts as in flight. */
        private final AtomicBoolean counted = new AtomicBoolean();

        HttpCall(AsyncExchange request, String id) {
            this.request = request;
            this.id = id;
        }

        void beginSafely() {
            try {
                begin();
            } catch (Throwable e) {
                failed(e);
            }
        }

        private void begin() {
            String path = request.path();
            Optional<String> page =
                    rules.refusesPages() ? CallerCheck.problem(request.method(), request::header) : Optional.empty();
            if (page.isPresent()) {
                refuse(ErrorResponses.error(403, page.get(), id));
                return;
            }
            if (OwnPaths.contains(path)) {
                refuse(OwnPaths.wrongMethod(path, request.method(), id));
                return;
            }
            Optional<Response> refusal = refusal();
            if (refusal.isPresent()) {
                refuse(refusal.get());
                return;
            }
            route = hooks.route(path);
            if (route.isEmpty()) {
                refuse(ErrorResponses.error(404, hooks.notServed(path), id));
            } else {
                readUnlessBusy();
            }
        }

        /** The answer to a caller without the credentials that the server demands. */
        private Optional<Response> refusal() {
            if (rules.tokens()
                    .filter(known ->
                            !known.accept(request.header("Authorization").orElse(null)))
                    .isPresent()) {
                return Optional.of(refused(
                        401,
                        Map.of("WWW-Authenticate", "Bearer"),
                        "the call has no valid bearer token: check authorization of the webhook"));
            }
            return rules.certificates()
                    .flatMap(known -> known.problem(request.certificate()))
                    .map(problem -> refused(403, Map.of(), problem));
        }

        private Response refused(int status, Map<String, String> headers, String problem) {
            callers.refused(request.client(), request.path(), id, problem);
            return ErrorResponses.error(status, headers, problem, id);
        }

        /**
         * A call beyond the limit costs no memory. A call counts only when its body is complete: a client that sends
         * half of one keeps no place from the others.
         */
        private void readUnlessBusy() {
            if (inFlight.refuses()) {
                refuse(busy());
                return;
            }
            try {
                now = time();
            } catch (IllegalArgumentException e) {
                refuse(ErrorResponses.error(400, "header " + HookTime.HEADER + ": " + e.getMessage(), id));
                return;
            }
            request.read(this);
        }

        private Response busy() {
            return ErrorResponses.error(
                    429,
                    Map.of("Retry-After", "1"),
                    "the server is busy with " + inFlight.max() + " calls (--max-requests-inflight)",
                    id);
        }

        /** The time that the caller names, if these hooks accept one. */
        private Optional<Instant> time() {
            return hooks.acceptsTime() ? request.header(HookTime.HEADER).map(HookTime::parse) : Optional.empty();
        }

        @Override
        public void read(byte[] body) {
            if (!inFlight.enters()) {
                refuse(busy());
                return;
            }
            counted.set(true);
            var _ = hooks.start(route.orElseThrow(), body, now, id)
                    .thenAccept(response -> {
                        leave();
                        answer(readsEvents() ? response : withoutEvents(response));
                    })
                    .exceptionally(e -> {
                        failed(e instanceof CompletionException && e.getCause() != null ? e.getCause() : e);
                        return null;
                    });
        }

        @Override
        public void refused(RequestException problem) {
            leave();
            refuse(ErrorResponses.refused(problem, id));
        }

        @Override
        public void failed(Throwable problem) {
            leave();
            refuse(ErrorResponses.ofTheServer(problem, request.path(), id));
        }

        private void leave() {
            if (counted.compareAndSet(true, false)) {
                inFlight.left();
            }
        }

        private boolean readsEvents() {
            return request.header(Event.ACCEPT_HEADER)
                    .filter(fields ->
                            Arrays.stream(fields.split(",")).map(String::strip).anyMatch(Event.FIELD::equals))
                    .isPresent();
        }

        /** Metacontroller in strict mode refuses an answer with a field that it does not know. */
        private static Response withoutEvents(Response response) {
            return response.status() == 200
                    ? new Response(200, response.headers(), AnswerCodec.withoutEvents(response.body()))
                    : response;
        }

        /** Answers in place of the hook. */
        private void refuse(Response refusal) {
            answer(AdmissionReviews.areAt(request.path()) ? AdmissionReviews.explained(refusal) : refusal);
        }

        private void answer(Response response) {
            request.answer(
                    response.status(),
                    "application/json",
                    RequestIds.added(response.headers(), id),
                    response.body().raw());
        }
    }

    /** Logs callers without valid credentials: each once, then a count at growing distances. Thread-safe. */
    static final class CallerLog {

        private static final Logger LOG = LoggerFactory.getLogger(CallRoute.class);
        private static final int MAX_CALLERS = 128;

        private final RepeatedFailures<Refused> refused;

        private record Refused(String client, String problem) {}

        CallerLog(InstantSource clock) {
            this.refused = new RepeatedFailures<>(clock, MAX_CALLERS);
        }

        void refused(String client, String path, String requestId, String problem) {
            switch (refused.report(new Refused(client, problem))) {
                case RepeatedFailures.First() ->
                    LOG.atWarn()
                            .addKeyValue("client", client)
                            .addKeyValue("path", path)
                            .addKeyValue("requestId", requestId)
                            .addKeyValue("error", problem)
                            .log("caller refused");
                case RepeatedFailures.Again(int times, Duration within) ->
                    LOG.atWarn()
                            .addKeyValue("client", client)
                            .addKeyValue("error", problem)
                            .addKeyValue("times", times)
                            .addKeyValue("within", within)
                            .log("caller refused again");
                case RepeatedFailures.Silent() -> {}
            }
        }
    }

    /** Limits the calls that run or wait. Thread-safe. */
    static final class CallsInFlight {

        private final int max;
        private final AtomicInteger present = new AtomicInteger();
        private final HookMetrics metrics;

        CallsInFlight(int max, HookMetrics metrics) {
            this.max = max;
            this.metrics = metrics;
        }

        /** Whether a call that is complete now would be refused. It is counted as refused then. */
        boolean refuses() {
            if (present.get() < max) {
                return false;
            }
            metrics.shed();
            return true;
        }

        /** Counts a call. If it returns true, {@link #left} must follow. */
        boolean enters() {
            if (present.incrementAndGet() <= max) {
                return true;
            }
            present.decrementAndGet();
            metrics.shed();
            return false;
        }

        void left() {
            present.decrementAndGet();
        }

        int max() {
            return max;
        }
    }
}
