package io.hookline.story.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.local.http.RequestCount;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.process.WatcherProcess;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** The watcher on the embedded API server, over HTTP, with a hook over HTTP. Server and hook count its requests. */
final class CountedWorld implements AutoCloseable {

    private static final KubeOptions WATCHER = KubeOptions.of("counted");
    private static final ObjectKey CONTROLLER = ObjectKey.clusterScoped("counted");

    final LocalCluster admin = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
    final CountedHook hook;
    final Scene scene;
    final ApiResource things;
    private final ApiResource controllers;
    private final LocalApiServer server = LocalApiServer.start(admin, 0);
    private final KubeCluster connection;
    private final WatcherProcess watcher;

    private CountedWorld(Function<CountedHook.Call, CountedHook.Answer> function, Settings settings)
            throws IOException {
        hook = new CountedHook(function, settings.callTime());
        scene = new Scene(admin, "counted", "default");
        things = scene.things();
        scene.control(hook.url(), "InPlace", settings.webhook());
        controllers = admin.discover()
                .find("metacontroller.k8s.io/v1alpha1", "compositecontrollers")
                .orElseThrow();
        admin.patch(controllers, CONTROLLER, Patch.merge("{\"spec\":" + settings.spec() + "}"), WriteOptions.PLAIN);
        settings.parents().forEach(parent -> put(parent, "text"));
        connection = KubeCluster.at(server.url(), server.token().text(), settings.options());
        watcher = scene.watch(connection);
    }

    /**
     * What differs from a plain controller and a plain watcher.
     *
     * @param spec JSON that is merged into the spec of the controller
     * @param webhook a field of the webhook, in YAML
     * @param callTime of a hook call
     * @param options of the connection of the watcher
     * @param parents that exist when the watcher starts
     */
    record Settings(String spec, String webhook, Duration callTime, KubeOptions options, List<String> parents) {

        static final Settings PLAIN = new Settings("{}", "timeout: 10s", Duration.ZERO, WATCHER, List.of());

        Settings withSpec(String json) {
            return new Settings(json, webhook, callTime, options, parents);
        }

        Settings withWebhook(String yaml) {
            return new Settings(spec, yaml, callTime, options, parents);
        }

        Settings withCallTime(Duration time) {
            return new Settings(spec, webhook, time, options, parents);
        }

        Settings withParents(List<String> names) {
            return new Settings(spec, webhook, callTime, options, names);
        }

        Settings withThrottle(double qps, int burst) {
            return new Settings(spec, webhook, callTime, options.withThrottle(qps, burst), parents);
        }
    }

    static CountedWorld start(Function<CountedHook.Call, CountedHook.Answer> function, Settings settings)
            throws IOException {
        return new CountedWorld(function, settings);
    }

    /** One child for each parent, with the text of its spec, and a status. */
    static CountedHook.Answer oneChild(CountedHook.Call call) {
        return CountedHook.Answer.of(
                Scene.answer(call.parent(), 1, call.spec().path("text").asText()));
    }

    /** Creates or changes a parent as a user would, past the server and its counts. */
    void put(String parent, String text) {
        scene.put(things, parent, 1, text);
    }

    /** Changes a parent in the same way, faster. */
    KubeObject patch(String parent, String text) {
        return admin.patch(
                things, key(parent), Patch.merge("{\"spec\":{\"text\":\"" + text + "\"}}"), WriteOptions.PLAIN);
    }

    static ObjectKey key(String name) {
        return new ObjectKey("default", name);
    }

    /** The text of the first child of a parent; empty if there is none. */
    String childText(String parent) {
        try {
            KubeObject child = admin.get(scene.configMaps(), key(parent + "-0"));
            return child.tree().at("/data/text").asText();
        } catch (ClusterException.NotFound _) {
            return "";
        }
    }

    /** Waits until the status of the controller, which is written some time later, reports its parents and its hook. */
    void awaitReported(int parents) {
        awaitReported(parents, () -> admin.get(controllers, CONTROLLER));
    }

    /** The same for any controller. */
    static void awaitReported(int parents, Supplier<KubeObject> controller) {
        await().until(() -> {
            JsonNode status = controller.get().tree().path("status");
            return status.path("parents").asInt() == parents
                    && isTrue("Ready", status)
                    && isTrue("HooksReachable", status);
        });
    }

    private static boolean isTrue(String condition, JsonNode status) {
        return status.path("conditions")
                .valueStream()
                .anyMatch(each -> each.path("type").asText().equals(condition)
                        && each.path("status").asText().equals("True"));
    }

    void awaitText(List<String> parents, String text) {
        parents.forEach(parent -> await().until(() -> childText(parent).equals(text)));
    }

    /** The number of requests of the watcher with some verbs so far. */
    long requests(Predicate<String> verbs) {
        return server.requests().stream()
                .filter(count -> count.userAgent().equals(WATCHER.userAgent()) && verbs.test(count.verb()))
                .mapToLong(RequestCount::count)
                .sum();
    }

    /** The number of requests of the watcher so far, except watches. */
    long requests() {
        return requests(verb -> !verb.equals("watch"));
    }

    /** Waits until a count stays the same for a while. */
    static void awaitStill(LongSupplier count, Duration time) {
        long[] last = {-1, 0};
        await().until(() -> {
            long now = count.getAsLong();
            if (now != last[0]) {
                last[0] = now;
                last[1] = System.nanoTime();
            }
            return System.nanoTime() - last[1] > time.toNanos();
        });
    }

    /** Waits until neither hook nor server gets a request for a while. */
    void awaitQuiet() {
        awaitStill(() -> hook.count() + requests(), Duration.ofMillis(300));
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10));
    }

    @Override
    public void close() {
        watcher.close();
        connection.close();
        server.close();
        hook.close();
    }
}
