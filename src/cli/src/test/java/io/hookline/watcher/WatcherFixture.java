package io.hookline.watcher;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.reconcile.Outcome;
import io.hookline.testing.RecordingCluster;
import io.hookline.watcher.model.WatcherDependencies;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A whole watcher on a cluster in memory, with a lambda for the hook. */
public final class WatcherFixture implements AutoCloseable {

    public final Cluster local;
    public final RecordingCluster cluster;
    public final AtomicInteger parses = new AtomicInteger();
    public final List<HookRequest> calls = new CopyOnWriteArrayList<>();
    public final List<Outcome> outcomes = new CopyOnWriteArrayList<>();
    final AtomicInteger running = new AtomicInteger();

    /** What the observer was called with, as text. */
    public final List<String> observed = new CopyOnWriteArrayList<>();

    public volatile Function<HookRequest, String> hook;
    volatile Function<HookRequest, HookReply> reply =
            request -> new HookReply.Answered(new JsonText(hook.apply(request).getBytes(StandardCharsets.UTF_8)));

    private final Map<GroupVersionKind, ApiResource> resources = new ConcurrentHashMap<>();
    private volatile Runnable afterwards = () -> {};
    private final SharedInformerFactory informers;
    final Watcher watcher;

    public WatcherFixture() {
        this(cluster -> cluster);
    }

    /** With something between the watcher and the cluster. */
    WatcherFixture(Function<Cluster, Cluster> between) {
        this(between, WatcherOptions.DEFAULTS);
    }

    WatcherFixture(Function<Cluster, Cluster> between, WatcherOptions options) {
        this(newCluster(), between, InstantSource.system(), options);
    }

    /** An empty cluster in memory. */
    public static LocalCluster newCluster() {
        return LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
    }

    /**
     * On any cluster, with the definitions of our kinds that it has, or simple ones.
     *
     * @param clock of the watcher, but not of its informers
     */
    public WatcherFixture(
            Cluster local, Function<Cluster, Cluster> between, InstantSource clock, WatcherOptions options) {
        this(local, between, clock, options, _ -> "{}");
    }

    /** The same on a cluster that has controllers: their hook is called from the start. */
    WatcherFixture(
            Cluster local,
            Function<Cluster, Cluster> between,
            InstantSource clock,
            WatcherOptions options,
            Function<HookRequest, String> hook) {
        this(local, between, clock, options, hook, Watcher::start);
    }

    /** A watcher that stands by for another one on the same cluster. */
    static WatcherFixture standingBy(Cluster local, Function<Cluster, Cluster> between, WatcherOptions options) {
        return new WatcherFixture(local, between, InstantSource.system(), options, _ -> "{}", Watcher::standBy);
    }

    private WatcherFixture(
            Cluster local,
            Function<Cluster, Cluster> between,
            InstantSource clock,
            WatcherOptions options,
            Function<HookRequest, String> hook,
            Consumer<Watcher> start) {
        this.hook = hook;
        this.local = local;
        this.cluster = new RecordingCluster(local);
        ThreadFactory threads = Thread.ofVirtual().factory();
        Cluster seen = between.apply(cluster);
        informers = new SharedInformerFactory(
                seen, options.informers(), threads, InstantSource.system(), new SplittableRandom(2));
        WatcherDependencies engine = new WatcherDependencies(
                seen,
                informers,
                (_, type, _, _) -> new Lambda(type),
                object -> {
                    parses.incrementAndGet();
                    return object.tree();
                },
                threads,
                clock,
                new ObservedWrites(observed, outcomes, running));
        define(TestKinds.COMPOSITE);
        define(TestKinds.DECORATOR);
        define(TestKinds.THING);
        watcher = new Watcher(engine, options);
        start.accept(watcher);
    }

    /** Creates a kind, if it does not exist, and waits until it is served. */
    ApiResource define(String crd) {
        KubeObject definition = LocalWorld.object(crd);
        if (find(resource(definition.gvk()), definition.name()).isEmpty()) {
            apply(crd);
        }
        String kind = definition.tree().at("/spec/names/kind").asText();
        String version = definition.tree().at("/spec/versions/0/name").asText();
        return resource(GroupVersionKind.of(definition.tree().at("/spec/group").asText() + "/" + version, kind));
    }

    /** Calls the lambda. */
    private final class Lambda implements HookClient {
        private final HookType type;

        Lambda(HookType type) {
            this.type = type;
        }

