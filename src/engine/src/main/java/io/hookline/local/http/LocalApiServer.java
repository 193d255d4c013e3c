package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.hookline.local.LocalCluster;
import io.hookline.object.DecodeException;
import io.hookline.web.Address;
import io.hookline.web.MemoryBudget;
import io.hookline.web.RequestException;
import io.hookline.web.WebOptions;
import io.hookline.web.WebServer;
import io.hookline.web.tls.SelfSignedCertificate;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a {@link LocalCluster} over HTTP like a Kubernetes API server, for kubectl and all other clients on this
 * machine.
 *
 * <p>It is meant for development and tests: it listens on the loopback address only, and a client that has its {@link
 * AccessToken} may do everything. Requests without the token, and requests that it does not support, are refused with a
 * {@code Status} that names the reason. Thread-safe.
 */
public final class LocalApiServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalApiServer.class);

    /** The limit of a real server. */
    private static final long MAX_BODY = 3L << 20;

    private static final String OUT_OF_MEMORY =
            "out of memory: this request needs more heap than the server has left; send less, request pages with"
                    + " ?limit=, or start it with a larger -Xmx";

    private final ApiRouter router;
    private final WatchSockets sockets;
    private final AccessToken token;
    private final Optional<SelfSignedCertificate> certificate;
    private final WebServer web;

    private LocalApiServer(
            LocalCluster cluster,
            int port,
            Optional<SelfSignedCertificate> certificate,
            AccessToken token,
            MemoryBudget memory) {
        this.certificate = certificate;
        this.token = token;
        this.router = new ApiRouter(cluster, token);
        this.sockets = new WatchSockets(router);
        WebOptions options = WebOptions.at(new Address("127.0.0.1", port))
                .withMaxRequestSize(MAX_BODY)
                .withMemory(memory)
                .withStopWithin(Duration.ofMillis(500));
        this.web = WebServer.start(
                certificate.map(each -> options.withTls(each.context())).orElse(options), this::addRoutes);
    }

    /**
     * Starts a server for a cluster, which can still be used directly. Its token is a new one. It serves plain HTTP,
     * which some clients refuse; kubectl and other clients in Go send no token then.
     *
     * @param port 0 lets the system choose a free one
     * @throws io.hookline.web.PortInUseException if the port is taken
     */
    public static LocalApiServer start(LocalCluster cluster, int port) {
        return new LocalApiServer(
                cluster, port, Optional.empty(), AccessToken.random(new SecureRandom()), MemoryBudget.ofHeap());
    }

    /**
     * Starts a server that serves HTTPS, for every client. Its token is a new one, which the kubeconfig contains with
     * the certificate.
     *
     * @param port 0 lets the system choose a free one
     * @throws io.hookline.web.PortInUseException if the port is taken
     */
    public static LocalApiServer start(LocalCluster cluster, int port, SelfSignedCertificate certificate) {
        return start(cluster, port, certificate, AccessToken.random(new SecureRandom()));
    }

    /** The same with a token that its clients know already. */
    public static LocalApiServer start(
            LocalCluster cluster, int port, SelfSignedCertificate certificate, AccessToken token) {
        return new LocalApiServer(cluster, port, Optional.of(certificate), token, MemoryBudget.ofHeap());
    }

    /** Starts a server with another maximum memory of all requests together. */
    static LocalApiServer start(LocalCluster cluster, MemoryBudget memory) {
        return new LocalApiServer(cluster, 0, Optional.empty(), AccessToken.random(new SecureRandom()), memory);
    }

    private void addRoutes(RoutesConfig routes) {
        for (HandlerType method : HandlerType.values()) {
            if (method.isHttpMethod()) {
                routes.addHttpHandler(method, "*", this::handle);
            }
        }
        routes.wsBeforeUpgrade("*", this::upgrade);
        routes.ws("*", sockets::configure);
    }

    private void handle(Context ctx) throws IOException {
        answer(ctx, path -> router.handle(ctx, ctx.req().getRequestURI(), path));
    }

    private void upgrade(Context ctx) throws IOException {
        AtomicBoolean admitted = new AtomicBoolean();
        answer(ctx, path -> admitted.set(sockets.admit(ctx, path)));
        if (!admitted.get()) {
            ctx.skipRemainingHandlers();
        }
    }

    private interface Action {
        void run(Optional<ApiPath> path) throws IOException;
    }

    /** Authenticates the request and runs the action, whose failure is the response. */
    private void answer(Context ctx, Action action) throws IOException {
        String rawPath = ctx.req().getRequestURI();
        Optional<ApiPath> path = Optional.empty();
        try {
            token.check(ctx, rawPath);
            path = ApiPath.parse(rawPath);
            action.run(path);
        } catch (ClusterException e) {
            HttpReply.failure(ctx, e, path);
        } catch (RequestException e) {
            HttpReply.failure(ctx, refused(e), Optional.empty());
        } catch (DecodeException | IllegalArgumentException e) {
            HttpReply.failure(ctx, new ClusterException.BadRequest(String.valueOf(e.getMessage())), path);
        } catch (RuntimeException e) {
            LOG.atError()
                    .addKeyValue("method", ctx.req().getMethod())
                    .addKeyValue("path", rawPath)
                    .setCause(e)
                    .log("request failed");
            HttpReply.failure(ctx, new ClusterException.Unavailable(500, "internal error: " + e), path);
        } catch (OutOfMemoryError e) { // the memory of the request can be freed here
            LOG.atError()
                    .addKeyValue("method", ctx.req().getMethod())
                    .addKeyValue("path", rawPath)
                    .log("request failed, out of memory");
            HttpReply.failure(ctx, new ClusterException.Unavailable(500, OUT_OF_MEMORY), path);
        }
    }

    /** A status that clients repeat, if the request can be sent again: they do not repeat a 400. */
    private static ClusterException refused(RequestException e) {
        return switch (e.status()) {
            case 413 -> new ClusterException.TooLarge("Request entity too large: limit is " + MAX_BODY);
            case 408 -> new ClusterException.BadRequest(408, "Timeout", String.valueOf(e.getMessage()));
            case 503 ->
                new ClusterException.TooManyRequests(
                        String.valueOf(e.getMessage()), e.retryAfter().orElse(null));
            case 415 -> new ClusterException.BadRequest(415, "UnsupportedMediaType", String.valueOf(e.getMessage()));
            default -> new ClusterException.BadRequest(String.valueOf(e.getMessage()));
        };
    }

    /** The port it listens on, also if the system chose it. */
    public int port() {
        return web.port();
    }

    /** Its address, such as {@code https://127.0.0.1:43210}. */
    public String url() {
        return web.uri().toString();
    }

    /** The token that requests need. */
    public AccessToken token() {
        return token;
    }

    /**
     * A kubeconfig with one context, {@code hookline}, that points here: YAML, complete as a file. It contains the
     * token, so other users of the machine must not be able to read the file.
     */
    public String kubeconfig() {
        return kubeconfig("default");
    }

    /** The same, with the namespace for requests that name none. */
    public String kubeconfig(String namespace) {
        return kubeconfig(namespace, Optional.empty());
    }

    /**
     * The same, with an extension of the cluster, which other clients ignore.
     *
     * @param extension its name and its {@code url}
     */
    public String kubeconfig(String namespace, Optional<Map.Entry<String, URI>> extension) {
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: hookline
                  cluster:
                    server: %s%s%s
                users:
                - name: hookline
                  user:
                    token: "%s"
                contexts:
                - name: hookline
                  context:
                    cluster: hookline
                    user: hookline
                    namespace: %s
                current-context: hookline
                """.formatted(
                        url(), authority(), extension.map(LocalApiServer::text).orElse(""), token.text(), namespace);
    }

    private static String text(Map.Entry<String, URI> extension) {
        return "\n    extensions:\n    - name: " + extension.getKey() + "\n      extension:\n        url: "
                + extension.getValue();
    }

    private String authority() {
        return certificate
                .map(each -> "\n    certificate-authority-data: "
                        + Base64.getEncoder().encodeToString(each.pem().getBytes(StandardCharsets.US_ASCII)))
                .orElse("");
    }

    /** The number of requests by client, verb and resource since the start. */
    public List<RequestCount> requests() {
        return router.requests();
    }

    /** The number of open watches. */
    int openWatches() {
        return router.watches().count();
    }

    /** Ends all watches at once, then the server within a second. Can be called again. The cluster is not changed. */
    @Override
    public void close() {
        router.close();
        sockets.close();
        web.close();
    }
}
