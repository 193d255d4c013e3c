package io.hookline.process;

import io.hookline.cluster.Cluster;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.KubeObject;
import io.hookline.spec.Hooks;
import io.hookline.watcher.Watcher;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.webhook.LocalHooks;
import io.hookline.webhook.WebhookClients;
import io.hookline.webhook.WebhookLimits;
import io.hookline.webhook.WebhookRuntime;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;

/** The watcher with everything it needs, wired for real: clock, threads and randomness come in here. */
public final class WatcherProcess implements AutoCloseable {

    /** Whom the hook URLs of our examples and manifests name: the Service in front of the hook server. */
    private static final Set<String> SERVICE = Set.of("hooks.hookline", "hooks.hookline:80");

    private final SharedInformerFactory informers;
    private final Watcher watcher;
    private final WebhookClients webhooks;

    private WatcherProcess(SharedInformerFactory informers, Watcher watcher, WebhookClients webhooks) {
        this.informers = informers;
        this.watcher = watcher;
        this.webhooks = webhooks;
    }

    /**
     * Starts watching a cluster.
     *
     * @param localHooks hooks of this process, which answer for the Service {@code hooks} in namespace {@code hookline}
     */
    public static WatcherProcess start(
            Cluster cluster, Optional<InProcessHooks> localHooks, WatcherOptions options, MeterRegistry registry) {
        return start(cluster, localHooks, options, registry, System.getenv());
    }

    /** The same, with the environment that names proxies on the way to hooks. */
    public static WatcherProcess start(
            Cluster cluster,
            Optional<InProcessHooks> localHooks,
            WatcherOptions options,
            MeterRegistry registry,
            Map<String, String> environment) {
        InstantSource clock = NonDecreasingClock.system();
        ThreadFactory threads = Thread.ofVirtual().name("watcher-", 0).factory();
        WebhookClients webhooks = new WebhookClients(
                cluster,
                new WebhookRuntime(
                        Executors.newThreadPerTaskExecutor(threads),
                        InstantSource.system(), // it is compared with dates that others send
                        new HookCallMetrics(registry)),
                WebhookLimits.DEFAULT,
                localHooks.map(catalog -> new LocalHooks(catalog, SERVICE)),
                environment);
        SharedInformerFactory informers =
                new SharedInformerFactory(cluster, InformerOptions.DEFAULTS, threads, clock, new SplittableRandom());
        WatcherDependencies engine = new WatcherDependencies(
                cluster, informers, webhooks::connect, KubeObject::tree, threads, clock, new WatcherMetrics(registry));
        Watcher watcher = new Watcher(engine, options);
        watcher.start();
        return new WatcherProcess(informers, watcher, webhooks);
    }

    /** Starts the controllers anew that one of the hooks of this process answers. */
    public void restart(String hook) {
        watcher.restart(controller -> Stream.of(
                        controller.hooks().sync(),
                        controller.hooks().finalizing(),
                        controller.hooks().customize())
                .flatMap(asked -> asked.flatMap(Hooks.Hook::webhook).stream())
                .anyMatch(webhook -> isOf(hook, URI.create(webhook.url()))));
    }

    private static boolean isOf(String hook, URI url) {
        return SERVICE.contains(String.valueOf(url.getAuthority()))
                && String.valueOf(url.getPath()).startsWith("/" + hook + "/");
    }

    /** What keeps it from working now. */
    public List<String> troubles() {
        return watcher.troubles();
    }

    @Override
    public void close() {
        watcher.close();
        informers.close();
        webhooks.close();
    }
}