        @Override
        public HookReply call(HookRequest request) {
            if (request.type() != type) {
                throw new IllegalStateException("asked " + type + " for " + request.type());
            }
            calls.add(request);
            return reply.apply(request);
        }

        @Override
        public void close() {}
    }

    /** A composite over Things with generated selector; {@code rules} are more lines of its spec. */
    public void composite(String name, String rules) {
        apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: %s}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                """.formatted(name) + rules.indent(2));
    }

    /** Hooks at some URL; which does not matter here. */
    public static String hooks(String... types) {
        return Stream.of(types)
                .map(type -> "  " + type + ": {webhook: {url: \"http://hooks.test/" + type + "\"}}\n")
                .collect(Collectors.joining("", "hooks:\n", ""));
    }

    /** Children of kind ConfigMap. */
    public static String configMaps(String method) {
        return "childResources:\n- {apiVersion: v1, resource: configmaps, updateStrategy: {method: " + method + "}}\n";
    }

    /** A parent in namespace default. */
    public KubeObject thing(String name, String spec) {
        return apply("""
                {apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: %s, namespace: default}, spec: %s}
                """.formatted(name, spec));
    }

    /** An answer with ConfigMaps of these names, each with {@code data.text}. */
    public static String configMapAnswer(String text, String... names) {
        StringBuilder children = new StringBuilder();
        for (String name : names) {
            children.append(children.isEmpty() ? "" : ",")
                    .append("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + name
                            + "\"},\"data\":{\"text\":\"" + text + "\"}}");
        }
        return "{\"status\":{\"text\":\"" + text + "\"},\"children\":[" + children + "]}";
    }

    /** Creates or replaces an object from YAML, as a user would. */
    KubeObject apply(String yaml) {
        KubeObject object = LocalWorld.object(yaml);
        ApiResource resource = resource(object.gvk());
        try {
            return local.create(resource, object, WriteOptions.PLAIN);
        } catch (ClusterException.AlreadyExists _) {
            KubeObject live = local.get(resource, object.key());
            ObjectNode next = object.tree();
            ((ObjectNode) next.get("metadata")).put("resourceVersion", live.resourceVersion());
            return updateOr(yaml, resource, KubeObject.of(next));
        }
    }

    /** Retries on a conflict, as a user would: the watcher may write a status at the same time. */
    private KubeObject updateOr(String yaml, ApiResource resource, KubeObject next) {
        try {
            return local.update(resource, next, WriteOptions.PLAIN);
        } catch (ClusterException.Conflict _) {
            return apply(yaml);
        }
    }

    ApiResource resource(GroupVersionKind gvk) {
        return resources.computeIfAbsent(
                gvk,
                _ -> soon().until(() -> local.discover().find(gvk), Optional::isPresent)
                        .orElseThrow());
    }

    public ApiResource things() {
        return resource(GroupVersionKind.of("test.hookline.io/v1", "Thing"));
    }

    public ApiResource configMaps() {
        return resource(GroupVersionKind.of("v1", "ConfigMap"));
    }

    Optional<KubeObject> find(ApiResource resource, String name) {
        ObjectKey key = resource.namespaced() ? new ObjectKey("default", name) : ObjectKey.clusterScoped(name);
        try {
            return Optional.of(local.get(resource, key));
        } catch (ClusterException.NotFound _) {
            return Optional.empty();
        }
    }

    public Optional<KubeObject> thing(String name) {
        return find(things(), name);
    }

    public Optional<KubeObject> configMap(String name) {
        return find(configMaps(), name);
    }

    /** {@code data.text} of a ConfigMap, empty if it is not there. */
    public String text(String configMap) {
        return configMap(configMap).map(c -> c.tree().at("/data/text").asText()).orElse("");
    }

    /** Messages of all events, with reason and name in front. */
    public List<String> events() {
        return local.list(resource(GroupVersionKind.of("v1", "Event")), ListOptions.ALL).items().stream()
                .map(KubeObject::tree)
                .map(e -> e.path("reason").asText() + " "
                        + e.at("/involvedObject/name").asText() + ": "
                        + e.path("message").asText())
                .toList();
    }

    public static ConditionFactory soon() {
        return Awaitility.await().pollInterval(Duration.ofMillis(5)).atMost(Duration.ofSeconds(60));
    }

    /** Does something once it is closed. */
    WatcherFixture closing(Runnable then) {
        afterwards = then;
        return this;
    }

    @Override
    public void close() {
        watcher.close();
        informers.close();
        afterwards.run();
    }
}
