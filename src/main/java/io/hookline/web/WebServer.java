package io.hookline.web;

import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running HTTP server, set up the way all of ours are: one virtual thread per request, so that handlers may block, as
 * long as they like where they stream; no banner; no default error pages.
 *
 * <p>A refused body ({@link RequestException}) is answered with its status and a small JSON object, unless the routes
 * bring a handler of their own for it. What is not valid HTTP is answered in the form of its options ({@link ErrorBody}).
 *
 * <pre>{@code
 * try (WebServer server = WebServer.start(WebOptions.at(Address.parse("8080", "127.0.0.1")), routes -> {
 *     routes.post("/echo", ctx -> ctx.result(RequestBody.read(ctx)));
 * })) { ... server.uri() ... }
 * }</pre>
 */
public final class WebServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);

    /** Connections kept alive by clients end this long after the stop; those with a request in flight do not count. */
    private static final long IDLE_MILLIS_WHILE_STOPPING = 20;

    private static final int MAX_HEADER_SIZE = 8192;

    private final Javalin javalin;
    private final Address address;

    private WebServer(Javalin javalin, Address address) {
        this.javalin = javalin;
        this.address = address;
    }

    /**
     * Starts listening.
     *
     * @throws PortInUseException if the port is taken
     */
    public static WebServer start(WebOptions options, Consumer<RoutesConfig> routes) {
        Javalin javalin = Javalin.create(config -> {
            configure(config, options);
            config.routes.exception(
                    RequestException.class, (e, ctx) -> ctx.status(e.status()).result(ErrorBody.plain(e.problem())));
            routes.accept(config.routes);
            config.routes.after(RequestBody::dropRest);
        });
        javalin.start();
        return new WebServer(javalin, new Address(options.address().host(), javalin.port()));
    }

    private static void configure(JavalinConfig config, WebOptions options) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.concurrency.useVirtualThreads = true;
        config.http.maxRequestSize = options.maxRequestSize();
        config.http.defaultContentType = "application/json";
        config.http.compressionStrategy =
                options.compressResponses() ? CompressionStrategy.GZIP : CompressionStrategy.NONE;
        config.appData(RequestBody.LIMIT, options.maxRequestSize());
        config.jetty.modifyHttpConfiguration(http -> {
            http.setSendServerVersion(false);
            http.setRequestHeaderSize(MAX_HEADER_SIZE);
        });
        config.jetty.modifyServer(server -> {
            server.setStopTimeout(options.stopWithin().toMillis());
            server.setHandler(new GracefulHandler()); // Javalin puts its own inside
            server.setErrorHandler(new InvalidRequests(options.errors(), MAX_HEADER_SIZE));
        });
        config.jetty.addConnector((server, http) -> connector(server, http, options.address()));
    }

    /** Opened here and not by the server's start, which would log the whole stack of a port in use. */
    private static ServerConnector connector(Server server, HttpConfiguration http, Address address) {
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
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

    private static boolean hasCause(Throwable e, Class<? extends Throwable> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    /** Where it listens, with the real port. */
    public Address address() {
        return address;
    }

    /** The port it listens on, also if the system chose it. */
    public int port() {
        return address.port();
    }

    /** Its base, such as {@code http://127.0.0.1:8080}; a server on all interfaces is named by its loopback address. */
    public URI uri() {
        boolean everywhere = address.host().equals("0.0.0.0") || address.host().equals("::");
        return URI.create("http://" + (everywhere ? new Address("127.0.0.1", port()) : address));
    }

    /** Takes no more requests, lets those in flight end within the bound, and ends. Can be called again. */
    @Override
    public void close() {
        Server server = javalin.jettyServer().server();
        if (!server.isRunning()) {
            return;
        }
        try {
            server.stop(); // Javalin's own stop logs the stack of a timeout
        } catch (Exception e) {
            LOG.atWarn()
                    .setCause(e instanceof TimeoutException ? null : e)
                    .addKeyValue("address", address)
                    .log("Server stopped before all requests had ended");
        }
    }
}
