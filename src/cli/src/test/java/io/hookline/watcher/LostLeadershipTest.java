package io.hookline.watcher;

import static io.hookline.watcher.Composites.children;
import static io.hookline.watcher.Composites.configMap;
import static io.hookline.watcher.Composites.ofConfigMaps;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.reconcile.Outcome;
import io.hookline.watcher.condition.ObservedCalls;
import io.hookline.watcher.model.NotLeaderException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A process that is not the leader any more: what it did not do is no failure. */
class LostLeadershipTest {

    private final LocalWorld world = new LocalWorld();
    private final AtomicBoolean gated = new AtomicBoolean();
    private final Interposed gate = request -> {
        if (gated.get() && request.is("create configmaps")) {
            throw new ClusterException.Unreachable("POST was not sent: this process is not the leader", null);
        }
        return request.pass();
    };

    private HandDrivenController controller() {
        world.thing("p");
        return new HandDrivenController(world.cluster, ofConfigMaps("InPlace"), gate::before);
    }

    @Test
    void aHookThatWasNotCalledHasNotFailed() {
        try (HandDrivenController controller = controller()) {
            controller.hook = _ -> {
                throw new NotLeaderException();
            };

            Outcome outcome = controller.outcome("p", "{}");

            assertThat(outcome).isEqualTo(Outcome.retry("this process is not the leader"));
            assertThat(controller.assembly.calls().state()).isEqualTo(new ObservedCalls.NoCallYet());
        }
    }

    @Test
    void aWriteThatWasNotSentHasNotFailed() {
        try (HandDrivenController controller = controller()) {
            gated.set(true);
            controller.leads = false;

            assertThat(controller.outcome("p", children(configMap("a"))))
                    .isEqualTo(Outcome.retry("this process is not the leader"));
        }
    }

    @Test
    void aWriteThatFailsWhileTheProcessLeadsHasFailed() {
        try (HandDrivenController controller = controller()) {
            gated.set(true);

            assertThat(controller.outcome("p", children(configMap("a")))).isInstanceOf(Outcome.Failed.class);
        }
    }
}
