package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.reconcile.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The former parents of a running controller that has parents of another kind now; step by step. */
class ChangedParentsTest {

    private static final Duration DELAY = WatcherOptions.DEFAULTS.finalizerReleaseDelay();

    private final HandDrivenControllers watcher = new HandDrivenControllers(WatcherOptions.DEFAULTS);

    @BeforeEach
    void aControllerOfThings() {
        watcher.held("Thing", "p");
        watcher.controller("", "things");
        watcher.look();
    }

    @AfterEach
    void close() {
        watcher.close();
    }

    private boolean isHeld() {
        return watcher.isHeld("things", "p");
    }

    @Test
    void parentsOfTheFormerKindLoseTheFinalizerAndThoseOfTheNewOneKeepIt() {
        watcher.held("Gadget", "g");
        watcher.controller("", "gadgets");

        assertThat(watcher.look()).isEqualTo(Outcome.requeueAfter(DELAY));
        assertThat(isHeld()).isTrue();
        watcher.clock.advance(DELAY);

        assertThat(watcher.look()).isEqualTo(Outcome.awaitChange());
        assertThat(isHeld()).isFalse();
        assertThat(watcher.isHeld("gadgets", "g")).isTrue();
        assertThat(watcher.events("p"))
                .containsExactly("FinalizerReleased: Finalizer " + HandDrivenControllers.FINALIZER
                        + " was removed without a finalize call, since CompositeController c has parents of other kinds"
                        + " now");
    }

    @Test
    void aChangeThatIsTakenBackInTimeChangesNothing() {
        watcher.controller("", "gadgets");
        watcher.look();
        watcher.controller("", "things");
        watcher.look();
        watcher.clock.advance(DELAY);

        assertThat(watcher.look()).isEqualTo(Outcome.awaitChange());
        assertThat(isHeld()).isTrue();
    }

    @Test
    void aChangeThatCannotBeStartedKeepsThemAsTheyAre() {
        watcher.controller("", "misspelt");
        watcher.look();
        watcher.clock.advance(DELAY);
        watcher.look();
        assertThat(isHeld()).isTrue();

        watcher.controller("", "gadgets");

        assertThat(watcher.look()).isEqualTo(Outcome.requeueAfter(DELAY));
        watcher.clock.advance(DELAY);
        watcher.look();
        assertThat(isHeld()).isFalse();
    }

    @Test
    void aControllerThatIsDeletedBeforeThatFreesThemToo() {
        watcher.controller("", "gadgets");
        watcher.look();
        watcher.world.delete("compositecontrollers", "c");
        watcher.look();
        watcher.clock.advance(DELAY);

        assertThat(watcher.look()).isEqualTo(Outcome.awaitChange());
        assertThat(isHeld()).isFalse();
    }

    @Test
    void aControllerThatIsReplacedByOneOfItsNameFreesThemToo() {
        watcher.world.delete("compositecontrollers", "c");
        watcher.controller("", "gadgets");
        watcher.look();
        watcher.clock.advance(DELAY);
        watcher.look();

        assertThat(isHeld()).isFalse();
    }
}
