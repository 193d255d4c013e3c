package io.hookline.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.testing.UnaskedCluster;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A cluster that supports only get requests for Secrets and ConfigMaps of one namespace, and watches of one object. */
public final class KeptObjects extends UnaskedCluster {

    private final Map<String, KubeObject> objects = new ConcurrentHashMap<>();
    private final AtomicInteger versions = new AtomicInteger(8);

    /** The requests that were sent, such as {@code watch Secret ns/s}. */
    final List<String> requests = new CopyOnWriteArrayList<>();

    /** The open watches. */
    final List<OneWatch> watches = new CopyOnWriteArrayList<>();

    /** Whether watches are forbidden. */
    volatile boolean onlyGet;

    /** Puts a Secret {@code ns/name} with these keys and values. */
    public KeptObjects secret(String name, Map<String, String> values) {
        ObjectNode data = Json.NODES.objectNode();
        values.forEach((key, value) ->
                data.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        return put("Secret", name, "data", data);
    }

    /** Puts a ConfigMap {@code ns/name} with these keys and values. */
    public KeptObjects configMap(String name, Map<String, String> values) {
        ObjectNode data = Json.NODES.objectNode();
        values.forEach(data::put);
        return put("ConfigMap", name, "data", data);
    }

    /** Puts any object. */
    public synchronized KeptObjects put(String kind, String name, String field, ObjectNode data) {
        String json = "{\"apiVersion\":\"v1\",\"kind\":\"" + kind + "\",\"metadata\":{\"namespace\":\"ns\",\"name\":\""
                + name + "\",\"uid\":\"u\",\"resourceVersion\":\"" + versions.incrementAndGet() + "\"},\"" + field
                + "\":" + GoJson.text(data) + "}";
        KubeObject object = KubeObject.of(json);
        KubeObject before = objects.put(kind + " ns/" + name, object);
        report(kind + " ns/" + name, before == null ? new WatchEvent.Added(object) : new WatchEvent.Modified(object));
        return this;
    }

    /** Deletes an object. */
    synchronized void delete(String kind, String name) {
        KubeObject object = objects.remove(kind + " ns/" + name);
        var tree = object.tree();
        ((ObjectNode) tree.path("metadata")).put("resourceVersion", "" + versions.incrementAndGet());
        report(kind + " ns/" + name, new WatchEvent.Deleted(KubeObject.of(tree)));
    }

    private void report(String object, WatchEvent event) {
        watches.stream().filter(watch -> watch.object.equals(object)).forEach(watch -> watch.events.add(event));
    }

    @Override
    public KubeObject get(ApiResource resource, ObjectKey key) {
        requests.add("get " + resource.kind() + " " + key);
        KubeObject object = objects.get(resource.kind() + " " + key);
        if (object == null) {
            throw new ClusterException.NotFound(resource.plural() + " \"" + key.name() + "\" not found");
        }
        return object;
    }

    @Override
    public synchronized Watch watch(ApiResource resource, WatchOptions options) {
        String object = resource.kind() + " " + options.namespace() + "/"
                + options.fields().substring("metadata.name=".length());
        requests.add("watch " + object);
        if (onlyGet) {
            throw new ClusterException.Forbidden(resource.plural() + " is forbidden: cannot watch");
        }
        OneWatch watch = new OneWatch(object);
        Optional.ofNullable(objects.get(object)).ifPresent(present -> watch.events.add(new WatchEvent.Added(present)));
        watches.add(watch);
        return watch;
    }

    /** A watch of one object. */
    final class OneWatch implements Watch {
        private final String object;
        private final BlockingQueue<WatchEvent> events = new LinkedBlockingQueue<>();

        private OneWatch(String object) {
            this.object = object;
        }

        @Override
        public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
            return Optional.ofNullable(events.poll(wait.toMillis(), TimeUnit.MILLISECONDS));
        }

        @Override
        public void close() {
            watches.remove(this);
            events.add(new WatchEvent.Ended());
        }
    }
}
