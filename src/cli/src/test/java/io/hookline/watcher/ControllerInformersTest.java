package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.informer.InformerOptions;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.object.ObjectKey;
import io.hookline.queue.ManualClock;
import io.hookline.queue.RateLimits;
import io.hookline.queue.WorkQueue;
import io.hookline.watcher.event.EventBroadcaster;
import io.hookline.watcher.event.EventRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which events of CustomResourceDefinitions count as a change of what the server serves. */
class ControllerInformersTest {

    private static final String NAME = "things.test.hookline.io";

    private final LocalWorld world = new LocalWorld();
    private final ManualClock clock = new ManualClock();
    private final SharedInformerFactory informers =
            SharedInformerFactory.byHand(world.cluster, InformerOptions.DEFAULTS, clock, new SplittableRandom(2));
    private final List<String> changed = new ArrayList<>();

    @BeforeEach
    void watch() {
        new ControllerInformers(
                world.cluster,
                informers,
                new WorkQueue<>(clock, RateLimits.defaults(clock)),
                new EventRecorder(new EventBroadcaster(world.cluster, clock), clock, 1, 1),
                changed::add);
        catchUp();
        assertThat(changed).contains(NAME);
        changed.clear();
    }

    @AfterEach
    void close() {
        informers.close();
    }

    private void catchUp() {
        boolean moved = true;
        while (moved) {
            moved = informers.step();
        }
    }

    private void patch(String mergePatch, WriteOptions options) {
        world.cluster.patch(
                world.resource("customresourcedefinitions"),
                ObjectKey.clusterScoped(NAME),
                Patch.merge(mergePatch),
                options);
        catchUp();
    }

    private void patchStatus(String mergePatch) {
        patch(mergePatch, WriteOptions.STATUS);
    }

    @Test
    void aChangedSpecCounts() {
        patch("{\"spec\":{\"names\":{\"shortNames\":[\"th\"]}}}", WriteOptions.PLAIN);

        assertThat(changed).contains(NAME);
    }

    @Test
    void aConditionThatTurnsCounts() {
        patchStatus("{\"status\":{\"conditions\":[{\"type\":\"Established\",\"status\":\"False\"}]}}");

        assertThat(changed).containsExactly(NAME);
    }

    @Test
    void metadataAndTheRestOfTheStatusDoNotCount() {
        patch("{\"metadata\":{\"labels\":{\"a\":\"b\"},\"annotations\":{\"c\":\"d\"}}}", WriteOptions.PLAIN);
        patchStatus("{\"status\":{\"storedVersions\":[\"v1\",\"v1alpha1\"]}}");

        assertThat(changed).isEmpty();
    }

    @Test
    void aDeletedDefinitionCounts() {
        world.delete("customresourcedefinitions", NAME);
        catchUp();

        assertThat(changed).contains(NAME);
    }
}
