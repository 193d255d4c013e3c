package io.hookline.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.testing.LogLines;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ResettableLatchTest {

    @RegisterExtension
    private final LogLines log = new LogLines(ResettableLatch.class);

    private final ResettableLatch state = new ResettableLatch();
    private final List<String> done = new ArrayList<>();

    @Test
    void waitingActionsRunOnceWhenItIsSet() {
        state.whenSet(() -> done.add("first"));
        state.whenSet(() -> done.add("second"));
        assertThat(done).isEmpty();

        state.set();
        state.set();

        assertThat(done).containsExactly("first", "second");
        assertThat(state.isSet()).isTrue();
    }

    @Test
    void laterActionsRunAtOnceAndWaitAgainAfterItIsCleared() {
        state.set();
        state.whenSet(() -> done.add("at once"));
        assertThat(done).containsExactly("at once");

        state.clear();
        state.whenSet(() -> done.add("next time"));
        assertThat(done).containsExactly("at once");
        assertThat(state.isSet()).isFalse();

        state.set();
        assertThat(done).containsExactly("at once", "next time");
    }

    @Test
    void anActionMayAddAnotherAction() {
        state.whenSet(() -> state.whenSet(() -> done.add("nested")));

        state.set();

        assertThat(done).containsExactly("nested");
    }

    @Test
    void anActionThatThrowsIsLoggedAndTheOthersRun() {
        state.whenSet(() -> {
            throw new IllegalStateException("bug");
        });
        state.whenSet(() -> done.add("second"));

        state.set();
        state.whenSet(() -> {
            throw new AssertionError("bug too");
        });

        assertThat(done).containsExactly("second");
        assertThat(log.all())
                .extracting(line ->
                        line.getMessage() + ": " + line.getThrowableProxy().getMessage())
                .containsExactly("callback failed: bug", "callback failed: bug too");
    }
}
