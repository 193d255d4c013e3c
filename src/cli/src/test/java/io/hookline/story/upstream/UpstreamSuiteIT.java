package io.hookline.story.upstream;

import static io.hookline.story.upstream.UpstreamWorld.within;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks what Metacontroller's own integration tests check, from outside: the watcher is started by its command line, on a real
 * control plane with a garbage collector, with hooks behind HTTP.
 */
@RealControlPlane
class UpstreamSuiteIT {

    private static final String CONFIG_MAPS = "[{apiVersion: v1, resource: configmaps}]";

    private static UpstreamWorld world;
    private static StubHooks hooks;

    @BeforeAll
    static void start(ControlPlane plane) throws IOException, InterruptedException {
        world = UpstreamWorld.on(plane);
        hooks = StubHooks.plain();
    }

    @AfterAll
    static void stop() {
        world.close();
        hooks.close();
    }

    /** A CompositeController for the Suites that are labelled with its name; {@code more} has other fields of its spec. */
    private static void composite(String name, String children, String sync, String more) {
        controller(name, "", """
                resyncPeriodSeconds: 3600
                parentResource: {apiVersion: upstream.hookline.io/v1, resource: suites, labelSelector: {matchLabels: {test: %s}}}
                childResources: %s
                hooks: {sync: %s}
                """.formatted(name, children, sync) + more, "CompositeController");
    }

    private static void decorator(String name, String sync) {
        controller(name, "", """
                resyncPeriodSeconds: 3600
                resources:
                - {apiVersion: upstream.hookline.io/v1, resource: suites, labelSelector: {matchLabels: {test: %s}}}
                attachments: %s
                hooks: {sync: %s}
                """.formatted(name, CONFIG_MAPS, sync), "DecoratorController");
    }

