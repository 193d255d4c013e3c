package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.informer.ObjectStore;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.object.KubeObject;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ParentKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A controller keeps nothing of a deleted parent in memory: neither its key, nor its uid, nor its objects. */
class ForgottenParentsTest {

    private static final String CONTROLLER = """
            apiVersion: metacontroller.k8s.io/v1alpha1
            kind: CompositeController
            metadata: {name: c}
            spec:
              parentResource: {apiVersion: test.hookline.io/v1, resource: things}
              childResources: [{apiVersion: v1, resource: configmaps, updateStrategy: {method: InPlace}}]
              hooks:
                sync: {webhook: {url: "http://hooks.test/"}}
                customize: {webhook: {url: "http://hooks.test/"}}
            """;

    /** Children, a taken name, a status, related objects, and a requested resync. */
    private static final String ANSWER = """
            {"children":[
              {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%1$s","labels":{"app":"%1$s"}}},
              {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"taken","labels":{"app":"%1$s"}}}],
             "status":{"n":1},"resyncAfterSeconds":60,
             "relatedResources":[{"apiVersion":"v1","resource":"secrets"}]}
            """;

    private static final Set<String> NAMES = Set.of("p", "q", "r");

    private final LocalWorld world = new LocalWorld();
    private final List<KubeObject> deleted = new ArrayList<>();

    private KubeObject create(String name) {
        return world.apply("""
                apiVersion: test.hookline.io/v1
                kind: Thing
                metadata: {name: %1$s, namespace: default}
                spec: {selector: {matchLabels: {app: %1$s}}}
                """.formatted(name));
    }

    /** Caches hold what the cluster has, events are bounded by themselves, and the test notes all calls of the hook. */
    private static boolean isBorder(Object object) {
        return object instanceof ObjectStore
                || object instanceof SharedInformerFactory
                || object instanceof Subscription
                || object instanceof Cluster
                || object instanceof EventRecorder
                || object instanceof HandDrivenController;
    }

    private boolean isOfDeleted(Object object) {
        return switch (object) {
            case ParentKey key -> NAMES.contains(key.key().name());
            case KubeObject parent -> NAMES.contains(parent.name());
            case String text -> deleted.stream().anyMatch(parent -> parent.uid().equals(text));
            default -> false;
        };
    }

    @Test
    void whenParentsAreDeletedNothingIsLeftOfThem() {
        world.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: taken, namespace: default}}");
        create("living");
        NAMES.forEach(name -> deleted.add(create(name)));
        try (HandDrivenController controller = new HandDrivenController(world.cluster, LocalWorld.object(CONTROLLER))) {
            for (int i = 0; i < 3; i++) {
                NAMES.forEach(name -> controller.outcome(name, ANSWER.formatted(name)));
                controller.outcome("living", ANSWER.formatted("living"));
            }
            assertThat(left(controller)).as("there is something to forget").hasSizeGreaterThan(5);

            NAMES.forEach(name -> world.delete("things", name));
            controller.run(Duration.ofHours(1));
            controller.run(Duration.ofHours(1)); // the queue remembers for a second how often a key was taken

            assertThat(left(controller)).isEmpty();
        }
    }

    private Set<String> left(HandDrivenController controller) {
        controller.calls.clear();
        return Reachable.pathsTo(this::isOfDeleted, List.of(controller.assembly), ForgottenParentsTest::isBorder);
    }
}
