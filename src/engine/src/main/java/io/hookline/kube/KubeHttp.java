package io.hookline.kube;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.WarningListener;
import io.hookline.http.Deadlines;
import io.hookline.http.HttpClient;
import io.hookline.http.Request;
import io.hookline.http.RequestTarget;
import io.hookline.http.Response;
import io.hookline.http.TlsLayer;
import io.hookline.kube.config.KubeconfigException;
import io.hookline.kube.config.RestConfig;
import io.hookline.object.DecodeException;
import io.hookline.object.HumanDuration;
import io.hookline.queue.TokenBucket;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends requests to one server: limited in number and time, with the current credential. Every failure is a {@link
 * ClusterException}. Thread-safe.
 */
final class KubeHttp implements AutoCloseable {

    private static final int UNAUTHORIZED = 401;

    /**
     * A server sends the head of a watch at once: without it, the way to the server is broken, and another try may
     * help.
     */
    private static final Duration WATCH_HEAD_TIMEOUT = Duration.ofSeconds(10);

    private final RestConfig connection;
    private final RotatingHttpClient client;
    private final RequestTarget server;
    private final String root;
    private final Executor readers;
    private final String userAgent;
    private final Semaphore slots;
    private final Optional<TokenBucket> throttle;
    private final Duration timeout;
    private final ApiRequestObserver observer;
    private final String host;
    private final WriteGate gate;
    private final Set<KubeWatch> watches = ConcurrentHashMap.newKeySet();
    private final WatchPings pings = new WatchPings();

    /**
     * Makes no connection yet.
     *
     * @param readers runs each watch until it ends
     */
    KubeHttp(RestConfig connection, KubeOptions options, InstantSource clock, Executor readers) {
        this.connection = connection;
        this.client = new RotatingHttpClient(connection);
        this.server = RequestTarget.of(connection.server());
        this.root = connection.server().getRawPath();
        this.readers = readers;
        this.userAgent = options.userAgent();
        this.slots = new Semaphore(options.maxInFlight(), true);
        this.throttle = options.qps() > 0
                ? Optional.of(new TokenBucket(options.qps(), options.burst(), clock))
                : Optional.empty();
        this.timeout = options.requestTimeout();
        this.observer = options.observer();
        this.host = connection.server().getAuthority();
        this.gate = options.gate();
    }

    /**
     * Sends a request and reads the body of a successful response.
     *
     * @param reading throws a {@link DecodeException} if the body is not that of an API server: a proxy may send
     *     successes too
     */
    <T> T call(KubeRequest request, Function<byte[], T> reading) {
        return call(request, reading, WarningListener.NONE);
    }

    /** The same, with a listener for the warnings of a successful response. */
    <T> T call(KubeRequest request, Function<byte[], T> reading, WarningListener warnings) {
        Answer answer = call(request);
        WarningHeader.texts(answer.warnings()).forEach(warnings::warned);
        try {
            return reading.apply(answer.body());
        } catch (DecodeException e) {
            throw ErrorMapper.unreadable(request, e);
        }
    }

    private Answer call(KubeRequest request) {
        delay(request); // before the slot: a request that waits for the throttle must not occupy one
        await(request, () -> {
            if (!slots.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new ClusterException.Unreachable(
                        request + ": not sent: too many concurrent requests for " + HumanDuration.text(timeout), null);
            }
        });
        try {
            return exchange(request);
        } finally {
            slots.release();
        }
    }

    private Answer exchange(KubeRequest request) {
        String header = connection.credential().header();
        long certificate = connection.credential().certificate();
        Answer answer = send(request, header);
        if (answer.code() == UNAUTHORIZED && isRenewed(header, certificate)) {
            answer = send(request, connection.credential().header());
        }
        if (isSuccess(answer.code())) {
            return answer;
        }
        throw failure(request, answer);
    }

    private boolean isRenewed(String header, long certificate) {
        return connection.credential().renew(header) || connection.credential().certificate() != certificate;
    }

    private static boolean isSuccess(int code) {
        return code >= 200 && code < 300;
    }

