package io.hookline.watcher;

import static io.hookline.watcher.Composites.children;
import static io.hookline.watcher.Composites.configMap;
import static io.hookline.watcher.Composites.gadget;
import static io.hookline.watcher.Composites.ofConfigMaps;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.reconcile.Outcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In which order and how many at a time the children of one parent are written. */
class ChildWritesTest {

    private interface Before {
        void call(String verb, Object[] args) throws InterruptedException;
    }

    private final LocalWorld world = new LocalWorld();

    ChildWritesTest() {
        world.thing("p");
    }

    private static Cluster hearing(Cluster next, Before before) {
        return (Cluster) Proxy.newProxyInstance(
                ChildWritesTest.class.getClassLoader(), new Class<?>[] {Cluster.class}, (_, method, args) -> {
                    before.call(method.getName(), args);
                    try {
                        return method.invoke(next, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void deletionsOfAllKindsComeFirstThenKindAfterKindInTheOrderOfTheirNames() {
        KubeObject composite = LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  childResources:
                  - {apiVersion: test.hookline.io/v1, resource: gadgets, updateStrategy: {method: InPlace}}
                  - {apiVersion: v1, resource: services, updateStrategy: {method: InPlace}}
                  - {apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}
                  hooks: {sync: {webhook: {url: "http://hooks.test/"}}}
                """);
        String service =
                "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"s\"},\"spec\":{\"ports\":[{\"port\":80}]}}";
        try (HandDrivenController controller = new HandDrivenController(world.cluster, composite)) {
            controller.sync("p", children(gadget("old", "{}"), configMap("old")));
            controller.cluster.forget();
            controller.sync("p", children(gadget("new", "{}"), service, configMap("new")));
            List<String> requests = controller.cluster.requests().stream()
                    .filter(request -> !request.startsWith("try "))
                    .toList();
            assertThat(requests.subList(0, 2))
                    .containsExactlyInAnyOrder("delete configmaps default/old", "delete gadgets default/old");
            assertThat(requests.subList(2, requests.size()))
                    .startsWith(
                            "create configmaps default/new", "create services default/s", "create gadgets default/new");
        }
    }

    @Test
    void childrenOfOneKindAreWrittenEightAtATime() {
        CountDownLatch eight = new CountDownLatch(8);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Before together = (verb, args) -> {
            if (verb.equals("create") && ((ApiResource) args[0]).plural().equals("configmaps")) {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                eight.countDown();
                if (!eight.await(60, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("fewer than eight are under way together");
                }
                now.decrementAndGet();
            }
        };
        String[] many = IntStream.range(0, 30).mapToObj(i -> configMap("c" + i)).toArray(String[]::new);
        try (HandDrivenController controller =
                new HandDrivenController(world.cluster, ofConfigMaps("InPlace"), next -> hearing(next, together))) {
            controller.sync("p", children(many));
        }
        assertThat(world.all("configmaps")).hasSize(30);
        assertThat(most).hasValue(8);
    }

    @Test
    void aDeletionNamesTheUidAndLeavesDependentsToTheGarbageCollector() {
        List<DeleteOptions> deletions = Collections.synchronizedList(new ArrayList<>());
        Before note = (verb, args) -> {
            if (verb.equals("delete")) {
                deletions.add((DeleteOptions) args[2]);
            }
        };
        try (HandDrivenController controller =
                new HandDrivenController(world.cluster, ofConfigMaps("Recreate"), next -> hearing(next, note))) {
            controller.sync("p", children(configMap("a"), configMap("b")));
            String a = world.get("configmaps", "a").uid();
            String b = world.get("configmaps", "b").uid();
            controller.sync("p", children(configMap("a").replace("}}", "},\"data\":{\"k\":\"v\"}}")));
            assertThat(deletions)
                    .containsExactlyInAnyOrder(DeleteOptions.ofUid(a), DeleteOptions.ofUid(b))
                    .allSatisfy(options ->
                            assertThat(options.propagation()).isEqualTo(DeleteOptions.Propagation.BACKGROUND));
        }
    }

    /** Another object that has a finalizer keeps the namespace. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noChildIsMissedOnceTheParentGoesWithItsNamespace(boolean held) {
        world.apply("{apiVersion: v1, kind: Namespace, metadata: {name: n}}");
        world.apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: p, namespace: n}}");
        if (held) {
            world.apply(
                    "{apiVersion: v1, kind: ConfigMap, metadata: {name: held, namespace: n, finalizers: [test.hookline.io/x]}}");
        }
        Before deletesTheNamespace = (verb, _) -> {
            if (verb.equals("create")) {
                world.cluster.delete(
                        world.resource("namespaces"), ObjectKey.clusterScoped("n"), DeleteOptions.BACKGROUND);
            }
        };
        try (HandDrivenController controller = new HandDrivenController(
                world.cluster, ofConfigMaps("InPlace"), next -> hearing(next, deletesTheNamespace))) {
            controller.answer = children(configMap("c")).getBytes(StandardCharsets.UTF_8);
            assertThat(controller.sync(new ObjectKey("n", "p"))).isInstanceOf(Outcome.AwaitChange.class);
        }
    }

    /** It keeps the parent, and with it the namespace. */
    @Test
    void aChildThatAFinalizeHookCannotCreateIsAFailure() {
        KubeObject controller =
                LocalWorld.object("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: c}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  childResources: [{apiVersion: v1, resource: configmaps}]
                """ + WatcherFixture.hooks("sync", "finalize").indent(2));
        world.apply("{apiVersion: v1, kind: Namespace, metadata: {name: n}}");
        world.apply("{apiVersion: test.hookline.io/v1, kind: Thing, metadata: {name: p, namespace: n}}");
        try (HandDrivenController driven = new HandDrivenController(world.cluster, controller)) {
            driven.answer = children().getBytes(StandardCharsets.UTF_8);
            driven.sync(new ObjectKey("n", "p"));
            world.cluster.delete(world.resource("namespaces"), ObjectKey.clusterScoped("n"), DeleteOptions.BACKGROUND);
            driven.catchUp();
            driven.answer =
                    ("{\"finalized\":false," + children(configMap("c")).substring(1)).getBytes(StandardCharsets.UTF_8);

            assertThatThrownBy(() -> driven.sync(new ObjectKey("n", "p"))).hasMessageContaining("terminated");
        }
    }

    @Test
    void aChildInAnotherNamespaceThatDoesNotExistIsAFailure() {
        try (HandDrivenController controller = new HandDrivenController(world.cluster, ofConfigMaps("InPlace"))) {
            String child = configMap("c").replace("\"name\":", "\"namespace\":\"missing\",\"name\":");
            assertThatThrownBy(() -> controller.sync("p", children(child))).hasMessageContaining("missing");
        }
    }
}
