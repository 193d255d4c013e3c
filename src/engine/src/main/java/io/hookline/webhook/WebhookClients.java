package io.hookline.webhook;

import io.hookline.cluster.Cluster;
import io.hookline.hook.codec.HookBody;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.http.Authority;
import io.hookline.http.BasicAuthorization;
import io.hookline.http.EnvironmentProxies;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Credentials;
import io.hookline.spec.DecoratorController;
import io.hookline.spec.Hooks;
import io.hookline.spec.Hooks.Webhook;
import io.hookline.trace.Trace;
import io.hookline.webhook.credential.CredentialObserver;
import io.hookline.webhook.credential.FollowedObjects;
import io.hookline.webhook.credential.HookCredentials;
import io.hookline.webhook.credential.ResolvedCredentials;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens clients for the hooks of controllers. Thread-safe.
 *
 * <p>Hooks with equal TLS material share connections. The Secrets and ConfigMaps of credentials are followed while a
 * client is open: it uses new ones from its next call on. Connections with unchanged material stay open.
 */
public final class WebhookClients implements AutoCloseable {

    private final FollowedObjects objects;
    private final AnswerMemory memory;
    private final AnswerMemory plans = AnswerMemory.ofPlans(Runtime.getRuntime().maxMemory());
    private final WebhookRuntime runtime;
    private final WebhookLimits limits;
    private final Optional<LocalHooks> local;
    private final EnvironmentProxies proxies;
    private final HttpClients clients;
    private final ServedVersions versions;

    /**
     * Creates it without opening a connection.
     *
     * @param cluster the cluster from which Secrets and ConfigMaps are read
     * @param local hooks that are called in this process
     * @param environment the environment variables of the process; {@code HTTP_PROXY}, {@code HTTPS_PROXY} and
     *     {@code NO_PROXY} name the proxies
     * @throws WebhookException if a proxy is not a valid URL
     */
    public WebhookClients(
            Cluster cluster,
            WebhookRuntime runtime,
            WebhookLimits limits,
            Optional<LocalHooks> local,
            Map<String, String> environment) {
        this.objects = new FollowedObjects(cluster, runtime.executor());
        this.memory =
                new AnswerMemory(limits.answerBytes(), Runtime.getRuntime().maxMemory());
        this.runtime = runtime;
        this.limits = limits;
        this.local = local;
        this.proxies = proxies(environment);
        this.clients = new HttpClients(proxies);
        this.versions = new ServedVersions(runtime.clock());
    }

    /**
     * Opens a client for one hook. Blocks while Secrets and ConfigMaps are read; the hook itself is not called.
     *
     * @param observer of changed Secrets and ConfigMaps
     * @throws RuntimeException if the webhook's settings are not valid, with a message for the controller's author: a
     *     {@link DecodeException} for its URL, a {@link WebhookException}, or a
     *     {@link io.hookline.webhook.credential.CredentialException}
     */
    public HookClient connect(ControllerSpec controller, HookType type, Hooks.Hook hook, CredentialObserver observer) {
        Webhook webhook = hook.webhook().orElseThrow(() -> new WebhookException(type.text() + " hook has no webhook"));
        WebhookUrl endpoint = endpoint(controller, type, webhook);
        HookCall call = new HookCall(typeOf(controller), controller.name(), type, endpoint.label());
        Optional<EtagCache> etags =
                webhook.etag().map(rules -> new EtagCache(rules, limits.etagBytes(), runtime.clock()));
        return new WebhookClient(
                call,
                transport(controller, webhook, call, endpoint, observer),
                etags,
                runtime.observer(),
                runtime.clock(),
                limits.echoedBytes(),
                plans);
    }

    /**
     * Refuses a controller with a URL that cannot be called.
     *
     * @throws DecodeException for the first of them
     */
    public static void requireUrls(ControllerSpec controller) {
        Hooks hooks = controller.hooks();
        requireUrl(controller, HookType.SYNC, hooks.sync());
        requireUrl(controller, HookType.FINALIZE, hooks.finalizing());
        requireUrl(controller, HookType.CUSTOMIZE, hooks.customize());
    }

    private static void requireUrl(ControllerSpec controller, HookType type, Optional<Hooks.Hook> hook) {
        hook.flatMap(Hooks.Hook::webhook).ifPresent(webhook -> endpoint(controller, type, webhook));
    }

