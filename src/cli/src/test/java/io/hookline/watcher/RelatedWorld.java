package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.soon;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A watcher whose customize hook returns rules, and the requests to its other hooks. */
public final class RelatedWorld implements AutoCloseable {

    final WatcherFixture world;
    volatile Function<KubeObject, String> rules = _ -> "[]";
    volatile Function<HookRequest, String> sync = _ -> "{}";

    RelatedWorld() {
        this(cluster -> cluster);
    }

    RelatedWorld(Function<Cluster, Cluster> between) {
        world = new WatcherFixture(between);
        world.hook = request -> request.type() == HookType.CUSTOMIZE
                ? "{\"relatedResources\":" + rules.apply(request.parent()) + "}"
                : sync.apply(request);
    }

    /** Sync and customize hooks of these versions. */
    public static String hooks(String syncVersion, String customizeVersion) {
        return """
                hooks:
                  sync: {version: %s, webhook: {url: "http://hooks.test/sync"}}
                  customize: {version: %s, webhook: {url: "http://hooks.test/customize"}}
                """.formatted(syncVersion, customizeVersion);
    }

    /** A composite over Things. */
    void composite(String name, String syncVersion, String customizeVersion) {
        world.composite(name, hooks(syncVersion, customizeVersion));
    }

    /** A decorator of these resources: with an empty answer it writes nothing, so that only changes of others sync. */
    void decorator(String name, String apiVersion, String resource, String hooks) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: %s}
                spec:
                  resources:
                  - {apiVersion: %s, resource: %s, labelSelector: {matchLabels: {decorate: "yes"}}}
                """.formatted(name, apiVersion, resource) + hooks.indent(2));
    }

    /** A Thing that decorators select. */
    void decorated(String name) {
        world.apply(
                "{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: %s, namespace: default, labels: {decorate: 'yes'}}, spec: {}}"
                        .formatted(name));
    }

    void namespace(String name, String labels) {
        world.apply("{apiVersion: v1, kind: Namespace, metadata: {name: %s, labels: %s}}".formatted(name, labels));
    }

    void configMap(String namespace, String name, String labels) {
        world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: %s, name: %s, labels: %s}}"
                .formatted(namespace, name, labels));
    }

    void label(ApiResource resource, ObjectKey key, String labels) {
        world.local.patch(resource, key, Patch.merge("{\"metadata\":{\"labels\":" + labels + "}}"), WriteOptions.PLAIN);
    }

    ApiResource namespaces() {
        return world.resource(GroupVersionKind.of("v1", "Namespace"));
    }

    /** Requests about one parent. */
    List<HookRequest> calls(HookType type, String parent) {
        return world.calls.stream()
                .filter(call -> call.type() == type && call.parent().name().equals(parent))
                .toList();
    }

    int syncs(String parent) {
        return calls(HookType.SYNC, parent).size();
    }

    int customizes(String parent) {
        return calls(HookType.CUSTOMIZE, parent).size();
    }

    /** The related objects in a sync request, in wire format: {@code ConfigMap.v1: default/a, default/b}. */
    static List<String> told(HookRequest request) {
        return text(RequestCodec.decode(RequestCodec.encode(request).bytes()).related());
    }

    public static List<String> text(ObjectGroups related) {
        return related.byKind().entrySet().stream()
                .map(group -> group.getKey() + ": "
                        + group.getValue().stream()
                                .map(object -> object.key().toString())
                                .sorted()
                                .collect(Collectors.joining(", ")))
                .toList();
    }

    /** The related objects in the last sync request of a parent; waits for the first one. */
    List<String> told(String parent) {
        soon().until(() -> syncs(parent) > 0);
        return told(calls(HookType.SYNC, parent).getLast());
    }

    /** Keys of all objects of a resource in namespace default, sorted as text. */
    List<String> names(ApiResource resource) {
        return world.local.list(resource, ListOptions.ALL).items().stream()
                .filter(object -> object.namespace().equals("default"))
                .map(object -> object.key().toString())
                .sorted()
                .toList();
    }

    Stream<String> events(String parent) {
        return world.events().stream().filter(event -> event.startsWith("SyncError " + parent + ": "));
    }

    @Override
    public void close() {
        world.close();
    }
}
