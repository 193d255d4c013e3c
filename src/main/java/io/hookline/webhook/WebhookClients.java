package io.hookline.webhook;

import io.hookline.cluster.Cluster;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookType;
import io.hookline.http.BasicAuthorization;
import io.hookline.http.EnvironmentProxies;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Credentials;
import io.hookline.spec.DecoratorController;
import io.hookline.spec.Hooks;
import io.hookline.spec.Hooks.Webhook;
import io.hookline.webhook.credential.CredentialObserver;
import io.hookline.webhook.credential.FollowedObjects;
import io.hookline.webhook.credential.ResolvedCredentials;
import java.util.Map;
import java.util.Optional;

/**
 * Opens clients for the hooks of controllers. Thread-safe.
 *
 * <p>Hooks with equal TLS material share connections. The Secrets and ConfigMaps of credentials are followed while a client is open:
 * it uses new ones from its next call on. Connections with unchanged material stay open.
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
     * @throws RuntimeException if the webhook's settings are not valid, with a message for the controller's author: a {@link
     *     WebhookException}, or a {@link io.hookline.webhook.credential.CredentialException}
     */
    public HookClient connect(ControllerSpec controller, HookType type, Hooks.Hook hook, CredentialObserver observer) {
        Webhook webhook = hook.webhook().orElseThrow(() -> new WebhookException(type.text() + " hook has no webhook"));
        WebhookUrl endpoint = WebhookUrl.parse(webhook.url());
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
}
