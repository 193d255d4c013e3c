package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.DeleteOptions;
import io.hookline.docs.Figure;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import io.hookline.testing.LogLines;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The CRD of a parent kind is deleted while its controller runs, and is created again. */
class DeletedKindTest extends ReconcileSuite {

    private static final String CRD = TestKinds.kind("example.com", "fleeting", "Fleeting");
    private static final String PARENT =
            "{apiVersion: example.com/v1, kind: Fleeting, metadata: {name: p, namespace: default}, spec: {}}";

    /** Discovery is not read twice within half a second: a kind is seldom deleted right after it was created. */
    private static final int SECOND_CHANGE = 600;

    private static final Duration IDLE = Duration.ofSeconds(4);

    @RegisterExtension
    private final LogLines log = new LogLines("io.hookline");

    private final AtomicInteger requests = new AtomicInteger();

    @Override
    public UnaryOperator<Cluster> between() {
        return cluster -> ((Interposed) this::count).before(cluster);
    }

    private @Nullable Object count(Interposed.Request request) {
        if (request.resource().equals("fleetings")) {
            requests.incrementAndGet();
        }
        return request.pass();
    }

    private void deleteCrd() {
        world.local.delete(
                world.resource(GroupVersionKind.of("apiextensions.k8s.io/v1", "CustomResourceDefinition")),
                ObjectKey.clusterScoped("fleetings.example.com"),
                DeleteOptions.BACKGROUND);
    }

    /** Other tests run at the same time; their kinds have other names. */
    private List<String> warnings() {
        return log.all().stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                .filter(line -> line.getFormattedMessage().contains("fleeting")
                        || String.valueOf(line.getKeyValuePairs()).contains("fleeting"))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** A child with another name for each parent, since no garbage collector may run here. */
    private String childOf(String uid) {
        return "child-" + uid.substring(0, 8);
    }

    private String applyParent() {
        return soon().ignoreExceptions().until(() -> childOf(world.apply(PARENT).uid()), _ -> true);
    }

    @Test
    void aControllerWhoseKindIsDeletedIdlesWithoutALogStormAndRecovers() {
        world.hook = request -> configMapAnswer("hi", childOf(request.parent().uid()));
        world.define(CRD);
        world.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: fleeting}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: example.com/v1, resource: fleetings}
                """ + (configMaps("InPlace") + hooks("sync")).indent(2));
        String first = applyParent();
        soon().until(() -> world.configMap(first).isPresent());
        QuietPeriod.await(SECOND_CHANGE, requests::get);

        deleteCrd();
        awaitEvent("CreateError fleeting: Cannot create new controller: discovery: can't find resource fleetings in"
                + " apiVersion example.com/v1");
        assertThat(events("KindChanged fleeting"))
                .containsExactly(
                        "KindChanged fleeting: Restarting controller: fleetings (example.com/v1) is not served any more");
        assertThat(world.watcher.problemsOfControllers())
                .singleElement()
                .asString()
                .contains("can't find resource fleetings");
        requests.set(0);
        int calls = world.calls.size();
        int before = warnings().size();
        Awaitility.await().during(IDLE).atMost(IDLE.plusSeconds(20)).until(() -> world.calls.size() == calls);

        Figure.of("requests for a deleted kind while its controller idles for 4 s", "requests")
                .atMost(0)
                .is(requests.get());
        Figure.of("warnings about a deleted kind while its controller idles for 4 s", "log lines")
                .atMost(0)
                .is(warnings().size() - before);
        assertThat(new HashSet<>(warnings())).hasSizeLessThanOrEqualTo(3);
        assertThat(warnings()).as("some attempts before the controller stops").hasSizeLessThanOrEqualTo(6);
        assertThat(events("CreateError fleeting")).hasSize(1);

        world.define(CRD);
        String second = applyParent();

        assertThat(second).isNotEqualTo(first);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> world.configMap(second).isPresent());
        assertThat(new HashSet<>(warnings())).hasSizeLessThanOrEqualTo(3);
        assertThat(warnings()).as("some attempts before the controller stops").hasSizeLessThanOrEqualTo(6);
        soon().until(() -> world.watcher.problemsOfControllers().isEmpty());
        deleteCrd(); // other tests may use the same server
    }
}
