package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.spec.ChildRule.ApplyStrategy;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;

/**
 * A world with a watcher for each test, and what these tests do to it. The same tests run on the cluster in memory, and on
 * a real one where a class with a real control plane nests them.
 */
@ExtendWith(SuiteCluster.Resolver.class)
public abstract class ReconcileSuite {

    public WatcherFixture world;

    /** How the watcher writes children, unless their rule says it. */
    @Parameter
    ApplyStrategy strategy = ApplyStrategy.DYNAMIC_APPLY;

    private SuiteCluster cluster;

    /** A world, with something between the watcher and the cluster. */
    public WatcherFixture open(UnaryOperator<Cluster> between) {
        return cluster.open(between, WatcherOptions.DEFAULTS.applying(strategy.text(), "metacontroller"));
    }

    @BeforeEach
    void openWorld(SuiteCluster on) {
        cluster = on;
        world = open(between());
    }

    /** What stands between the watcher and the cluster in all tests of a class. */
    public UnaryOperator<Cluster> between() {
        return UnaryOperator.identity();
    }

    @AfterEach
    void closeWorld() {
        world.close();
    }

    public static ObjectKey key(String name) {
        return new ObjectKey("default", name);
    }

    /** The requests that the strategy sends where dynamic apply sends these: a creation and an update are an apply each. */
    List<String> sent(String... ofDynamicApply) {
        return Stream.of(ofDynamicApply)
                .map(request -> strategy == ApplyStrategy.SERVER_SIDE_APPLY
                        ? request.replaceFirst("^(create|update) ", "apply ")
                        : request)
                .toList();
    }

    /** A composite over Things that select their children themselves; {@code rules} are more lines of its spec. */
    public void selecting(String name, String rules) {
        composite(name, "", rules);
    }

    /** A composite over Things; {@code parent} are more fields of the rule for them. */
    public void composite(String name, String parent, String rules) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: %s}
                spec:
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things%s}
                """.formatted(name, parent.isEmpty() ? "" : ", " + parent) + rules.indent(2));
    }

    /** A Thing with fields of metadata beside name and namespace, and a spec. */
    public KubeObject thing(String name, String metadata, String spec) {
        return world.apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: " + name
                + ", namespace: default, " + metadata + "}, spec: " + spec + "}");
    }

    /** A ConfigMap with fields of metadata beside name and namespace. */
    public KubeObject configMap(String name, String metadata) {
        return world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + ", namespace: default, "
                + metadata + "}, data: {text: theirs}}");
    }

    /** The owner reference that makes an object the child of a parent, in YAML. */
    static String ownedBy(KubeObject parent) {
        return "ownerReferences: [{apiVersion: " + parent.apiVersion() + ", kind: " + parent.kind() + ", name: "
                + parent.name() + ", uid: " + parent.uid() + ", controller: true, blockOwnerDeletion: true}]";
    }

    /** Changes an object by a merge patch, as a user would. */
    KubeObject merge(ApiResource resource, String name, String json) {
        ObjectKey key = resource.namespaced() ? key(name) : ObjectKey.clusterScoped(name);
        return world.local.patch(resource, key, Patch.merge(json), WriteOptions.PLAIN);
    }

    public KubeObject mergeThing(String name, String json) {
        return merge(world.things(), name, json);
    }

    public void deleteThing(String name) {
        world.local.delete(world.things(), key(name), DeleteOptions.BACKGROUND);
    }

    /** Removes all finalizers from an object, so that it can be deleted. */
    public void letGo(ApiResource resource, String name) {
        try {
            merge(resource, name, "{\"metadata\":{\"finalizers\":null}}");
        } catch (ClusterException.NotFound _) {
            // deleted already
        }
    }

    /** A Thing's status as text, empty if it has none. */
    public String status(String thing) {
        return world.thing(thing).map(t -> GoJson.text(t.tree().path("status"))).orElse("");
    }

    /** Names of the children that the last call of the hook showed. */
    public List<String> shown() {
        return world.calls.isEmpty() ? List.of() : shown(world.calls.getLast());
    }

    /** The same, of the last call about one parent. */
    public List<String> shownOf(String parent) {
        return callsAbout(parent).stream()
                .reduce((_, last) -> last)
                .map(ReconcileSuite::shown)
                .orElse(List.of());
    }

    public List<HookRequest> callsAbout(String parent) {
        return world.calls.stream()
                .filter(call -> call.parent().name().equals(parent))
                .toList();
    }

    static List<String> shown(HookRequest call) {
        return call.children().all().stream().map(KubeObject::name).sorted().toList();
    }

    /** Makes one more sync happen, on a state of the parent that the hook has not seen, and waits for its end. */
    void touch(String thing) {
        KubeObject touched =
                mergeThing(thing, "{\"metadata\":{\"annotations\":{\"touched\":\"" + world.calls.size() + "\"}}}");
        soon().until(() -> world.calls.stream()
                .anyMatch(call -> call.parent().resourceVersion().equals(touched.resourceVersion())
                        || call.parent().annotations().equals(touched.annotations())));
        settle();
    }

    /** An answer that returns the existing ConfigMaps unchanged, so that only claims change anything. */
    public static String asShown(HookRequest request) {
        return "{\"children\":["
                + request.children().all().stream()
                        .map(child -> "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\""
                                + child.name() + "\",\"labels\":"
                                + GoJson.text(child.tree().at("/metadata/labels")) + "}}")
                        .collect(Collectors.joining(","))
                + "]}";
    }

    /** Waits until all syncs have ended, and no other begins for a moment. */
    public void settle() {
        QuietPeriod.ofSyncs(world);
    }

    /** Events that contain a text. */
    public List<String> events(String text) {
        return world.events().stream().filter(event -> event.contains(text)).toList();
    }

    public void awaitEvent(String text) {
        soon().until(() -> !events(text).isEmpty());
    }
}
