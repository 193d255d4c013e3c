package io.hookline.web;

import io.hookline.web.AsyncHandler.InlineConnections;
import io.hookline.web.ResponseObserver.Exchange;
import io.hookline.web.tls.ReplaceableTls;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running HTTP server whose routes run on one virtual thread per request, so that they may block and stream. An
 * {@link AsyncRoute} before them has no thread of its own, and may not block. The server prints no banner and has no
 * default error pages.
 *
 * <p>A refused body ({@link RequestException}) is answered with its status and a small JSON object, unless the routes
 * have their own handler for it. Requests that are not valid HTTP are answered with the {@link ErrorBody} of the
 * options.
 *
 * <pre>{@code
 * try (WebServer server = WebServer.start(WebOptions.at(Address.parse("8080", "127.0.0.1")), routes -> {
 *     routes.post("/echo", ctx -> ctx.result(RequestBody.read(ctx)));
 * })) { ... server.uri() ... }
 * }</pre>
 */
public final class WebServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

    private static final int MAX_HEADER_SIZE = 8192;
    private static final int MIN_CONNECTION_THREADS = 3;
    private static final int MAX_CONNECTION_THREADS = 8;

    private final Javalin javalin;
    private final Address address;
    private final String scheme;
    private final Drain drain;
    private final Duration stopWithin;

    private WebServer(Javalin javalin, Address address, String scheme, Drain drain, Duration stopWithin) {
        this.javalin = javalin;
        this.address = address;
        this.scheme = scheme;
        this.drain = drain;
        this.stopWithin = stopWithin;
    }

    /**
     * Starts listening.
     *
     * @throws PortInUseException if the port is taken
     */
    public static WebServer start(WebOptions options, Consumer<RoutesConfig> routes) {
        return start(options, Optional.empty(), routes);
    }

    /**
     * Starts listening.
     *
     * @param first is offered each request before the routes
     * @throws PortInUseException if the port is taken
     */
    public static WebServer start(WebOptions options, AsyncRoute first, Consumer<RoutesConfig> routes) {
        return start(options, Optional.of(first), routes);
    }

    private static WebServer start(WebOptions options, Optional<AsyncRoute> first, Consumer<RoutesConfig> routes) {
        BodyLimits limits = BodyLimits.of(options);
        Drain drain = new Drain();
        Optional<AsyncHandler> async = first.map(route ->
                new AsyncHandler(route, limits, drain, Thread.ofVirtual().name("request")::start));
        Javalin javalin = Javalin.create(config -> {
            async.ifPresent(_ -> config.jetty.threadPool = connectionThreads());
            configure(config, options, limits, async);
            config.routes.exception(RequestException.class, WebServer::refuse);
            routes.accept(config.routes);
            config.routes.after(RequestBody::discardRest);
            config.routes.after(drain::closeConnection);
        });
        javalin.start();
        String scheme = options.tls().isPresent() ? "https" : "http";
        Address address = new Address(options.address().host(), javalin.port());
        return new WebServer(javalin, address, scheme, drain, options.stopWithin());
    }

    /**
     * Threads that never wait for a client or a handler: few are enough. A virtual thread that waits for sockets would
     * cost more.
     */
    private static ThreadPool connectionThreads() {
        QueuedThreadPool threads = new QueuedThreadPool(MAX_CONNECTION_THREADS, MIN_CONNECTION_THREADS);
        threads.setName("http");
        threads.setDaemon(true);
        return threads;
    }

    private static void refuse(RequestException e, Context ctx) {
        e.retryAfter().ifPresent(after -> ctx.header("Retry-After", String.valueOf(after.toSeconds())));
        ctx.status(e.status()).result(ErrorBody.plain(e.problem()));
    }

    private static void configure(
            JavalinConfig config, WebOptions options, BodyLimits limits, Optional<AsyncHandler> async) {
        RequestDeadline deadline = new RequestDeadline(options);
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.concurrency.useVirtualThreads = true;
        config.http.maxRequestSize = options.maxRequestSize();
        config.http.defaultContentType = "application/json";
        config.http.compressionStrategy = CompressionStrategy.NONE; // it would hold back the events of a watch
        config.appData(RequestBody.LIMITS, limits);
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setRequestHeaderSize(MAX_HEADER_SIZE);
        });
        config.jetty.modifyServer(server -> {
            server.setStopTimeout(0); // no wait of Jetty's own after the drain
            Handler.Wrapper outer = deadline.handler();
            async.ifPresent(outer::setHandler);
            server.setHandler(outer); // Javalin puts its handler into the innermost one
            options.observer().ifPresent(observer -> server.setRequestLog(new ObservedRequests(observer)));
            server.setErrorHandler(new InvalidRequests(options.errors(), MAX_HEADER_SIZE));
        });
        config.jetty.addConnector((server, http) -> {
            HttpConfiguration any = options.tls().isPresent() ? forAnyHost(http) : http;
            return connector(
                    server,
                    async.isPresent() ? new InlineConnections(any) : new HttpConnectionFactory(any),
                    options,
                    deadline);
        });
    }

    /** Opens the port before the server starts, because the start would log a stack trace if it is in use. */
    private static ServerConnector connector(
            Server server, HttpConnectionFactory http, WebOptions options, RequestDeadline deadline) {
        Address address = options.address();
        ServerConnector connector = options.tls()
                .map(tls -> deadline.connector(
                        server, AbstractConnectionFactory.getFactories(ReplaceableTls.factory(tls), http)))
                .orElseGet(() -> deadline.connector(server, http));
        connector.setHost(address.host());
        connector.setPort(address.port());
        try {
            connector.open();
        } catch (IOException e) {
            if (hasCause(e, BindException.class)) {
                throw new PortInUseException(address, e);
            }
            throw new UncheckedIOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
        return connector;
    }

    /**
     * Without Jetty's check that the certificate names the host of the request. That check separates the sites of a
     * server that has several, each with its own certificate: here every name leads to the same site and the same
     * certificate, which the client verifies. The check would only refuse probes and scrapes, which are sent to the
     * address of a Pod. What must not be called under a foreign name has {@link CallerCheck}, with and without TLS.
     */
    private static HttpConfiguration forAnyHost(HttpConfiguration http) {
        http.addCustomizer(new SecureRequestCustomizer(false));
        return http;
    }

    private static boolean hasCause(Throwable e, Class<? extends Throwable> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    /** The address on which it listens, with the real port. */
    public Address address() {
        return address;
    }

    /** The port it listens on, also if the system chose it. */
    public int port() {
        return address.port();
    }

    /**
     * Its base URI, such as {@code http://127.0.0.1:8080}; the host is the loopback address if it listens on all
     * interfaces.
     */
    public URI uri() {
        boolean allInterfaces =
                address.host().equals("0.0.0.0") || address.host().equals("::");
        return URI.create(scheme + "://" + (allInterfaces ? new Address("127.0.0.1", port()) : address));
    }

    /**
     * Announces the stop: from now on each response closes its connection, so that clients connect to another server.
     * Requests are answered as before until {@link #close}.
     */
    public void drain() {
        drain.begin();
    }

    /**
     * Stops: accepts no more connections, answers running requests, up to the time limit, and closes idle connections.
     * Can be called again.
     */
    @Override
    public void close() {
        Server server = javalin.jettyServer().server();
        if (!server.isRunning()) {
            return;
        }
        try {
            boolean answered = drain.end((ServerConnector) server.getConnectors()[0], stopWithin);
            server.stop(); // Javalin's stop would log a stack trace on a timeout
            if (!answered) {
                warn(null);
            }
        } catch (Exception e) {
            warn(e);
        }
    }

    private void warn(@Nullable Exception cause) {
        LOG.atWarn()
                .setCause(cause)
                .addKeyValue("address", address)
                .log("server stopped before all requests had ended");
    }

    /** Passes the requests of a Jetty server to an observer. */
    record ObservedRequests(ResponseObserver observer) implements RequestLog {

        @Override
        public void log(Request request, Response response) {
            HttpFields sent = request.getHeaders();
            HttpFields returned = response.getHeaders();
            observer.answered(new Exchange(
                    request.getMethod(),
                    Optional.ofNullable(request.getHttpURI().getPath()).orElse(""),
                    response.getStatus(),
                    System.nanoTime() - request.getBeginNanoTime(),
                    Math.max(0, Request.getContentBytesRead(request)),
                    Response.getContentBytesWritten(response),
                    Request.getRemoteAddr(request),
                    name -> Optional.ofNullable(sent.get(name)),
                    name -> Optional.ofNullable(returned.get(name))));
        }
    }

    /** Answers requests that the server refuses before they reach a route with JSON instead of Jetty's HTML page. */
    static final class InvalidRequests extends ErrorHandler {

        private final ErrorBody errors;
        private final int maxHeaderSize;

        InvalidRequests(ErrorBody errors, int maxHeaderSize) {
            this.errors = errors;
            this.maxHeaderSize = maxHeaderSize;
        }

        @Override
        public boolean errorPageForMethod(String method) {
            return true;
        }

        @Override
        protected void generateResponse(
                Request request,
                Response response,
                int code,
                @Nullable String message,
                @Nullable Throwable cause,
                Callback callback) {
            HttpFields headers = request.getHeaders();
            byte[] body =
                    errors.of(code, problem(code, message, cause), name -> Optional.ofNullable(headers.get(name)));
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
            if (code == HttpStatus.NOT_IMPLEMENTED_501) {
                response.getHeaders().put(HttpHeader.CONNECTION, "close"); // where this request ends is not known
            }
            response.write(true, ByteBuffer.wrap(body), callback);
        }

        private String problem(int status, @Nullable String message, @Nullable Throwable cause) {
            String reason = HttpStatus.getMessage(status);
            String detail = message == null || message.equals(reason) ? detail(cause, reason) : message;
            return switch (status) {
                case HttpStatus.URI_TOO_LONG_414 -> "the path is too long: at most " + maxHeaderSize + " bytes";
                case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
                    "the headers are too large: at most " + maxHeaderSize + " bytes together";
                case HttpStatus.EXPECTATION_FAILED_417 ->
                    "the value of the header Expect is not supported, only 100-continue is";
                case HttpStatus.BAD_REQUEST_400, HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505 ->
                    "not a valid HTTP request: " + detail;
                default -> detail;
            };
        }

        /** The message of the innermost cause, which is the most precise one. */
        private static String detail(@Nullable Throwable cause, String fallback) {
            String text = fallback;
            for (Throwable e = cause; e != null; e = e.getCause()) {
                // The message of an HttpException has the status too, and "null" for no reason.
                String reason = e instanceof HttpException http ? http.getReason() : e.getMessage();
                text = reason == null || reason.isBlank() ? text : reason;
            }
            return text;
        }
    }
}