    private ClusterException failure(KubeRequest request, Answer answer) {
        return ErrorMapper.ofAnswer(request, host, answer.code(), answer.retryAfter(), answer.body());
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Answer(int code, String retryAfter, List<String> warnings, byte[] body) {}

    private Answer send(KubeRequest request, String header) {
        try (Response response = request.changes() ? sendWrite(request, header) : sendRead(request, header, timeout)) {
            return answer(response);
        } catch (IOException e) {
            boolean cut = request.changes() && !gate.left().isPositive() && !(e instanceof GatedBody.Closed);
            throw ErrorMapper.lost(
                    request, cut ? new IOException("cut, since this process is not the leader any more", e) : e);
        }
    }

    private Response sendRead(KubeRequest request, String header, Duration limit) throws IOException {
        return observed(request, () -> client.get().send(message(request, header), limit));
    }

    /** The gate is checked here, after all that may delay a request, and once more by {@link GatedBody}. */
    private Response sendWrite(KubeRequest request, String header) throws IOException {
        HttpClient current = client.get();
        Request message = message(request, header);
        Request.Body body = message.body();
        Request gated = body == null ? message : message.with(new GatedBody(body, gate, request));
        GatedBody.requireOpen(gate, request);
        return observed(
                request, () -> current.send(gated, timeout, () -> gate.left().toNanos()));
    }

    private interface Exchange {
        Response run() throws IOException;
    }

    private Response observed(KubeRequest request, Exchange exchange) throws IOException {
        String code = ApiRequestObserver.NO_RESPONSE;
        try {
            Response response = exchange.run();
            code = Integer.toString(response.status());
            return response;
        } finally {
            observer.ended(request.method(), host, code);
        }
    }

    private static Answer answer(Response response) throws IOException {
        return new Answer(
                response.status(),
                response.header("Retry-After").orElse(""),
                response.all("Warning"),
                response.bytes(Integer.MAX_VALUE - 8));
    }

    /** Opens a stream; only the throttle limits it. */
    KubeWatch open(KubeRequest request) {
        delay(request);
        String header = connection.credential().header();
        long certificate = connection.credential().certificate();
        try {
            return openOnce(request, header);
        } catch (ClusterException.Unauthorized e) {
            if (isRenewed(header, certificate)) {
                return openOnce(request, connection.credential().header());
            }
            throw e;
        }
    }

    private KubeWatch openOnce(KubeRequest request, String header) {
        Duration limit = timeout.compareTo(WATCH_HEAD_TIMEOUT) < 0 ? timeout : WATCH_HEAD_TIMEOUT;
        try {
            Response response = sendRead(request, header, limit);
            if (isSuccess(response.status())) {
                response.unlimited();
                return started(new KubeWatch(request, response, this::ended));
            }
            try (response) {
                throw failure(request, answer(response));
            }
        } catch (IOException e) {
            throw ErrorMapper.lost(request, e);
        }
    }

    private KubeWatch started(KubeWatch watch) {
        watches.add(watch);
        boolean mustPing = watch.canPing() && pings.follow(watch); // before it can end, and be forgotten
        readers.execute(watch);
        if (mustPing) {
            readers.execute(pings);
        }
        return watch;
    }

    private void ended(KubeWatch watch) {
        watches.remove(watch);
        pings.forget(watch);
    }

    private Request message(KubeRequest request, String header) {
        List<Request.Field> fields = new ArrayList<>(connection.impersonation().fields());
        fields.add(new Request.Field("Accept", request.accept()));
        fields.add(new Request.Field("User-Agent", userAgent));
        if (!header.isEmpty()) {
            fields.add(new Request.Field("Authorization", header));
        }
        Request.Body body = request.body().length > 0 ? Request.bytes(request.contentType(), request.body()) : null;
        // The server may have executed the write: the caller decides whether to repeat it.
        boolean repeatable = request.method().equals("GET");
        return new Request(request.method(), server.at(root + request.place()), fields, body, repeatable);
    }

    private void delay(KubeRequest request) {
        Duration wait = throttle.map(TokenBucket::take).orElse(Duration.ZERO);
        if (wait.isPositive()) {
            CountDownLatch never = new CountDownLatch(1);
            await(request, () -> {
                var _ = never.await(wait.toNanos(), TimeUnit.NANOSECONDS);
            });
        }
    }

    private interface Wait {
        void run() throws InterruptedException;
    }

    private static void await(KubeRequest request, Wait wait) {
        try {
            wait.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException.Unreachable(request + ": interrupted before it was sent", e);
        }
    }

    /** Closes the client and its open watches. */
    @Override
    public void close() {
        watches.forEach(KubeWatch::close);
        client.close();
    }

    /** Reads the header {@code Warning} of an API server: {@code 299 - "unknown field \"spec.replica\""}. */
    static final class WarningHeader {

        /** The code for warnings that clients should show; others are about caches. */
        private static final String SHOWN = "299";

        private static final Pattern WARNING = Pattern.compile("(\\d{3}) \\S+ \"((?:[^\"\\\\]|\\\\.)*)\"");
        private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

        private WarningHeader() {}

        /** The texts in the values of all header fields. A proxy may have joined several warnings in one value. */
        static List<String> texts(List<String> values) {
            List<String> texts = new ArrayList<>();
            for (String value : values) {
                Matcher found = WARNING.matcher(value);
                while (found.find()) {
                    if (found.group(1).equals(SHOWN)) {
                        texts.add(ESCAPED.matcher(found.group(2)).replaceAll("$1"));
                    }
                }
            }
            return texts;
        }
    }

    /**
     * The HTTP client of a connection, replaced when a credential plugin returns another certificate: a server
     * identifies the user of a request by the certificate with which its connection, or a resumed TLS session, was
     * opened. Thread-safe.
     */
    static final class RotatingHttpClient implements AutoCloseable {

        private final RestConfig connection;
        private final Deadlines deadlines = new Deadlines();

        /** Clients with open requests or watches; the last one is the current client. Guards itself. */
        private final List<HttpClient> clients = new ArrayList<>();

        private volatile Current current;

        private record Current(long certificate, HttpClient client) {}

        /**
         * Makes no connection yet.
         *
         * @throws KubeconfigException if certificates or keys cannot be used
         */
        RotatingHttpClient(RestConfig connection) {
            this.connection = connection;
            this.current = open(connection.credential().certificate());
        }

        /** Returns the client for the current certificate. */
        HttpClient get() {
            Current known = current;
            return known.certificate() == connection.credential().certificate() ? known.client() : renewed();
        }

        private HttpClient renewed() {
            synchronized (clients) {
                long certificate = connection.credential().certificate();
                if (current.certificate() != certificate) {
                    current.client().retire();
                    clients.removeIf(HttpClient::isUnused);
                    current = open(certificate);
                }
                return current.client();
            }
        }

        private Current open(long certificate) {
            HttpClient client = new HttpClient(layer(), connection.proxies(), deadlines);
            synchronized (clients) {
                clients.add(client);
            }
            return new Current(certificate, client);
        }

        private TlsLayer layer() {
            try {
                return connection.tls().layer();
            } catch (GeneralSecurityException e) {
                throw new KubeconfigException(
                        "context " + connection.context() + ": certificates or keys cannot be used: " + e.getMessage(),
                        e);
            }
        }

        /** Closes all requests. */
        @Override
        public void close() {
            synchronized (clients) {
                clients.forEach(HttpClient::close);
            }
            deadlines.close();
        }
    }
}
