package io.hookline.web;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running HTTP server with one virtual thread per request, so that handlers may block and stream. It prints no banner
 * and has no default error pages.
 *
 * <p>A refused body ({@link RequestException}) is answered with its status and a small JSON object, unless the routes
 * have their own handler for it. Requests that are not valid HTTP are answered with the {@link ErrorBody} of the options.
 *
 * <pre>{@code
 * try (WebServer server = WebServer.start(WebOptions.at(Address.parse("8080", "127.0.0.1")), routes -> {
 *     routes.post("/echo", ctx -> ctx.result(RequestBody.read(ctx)));
 * })) { ... server.uri() ... }
 * }</pre>
 */
public final class WebServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

    /** How long idle connections stay open after the stop. Connections with a running request are not affected. */
    private static final long IDLE_MILLIS_WHILE_STOPPING = 20;

    private static final int MAX_HEADER_SIZE = 8192;

    private final Javalin javalin;
    private final Address address;
    private final String scheme;

    private WebServer(Javalin javalin, Address address, String scheme) {
        this.javalin = javalin;
        this.address = address;
        this.scheme = scheme;
    }

    /**
     * Starts listening.
     *
     * @throws PortInUseException if the port is taken
     */
    public static WebServer start(WebOptions options, Consumer<RoutesConfig> routes) {
        BodyLimits limits = BodyLimits.of(options);
        Javalin javalin = Javalin.create(config -> {
            configure(config, options, limits);
            config.routes.exception(RequestException.class, WebServer::refuse);
            routes.accept(config.routes);
            config.routes.after(RequestBody::discardRest);
        });
        javalin.start();
        String scheme = options.tls().isPresent() ? "https" : "http";
        return new WebServer(javalin, new Address(options.address().host(), javalin.port()), scheme);
    }

    private static void refuse(RequestException e, Context ctx) {
        e.retryAfter().ifPresent(after -> ctx.header("Retry-After", String.valueOf(after.toSeconds())));
        ctx.status(e.status()).result(ErrorBody.plain(e.problem()));
    }

    private static void configure(JavalinConfig config, WebOptions options, BodyLimits limits) {
        RequestDeadline deadline = new RequestDeadline(options);
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.concurrency.useVirtualThreads = true;
        config.http.maxRequestSize = options.maxRequestSize();
        config.http.defaultContentType = "application/json";
        config.http.compressionStrategy =
                options.compressResponses() ? CompressionStrategy.GZIP : CompressionStrategy.NONE;
        config.appData(RequestBody.LIMITS, limits);
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setRequestHeaderSize(MAX_HEADER_SIZE);
        });
        config.jetty.modifyServer(server -> {
            server.setStopTimeout(options.stopWithin().toMillis());
            // Javalin adds its own handler as the innermost one.
            server.setHandler(new GracefulHandler(deadline.handler()));
            server.setErrorHandler(new InvalidRequests(options.errors(), MAX_HEADER_SIZE));
        });
        config.jetty.addConnector((server, http) -> connector(server, http, options, deadline));
    }

    /** Opens the port before the server starts, because the start would log a stack trace if it is in use. */
    private static ServerConnector connector(
            Server server, HttpConfiguration http, WebOptions options, RequestDeadline deadline) {
        Address address = options.address();
        ServerConnector connector = options.tls()
                .map(context -> deadline.connector(
                        server,
                        AbstractConnectionFactory.getFactories(
                                tls(context), new HttpConnectionFactory(forAnyHost(http)))))
                .orElseGet(() -> deadline.connector(server, new HttpConnectionFactory(http)));
        connector.setHost(address.host());
        connector.setPort(address.port());
        connector.setShutdownIdleTimeout(IDLE_MILLIS_WHILE_STOPPING);
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
     * Jetty would refuse requests to a host that the certificate does not name. To verify the certificate is the client's part, and
     * probes of a Pod and scrapes of its metrics, which are sent to its address, do not.
     */
    private static HttpConfiguration forAnyHost(HttpConfiguration http) {
        http.addCustomizer(new SecureRequestCustomizer(false));
        return http;
    }

    private static SslContextFactory.Server tls(SSLContext context) {
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setSslContext(context);
        return tls;
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

    /** Stops: accepts no more requests and waits for running ones, up to the time limit. Can be called again. */
    @Override
    public void close() {
        Server server = javalin.jettyServer().server();
        if (!server.isRunning()) {
            return;
        }
        try {
            server.stop(); // Javalin's stop would log a stack trace on a timeout
        } catch (Exception e) {
            LOG.atWarn()
                    .setCause(e instanceof TimeoutException ? null : e)
                    .addKeyValue("address", address)
                    .log("server stopped before all requests had ended");
        }
    }
}
