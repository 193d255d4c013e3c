package io.hookline.watcher.sync;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.local.LocalCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.watcher.DenyingCluster;
import io.hookline.watcher.RelatedWorld;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.WatcherObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The related objects of one controller without threads: caches change only in {@link #settle}. */
public final class RelatedParts implements AutoCloseable {

    private static final YAMLMapper YAML = new YAMLMapper();

    final ManualClock clock = new ManualClock();
    public final LocalCluster local = LocalCluster.create(clock, new Random(1));
    final DenyingCluster denying = new DenyingCluster();
    final SharedInformerFactory informers =
            SharedInformerFactory.byHand(denying.inFrontOf(local), InformerOptions.DEFAULTS, clock, new Random(2));
    final WorkQueue<ParentKey> queue = new WorkQueue<>(clock, RateLimits.defaults(clock));
    public final ParentMemories memories = new ParentMemories(clock);
    final RelatedIndex index = new RelatedIndex();
    public final List<HookRequest> asked = new ArrayList<>();
    public Function<KubeObject, HookReply> hook = _ -> rules("[]");

    public final ParentKind kind;
    final RelatedWatches watches;
    public final RelatedObjects related;

    /**
     * Parts of a decorator.
     *
     * @param parents apiVersion and plural of its parents
     * @param hooks the {@code hooks} of its spec
     */
    public RelatedParts(String apiVersion, String parents, String hooks) {
        ControllerSpec spec = ControllerDecoder.decorator(object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: d}
                spec:
                  resources: [{apiVersion: %s, resource: %s}]
                """.formatted(apiVersion, parents) + hooks.indent(2)))
                .value();
        RestMapper catalog = new RestMapper(local, clock, Duration.ofSeconds(30));
        ApiResource resource = catalog.require(apiVersion, parents);
        ParentEventHandler events = new ParentEventHandler(
                spec.parents().getFirst(),
                spec.finalizer(),
                queue,
                memories,
                new ParentReports(new ControllerName(ControllerType.DECORATOR, "d"), WatcherObserver.NONE));
        Subscription subscription = informers.subscribe(resource, events);
        kind = new ParentKind(spec.parents().getFirst(), resource, subscription, spec.finalizer());
        ControllerHooks hookCalls =
                new ControllerHooks(spec, (_, type, _, _) -> new Client(type), (_, _) -> {}, (_, _) -> {});
        watches = new RelatedWatches(informers, index, new ParentKinds(List.of(kind)), queue, _ -> {});
        RelatedRules rules =
                new RelatedRules(catalog::require, hookCalls.customizeVersion(), hookCalls.seesOtherNamespaces());
        related = new RelatedObjects(hookCalls, rules, index, watches, memories, queue);
    }

    private final class Client implements HookClient {
        private final HookType type;

        Client(HookType type) {
            this.type = type;
        }

        @Override
        public HookReply call(HookRequest request) {
            if (type != HookType.CUSTOMIZE) {
                throw new IllegalStateException("only customize is asked here");
            }
            asked.add(request);
            return hook.apply(request.parent());
        }

        @Override
        public void close() {}
    }

    /** An answer with these rules; single quotes will do. */
    public static HookReply rules(String rules) {
        String body = "{\"relatedResources\":" + rules.replace('\'', '"') + "}";
        return new HookReply.Answered(new JsonText(body.getBytes(StandardCharsets.UTF_8)));
    }

    static KubeObject object(String yaml) {
        try {
            return KubeObject.of(Json.object(YAML.readTree(yaml).toString().getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    KubeObject create(String yaml) {
        KubeObject object = object(yaml);
        return local.create(resource(object.gvk()), object, WriteOptions.PLAIN);
    }

    /** A ConfigMap, as {@code namespace/name}. */
    public KubeObject configMap(String key, String labels) {
        ObjectKey at = ObjectKey.parse(key);
        return create("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: %s, name: %s, labels: %s}}"
                .formatted(at.namespace(), at.name(), labels));
    }

    void namespace(String name, String labels) {
        create("{apiVersion: v1, kind: Namespace, metadata: {name: %s, labels: %s}}".formatted(name, labels));
    }

    ApiResource resource(GroupVersionKind gvk) {
        return local.discover().find(gvk).orElseThrow();
    }

    /** Lets all caches show the current state. */
    public void settle() {
        while (informers.step()) {
            clock.instant();
        }
    }

    /** Takes all keys that are due now and finishes them immediately. */
    public Set<String> woken() {
        Set<String> woken = new TreeSet<>();
        for (Optional<WorkQueue.Taken<ParentKey>> next = queue.poll(); next.isPresent(); next = queue.poll()) {
            woken.add(next.get().key().key().toString());
            queue.done(next.get().key());
        }
        return woken;
    }

    /** The cached state of a parent. */
    public KubeObject parent(String key) {
        return kind.subscription().store().get(ObjectKey.parse(key)).orElseThrow();
    }

    RelatedObjects.Found find(String parent) throws InterruptedException {
        return find(parent(parent));
    }

    public RelatedObjects.Found find(KubeObject parent) throws InterruptedException {
        return related.of(kind, List.of(ParentRevision.only(parent)), memories.of(parent));
    }

    /** What is found for a parent once all caches are complete: {@code ConfigMap.v1: a/x, a/y}. */
    List<String> found(String parent) throws InterruptedException {
        RelatedObjects.Found found = find(parent);
        for (int i = 0; i < 3 && found instanceof RelatedObjects.Found.NotYet; i++) {
            settle();
            found = find(parent);
        }
        woken();
        return switch (found) {
            case RelatedObjects.Found.Objects(List<ObjectGroups> groups) -> RelatedWorld.text(groups.getFirst());
            case RelatedObjects.Found.NotYet(var outcome) -> List.of("not yet: " + outcome);
        };
    }

    /** Whether nothing is remembered of any parent. */
    public boolean isEmpty() {
        return memories.size() == 0 && index.isEmpty() && watches.waiting() == 0;
    }

    @Override
    public void close() {
        related.close();
        informers.close();
    }
}