    /** Names the field of the URL, or the webhook if the URL is composed of the fields of a service. */
    private static WebhookUrl endpoint(ControllerSpec controller, HookType type, Webhook webhook) {
        try {
            return WebhookUrl.parse(webhook.url());
        } catch (WebhookException e) {
            boolean composed = controller
                    .source()
                    .tree()
                    .at("/spec/hooks/" + type.text() + "/webhook/url")
                    .asText()
                    .isEmpty();
            // A part of the spec that is not valid: only a change of the controller can help.
            throw new DecodeException(
                    new FieldPath("spec.hooks." + type.text() + ".webhook" + (composed ? "" : ".url")),
                    String.valueOf(e.getMessage()));
        }
    }

    /** Aborts all calls in flight and closes all connections. */
    @Override
    public void close() {
        objects.close();
        clients.close();
    }

    private Transport transport(
            ControllerSpec controller,
            Webhook webhook,
            HookCall call,
            WebhookUrl endpoint,
            CredentialObserver observer) {
        if (local.isPresent() && local.get().answer(endpoint.uri())) {
            return new LocalTransport(
                    local.get().catalog(),
                    endpoint,
                    local.get().timeout().orElse(webhook.timeout()),
                    limits.answerBytes(),
                    runtime.executor());
        }
        checkProxy(endpoint);
        return RotatingTransport.open(
                call,
                Credentials.of(webhook, controller.endpointConfigs()),
                objects,
                resolved -> overHttp(webhook, endpoint, call, resolved),
                observer);
    }

    private Transport overHttp(Webhook webhook, WebhookUrl endpoint, HookCall call, ResolvedCredentials resolved) {
        Optional<String> authorization =
                resolved.authorization().or(() -> endpoint.userInfo().map(BasicAuthorization::of));
        RequestBuilder requests = RequestBuilder.to(endpoint.uri(), authorization, limits.sameHostRedirects());
        return new HttpTransport(
                clients.lease(resolved.tls()),
                endpoint,
                requests,
                webhook.timeout(),
                memory,
                (event, since) -> runtime.observer().connecting(call, event, since),
                versions);
    }

    private static EnvironmentProxies proxies(Map<String, String> environment) {
        try {
            EnvironmentProxies proxies = new EnvironmentProxies(environment);
            proxies.check();
            return proxies;
        } catch (IllegalArgumentException e) {
            throw new WebhookException("webhooks cannot be called: " + e.getMessage(), e);
        }
    }

    private void checkProxy(WebhookUrl endpoint) {
        try {
            proxies.proxyFor(endpoint.uri());
        } catch (IllegalArgumentException e) {
            throw new WebhookException(
                    "webhook URL \"" + endpoint.shown() + "\" cannot be called: " + e.getMessage(), e);
        }
    }

    private static ControllerType typeOf(ControllerSpec controller) {
        return switch (controller) {
            case CompositeController _ -> ControllerType.COMPOSITE;
            case DecoratorController _ -> ControllerType.DECORATOR;
        };
    }

    /**
     * Calls a hook of this process.
     *
     * <p>The hook runs on another thread, so that the caller can stop at the timeout even if the hook never returns.
     * Its thread is then interrupted.
     */
    static final class LocalTransport implements Transport {

        /** A Java hook that ignores the interrupt is given up after half of it. */
        private static final Duration FOR_FAILURE = Duration.ofSeconds(1);

        private final InProcessHooks catalog;
        private final WebhookUrl endpoint;
        private final Duration timeout;
        private final int maxBytes;
        private final Executor executor;

        LocalTransport(InProcessHooks catalog, WebhookUrl endpoint, Duration timeout, int maxBytes, Executor executor) {
            this.catalog = catalog;
            this.endpoint = endpoint;
            this.timeout = timeout;
            this.maxBytes = maxBytes;
            this.executor = executor;
        }

        @Override
        public Answer post(HookBody body, Optional<String> tag, Optional<Instant> now)
                throws Failure, InterruptedException {
            FutureTask<InProcessHooks.Response> task =
                    new FutureTask<>(() -> catalog.serve(endpoint.path(), body.bytes(), now));
            try {
                executor.execute(Trace.inherited(task)); // what the hook logs belongs to the sync
                return answer(task.get(timeout.toNanos(), TimeUnit.NANOSECONDS));
            } catch (TimeoutException _) {
                return answer(lateFailure(task)
                        .orElseThrow(() -> Failure.timeout(endpoint.shown(), FailureMessages.timeout(timeout, false))));
            } catch (ExecutionException e) {
                throw Failure.of(endpoint.shown(), "hook failed: " + e.getCause(), e.getCause());
            } catch (RejectedExecutionException e) {
                throw Failure.of(endpoint.shown(), "too many hook calls are running in this process", e);
            } finally {
                task.cancel(true);
            }
        }

