package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.LabelSelector;
import io.hookline.reconcile.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A controller that is moved to another watcher: it is deleted and created again with another label; step by step. */
class HandedOverControllerTest {

    private static final Duration DELAY = Duration.ofSeconds(5);
    private static final WatcherOptions OURS = new WatcherOptions(
            1,
            Duration.ofSeconds(30),
            Duration.ofMinutes(30),
            LabelSelector.ofLabel("watcher", "ours"),
            1,
            25,
            DELAY,
            "default");

    private final HandDrivenControllers watcher = new HandDrivenControllers(OURS);

    @AfterEach
    void close() {
        watcher.close();
    }

    private void controllerOf(String owner) {
        watcher.controller("labels: {watcher: " + owner + "}", "things");
    }

    @Test
    void itsNextDeletionIsGivenTheWholeDelayAgain() {
        watcher.held("Thing", "p");
        controllerOf("ours");
        watcher.look();
        watcher.world.delete("compositecontrollers", "c");
        assertThat(watcher.look()).isEqualTo(Outcome.requeueAfter(DELAY));
        controllerOf("theirs");
        watcher.look();
        watcher.clock.advance(Duration.ofHours(1));

        watcher.world.delete("compositecontrollers", "c");

        assertThat(watcher.look()).isEqualTo(Outcome.requeueAfter(DELAY));
        assertThat(watcher.isHeld("things", "p")).isTrue();
    }
}
