package io.hookline.watcher;

import static io.hookline.watcher.WatcherFixture.configMapAnswer;
import static io.hookline.watcher.WatcherFixture.configMaps;
import static io.hookline.watcher.WatcherFixture.hooks;
import static io.hookline.watcher.WatcherFixture.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.queue.ManualClock;
import io.hookline.reconcile.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A controller that is restarted by a change of its spec, while a cache that it shares with another one lags. */
class RestartedControllerTest extends ReconcileSuite {

    private final ManualClock clock = new ManualClock();
    private final HeldWatches watches = new HeldWatches();

    @Override
    public WatcherFixture open(UnaryOperator<Cluster> between) {
        return new WatcherFixture(
                WatcherFixture.newCluster(),
                cluster -> watches.before(cluster, Interposed.Request::pass),
                clock,
                WatcherOptions.DEFAULTS);
    }

    private void controller(int resyncPeriod) {
        world.composite("c", "resyncPeriodSeconds: " + resyncPeriod + "\n" + configMaps("InPlace") + hooks("sync"));
    }

    private boolean isParked() {
        return world.outcomes.stream().anyMatch(Outcome.RetryAfter.class::isInstance);
    }

    @Test
    void itsHookIsNotCalledWithoutTheChildrenThatWereCreatedBeforeTheRestart() {
        world.hook = _ -> configMapAnswer("hi", "a");
        world.things(); // are served, which the watcher may learn
        clock.advance(Duration.ofSeconds(1));
        world.composite("another", configMaps("InPlace") + hooks("sync").replace("sync:", "finalize:"));
        controller(1000);
        soon().until(() -> events("Started").size() == 2);
        watches.hold("configmaps");
        world.thing("p", "{}");
        soon().until(() -> status("p").contains("hi") && isParked());
        settle();
        world.calls.clear();
        world.outcomes.clear();

        controller(2000);

        soon().until(() -> isParked() || !world.calls.isEmpty());
        watches.release("configmaps");
        soon().until(() -> !world.calls.isEmpty());
        settle();
        assertThat(world.calls).allSatisfy(call -> assertThat(shown(call)).isEqualTo(List.of("a")));
    }
}