    private static void controller(String name, String labels, String spec, String kind) {
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: %s
                metadata: {name: %s, labels: {%s}}
                spec:
                """.formatted(kind, name, labels) + spec.indent(2));
    }

    private static String v1(String url) {
        return "{webhook: {url: \"" + url + "\"}}";
    }

    private static String v2(String url) {
        return "{version: v2, webhook: {url: \"" + url + "\"}}";
    }

    /** A ConfigMap with the parent's name. */
    private static String named(JsonNode parent, String labels) {
        return "[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\""
                + parent.at("/metadata/name").asText() + "\",\"labels\":" + labels + "}}]";
    }

    @Nested
    class WithoutSelector {

        @BeforeAll
        static void startWatcher(@TempDir Path folder) {
            world.startWatcher(folder);
        }

        @AfterAll
        static void stopWatcher() {
            world.stopWatchers();
        }

        @Test
        void aCompositesSyncHookMakesAChild() {
            String url = hooks.serve("c-sync", r -> "{\"children\":" + named(r.path("parent"), "{}") + "}");
            composite("c-sync", CONFIG_MAPS, v1(url), "generateSelector: true");
            KubeObject parent = world.suite("c-sync", "{}");

            within().until(() -> world.configMap("c-sync").isPresent());
            assertThat(world.configMap("c-sync").orElseThrow().controllerUid()).isEqualTo(parent.uid());
        }

        /** With orphaning, which is a Job's default, the Job would be held for ever. */
        @Test
        void aJobThatIsNoLongerWantedDisappearsAltogether() {
            String url = hooks.serve(
                    "c-cascade",
                    r -> r.at("/parent/spec/replicas").asInt() == 0
                            ? "{\"children\":[]}"
                            : "{\"children\":[{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"c-cascade\"},"
                                    + "\"spec\":{\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":"
                                    + "[{\"name\":\"c\",\"image\":\"none\"}]}}}}]}");
            composite("c-cascade", "[{apiVersion: batch/v1, resource: jobs}]", v1(url), "generateSelector: true");
            world.suite("c-cascade", "{replicas: 1}");
            within().until(() -> world.find("batch/v1", "Job", "c-cascade").isPresent());

            world.patch("upstream.hookline.io/v1", "Suite", "c-cascade", "{\"spec\":{\"replicas\":0}}");

            within().until(() -> world.find("batch/v1", "Job", "c-cascade").isEmpty());
        }

        @Test
        void aCompositeHookIsCalledAgainAfterItsResyncTime() {
            AtomicReference<Instant> first = new AtomicReference<>();
            String url = hooks.serve("c-resync", r -> again(first, "c-resync"));
            composite("c-resync", CONFIG_MAPS, v1(url), "generateSelector: true");
            world.suite("c-resync", "{}");

            within().until(() ->
                    world.suite("c-resync").tree().at("/status/elapsed").isDouble());
            assertElapsed("c-resync");
        }

        @Test
        void aParentKindWithoutStatusSubresourceIsNamedInAnEvent() {
            String url = hooks.serve("c-bare", r -> "{}");
            controller("c-bare", "", """
                    resyncPeriodSeconds: 3600
                    parentResource: {apiVersion: upstream.hookline.io/v1, resource: bares}
                    childResources: %s
                    hooks: {sync: %s}
                    """.formatted(CONFIG_MAPS, v1(url)), "CompositeController");

            within().untilAsserted(() -> assertThat(world.events("c-bare"))
                    .anySatisfy(event -> assertThat(event)
                            .startsWith("SyncError: [c-bare] Sync error - ignoring")
                            .contains("does not have subresource 'Status' enabled")));
        }

        @Test
        void aCompositeClaimsAnOrphanAndLetsItGoAlive() {
            String url = hooks.serve(
                    "c-claim",
                    r -> "{\"children\":"
                            + (r.at("/children/ConfigMap.v1").isEmpty()
                                    ? "[]"
                                    : named(r.path("parent"), "{\"app\":\"claimed\"}"))
                            + "}");
            world.apply("{apiVersion: v1, kind: ConfigMap,"
                    + " metadata: {name: c-claim, namespace: default, labels: {app: claimed}}}");
            composite("c-claim", CONFIG_MAPS, v1(url), "");
            KubeObject parent = world.suite("c-claim", "{selector: {matchLabels: {app: claimed}}}");
            within().until(() ->
                    world.configMap("c-claim").orElseThrow().controllerUid().equals(parent.uid()));

            world.patch("v1", "ConfigMap", "c-claim", "{\"metadata\":{\"labels\":{\"app\":\"free\"}}}");

            within().until(() ->
                    world.configMap("c-claim").orElseThrow().controllerOwner().isEmpty());
            assertThat(world.configMap("c-claim").orElseThrow().isBeingDeleted())
                    .isFalse();
        }

        @Test
        void aCompositeThatChangesToVersion2KeepsWorking() {
            String old = hooks.serve("c-v1", r -> "{\"children\":[]}");
            String url =
                    hooks.serve("c-v2", r -> "{\"children\":" + named(r.path("parent"), "{\"made-by\":\"v2\"}") + "}");
            composite("c-v2", CONFIG_MAPS, v1(old), "generateSelector: true");
            world.suite("c-v2", "{}");
            within().until(() -> world.events("c-v2").stream().anyMatch(event -> event.startsWith("Started")));

            composite("c-v2", CONFIG_MAPS, v2(url), "generateSelector: true");

            within().until(() -> world.configMap("c-v2").isPresent());
            assertThat(world.configMap("c-v2").orElseThrow().labels()).containsEntry("made-by", "v2");
        }

        @Test
        void aDecoratorsSyncHookMakesAnAttachmentInEitherVersion() {
            String one = hooks.serve("d-sync", r -> "{\"attachments\":" + named(r.path("object"), "{}") + "}");
            String two = hooks.serve("d-v2", r -> "{\"attachments\":" + named(r.path("object"), "{}") + "}");
            decorator("d-sync", v1(one));
            decorator("d-v2", v2(two));
            KubeObject first = world.suite("d-sync", "{}");
            KubeObject second = world.suite("d-v2", "{}");

            within().until(() -> world.configMap("d-sync").isPresent()
                    && world.configMap("d-v2").isPresent());
            assertThat(world.configMap("d-sync").orElseThrow().controllerUid()).isEqualTo(first.uid());
            assertThat(world.configMap("d-v2").orElseThrow().controllerUid()).isEqualTo(second.uid());
        }

        /** The first answer's empty status is a change; otherwise only the timer would cause a second sync. */
        @Test
        void aDecoratorHookIsCalledAgainAfterItsResyncTime() {
            AtomicReference<Instant> first = new AtomicReference<>();
            String url = hooks.serve("d-resync", r -> again(first, "d-resync"));
            decorator("d-resync", v1(url));
            world.suite("d-resync", "{}");

            within().until(() ->
                    world.suite("d-resync").tree().at("/status/elapsed").isDouble());
            assertElapsed("d-resync");
        }

        /** The first call requests another one; a later call at the right time returns the time in between. */
        private static String again(AtomicReference<Instant> first, String name) {
            Instant now = Instant.now();
            if (first.compareAndSet(null, now)) {
                return "{\"status\":{},\"resyncAfterSeconds\":0.1}";
            }
            double elapsed = Duration.between(first.get(), now).toNanos() / 1e9;
            return elapsed < 0.1
                    ? "{\"status\":{}}" // the call after our own status write, which must not cancel the resync
                    : "{\"status\":{\"elapsed\":" + elapsed + "}}";
        }

        private static void assertElapsed(String name) {
            assertThat(world.suite(name).tree().at("/status/elapsed").asDouble())
                    .isGreaterThanOrEqualTo(0.1);
        }
    }

    @Nested
    class WithTargetLabelSelector {

        @BeforeAll
        static void startWatcher(@TempDir Path folder) {
            world.startWatcher(folder, "--target-label-selector=foo=bar");
        }

        @AfterAll
        static void stopWatcher() {
            world.stopWatchers();
        }

        @Test
        void onlyControllersWithTheLabelAreRun() {
            AtomicInteger strayCalls = new AtomicInteger();
            for (String kind : new String[] {"CompositeController", "DecoratorController"}) {
                String field = kind.startsWith("C") ? "children" : "attachments";
                String parent = kind.startsWith("C") ? "parent" : "object";
                String prefix = kind.substring(0, 1).toLowerCase(Locale.ROOT);
                String stray = hooks.serve(
                        prefix + "-baz", r -> "{\"status\":{\"calls\":" + strayCalls.incrementAndGet() + "}}");
                String url =
                        hooks.serve(prefix + "-foo", r -> "{\"" + field + "\":" + named(r.path(parent), "{}") + "}");
                target(kind, prefix + "-baz", "baz: caz", stray);
                target(kind, prefix + "-foo", "foo: bar", url);
            }
            for (String name : new String[] {"c-baz", "d-baz", "c-foo", "d-foo"}) {
                world.suite(name, "{}");
            }

            within().until(() -> world.configMap("c-foo").isPresent()
                    && world.configMap("d-foo").isPresent());
            Awaitility.await().during(Duration.ofSeconds(1)).until(() -> strayCalls.get() == 0);
            assertThat(world.events("c-baz")).isEmpty();
        }

        private static void target(String kind, String name, String labels, String url) {
            String rule = "{apiVersion: upstream.hookline.io/v1, resource: suites, labelSelector: {matchLabels: {test: "
                    + name + "}}}";
            controller(
                    name,
                    labels,
                    kind.startsWith("C")
                            ? "generateSelector: true\nparentResource: " + rule + "\nchildResources: " + CONFIG_MAPS
                                    + "\nhooks: {sync: " + v1(url) + "}\n"
                            : "resources: [" + rule + "]\nattachments: " + CONFIG_MAPS + "\nhooks: {sync: " + v1(url)
                                    + "}\n",
                    kind);
        }
    }
}