        /**
         * The failure of a call whose time is over, if the hook's own limit ends with ours: it names the line at which the
         * hook hangs. An answer that comes too late stays too late.
         */
        private static Optional<InProcessHooks.Response> lateFailure(FutureTask<InProcessHooks.Response> task)
                throws InterruptedException {
            try {
                return Optional.of(task.get(FOR_FAILURE.toNanos(), TimeUnit.NANOSECONDS))
                        .filter(late -> late.status() != 200);
            } catch (TimeoutException | ExecutionException _) {
                return Optional.empty();
            }
        }

        @Override
        public Optional<String> servedVersion() {
            return catalog.version(endpoint.path());
        }

        @Override
        public void close() {
            // holds nothing
        }

        private Answer answer(InProcessHooks.Response response) throws Failure {
            byte[] body = response.body().bytes();
            if (body.length > maxBytes && response.status() == 200) {
                throw Failure.of(endpoint.shown(), FailureMessages.tooLarge(maxBytes), null);
            }
            Map<String, String> headers = response.headers().entrySet().stream()
                    .collect(Collectors.toMap(
                            header -> header.getKey().toLowerCase(Locale.ROOT),
                            Map.Entry::getValue,
                            (first, _) -> first));
            return new Answer(response.status(), headers, body, response.detail());
        }
    }

    /**
     * Calls a hook with the present credentials. New ones apply to calls that begin later: calls in flight end with the
     * former ones, on their connections.
     */
    static final class RotatingTransport implements Transport {

        private static final Logger LOG = LoggerFactory.getLogger(WebhookClients.class);

        private final HookCall call;
        private final Function<ResolvedCredentials, Transport> open;

        private volatile @Nullable Transport current;

        /** Guarded by this. */
        private boolean closed;

        private @Nullable HookCredentials credentials;

        private RotatingTransport(HookCall call, Function<ResolvedCredentials, Transport> open) {
            this.call = call;
            this.open = open;
        }

        /**
         * Reads the credentials, and replaces them when they change.
         *
         * @param open creates the transport for credentials
         */
        static Transport open(
                HookCall call,
                Credentials credentials,
                FollowedObjects objects,
                Function<ResolvedCredentials, Transport> open,
                CredentialObserver observer) {
            RotatingTransport rotating = new RotatingTransport(call, open);
            rotating.credentials = HookCredentials.open(credentials, objects, rotating::use, observer);
            return rotating;
        }

        private synchronized void use(ResolvedCredentials next) {
            Transport former = current;
            if (closed) {
                return;
            }
            current = open.apply(next);
            if (former != null) {
                former.close();
                LOG.atInfo()
                        .addKeyValue("controller", new ControllerName(call.controllerType(), call.controller()))
                        .addKeyValue("hook", call.hook().text())
                        .log("credentials of the hook were replaced");
            }
        }

        @Override
        public Answer post(HookBody body, Optional<String> tag, Optional<Instant> now)
                throws Failure, InterruptedException {
            return present().post(body, tag, now);
        }

        @Override
        public Optional<String> servedVersion() throws InterruptedException {
            return present().servedVersion();
        }

        private Transport present() {
            Transport now = current;
            if (now == null) {
                throw new IllegalStateException("a transport has credentials before it is handed out");
            }
            return now;
        }

        @Override
        public void close() {
            HookCredentials following = credentials;
            if (following != null) {
                following.close();
            }
            synchronized (this) {
                closed = true;
                present().close();
            }
        }
    }

    /**
     * The hooks of this process, and the hosts whose URLs they answer without a socket.
     *
     * @param authorities accepts {@code host} or {@code host:port} of such URLs, in lower case; the scheme does not
     *     matter
     * @param timeout replaces the timeouts of the webhooks, for a debugger that stops a call; empty to obey them
     */
    public record LocalHooks(InProcessHooks catalog, Predicate<String> authorities, Optional<Duration> timeout) {

        /** Hooks that obey the timeouts of their webhooks. */
        public LocalHooks(InProcessHooks catalog, Predicate<String> authorities) {
            this(catalog, authorities, Optional.empty());
        }

        /** Whether this URL is answered in this process. */
        boolean answer(URI url) {
            return Authority.of(url)
                    .map(authority -> authority.hostAndPort().toLowerCase(Locale.ROOT))
                    .filter(authorities)
                    .isPresent();
        }
    }

    /**
     * The executor, clock and observer of hook calls.
     *
     * @param executor runs local hooks, with enough threads for all calls at a time; a call that it rejects fails
     * @param clock for the expiry of cached answers, and for dates in {@code Retry-After}
     * @param observer observes every call
     */
    public record WebhookRuntime(Executor executor, InstantSource clock, CallObserver observer) {}
}
