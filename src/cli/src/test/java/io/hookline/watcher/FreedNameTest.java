package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An object that is not ours has the name of a desired child, and is changed or deleted when the conflict is found, or later. */
class FreedNameTest extends ReconcileSuite {

    private volatile Interposed cluster = Interposed.Request::pass;

    @Override
    public UnaryOperator<Cluster> between() {
        return next -> ((Interposed) request -> cluster.answer(request)).before(next);
    }

    /** As many syncs as follow one another by themselves meet the same: one for the parent, one for its own status. */
    private static boolean isEarly(AtomicInteger met) {
        return met.incrementAndGet() <= 3;
    }

    @Test
    void aChildIsCreatedWhenTheObjectWithItsNameWasDeleted() {
        AtomicInteger met = new AtomicInteger();
        cluster = request -> {
            if (request.is("create configmaps") && isEarly(met)) {
                throw new ClusterException.AlreadyExists("configmaps \"a\" already exists");
            }
            return request.pass();
        };
        world.hook = _ -> configMapAnswer("ours", "a");
        world.composite("c", configMaps("InPlace") + hooks("sync"));
        world.thing("p", "{}");

        soon().until(() -> world.text("a").equals("ours"));
        assertThat(world.events()).noneMatch(event -> event.startsWith("NameTaken"));
    }

    @Test
    void anObjectThatChangedJustBeforeItWasTakenOverIsTakenOverAllTheSame() {
        AtomicInteger met = new AtomicInteger();
        cluster = request -> {
            if (request.is("update configmaps") && isEarly(met)) {
                throw new ClusterException.Conflict("the object has been modified");
            }
            return request.pass();
        };
        configMap("a", "labels: {app: theirs}");
        world.hook = _ -> configMapAnswer("ours", "a");
        world.composite(
                "c",
                "childResources: [{apiVersion: v1, resource: configmaps, adoptionPolicy: TakeOver}]\n" + hooks("sync"));
        world.thing("p", "{}");

        soon().until(() -> world.text("a").equals("ours"));
    }

    /** Neither a timer nor a change of the parent can do it: the clock stands still, and the status is written once. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aChildIsCreatedAtOnceWhenTheReportedObjectIsDeletedOrReleased(boolean isDeleted) {
        try (WatcherFixture still = new WatcherFixture(
                WatcherFixture.newCluster(), next -> next, new ManualClock(), WatcherOptions.DEFAULTS)) {
            KubeObject other = still.local.create(
                    still.configMaps(),
                    KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"other\","
                            + "\"namespace\":\"default\"}}"),
                    WriteOptions.PLAIN);
            still.local.create(still.configMaps(), KubeObject.of("""
                    {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","namespace":"default","ownerReferences":
                    [{"apiVersion":"v1","kind":"ConfigMap","name":"other","uid":"%s","controller":true}]}}
                    """.formatted(other.uid())), WriteOptions.PLAIN);
            still.hook = _ -> configMapAnswer("ours", "a");
            still.apply("""
                    apiVersion: metacontroller.k8s.io/v1alpha1
                    kind: CompositeController
                    metadata: {name: c}
                    spec:
                      generateSelector: true
                      parentResource: {apiVersion: test.hookline.io/v1, resource: things, ignoreStatusChanges: true}
                      childResources: [{apiVersion: v1, resource: configmaps, adoptionPolicy: TakeOver}]
                      hooks: {sync: {webhook: {url: "http://hooks.test/sync"}}}
                    """);
            still.thing("p", "{}");
            soon().until(() -> still.events().stream().anyMatch(event -> event.startsWith("NameTaken")));

            if (isDeleted) {
                still.local.delete(still.configMaps(), ReconcileSuite.key("a"), DeleteOptions.BACKGROUND);
            } else {
                still.local.patch(
                        still.configMaps(),
                        ReconcileSuite.key("a"),
                        Patch.merge("{\"metadata\":{\"ownerReferences\":null}}"),
                        WriteOptions.PLAIN);
            }

            soon().until(() -> still.configMap("a")
                    .filter(child -> child.controllerUid()
                            .equals(still.thing("p").orElseThrow().uid()))
                    .isPresent());
        }
    }
}
