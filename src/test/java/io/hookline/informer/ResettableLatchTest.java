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
    void whatWaitsIsDoneOnceWhenTheStateComes() {
        state.whenHere(() -> done.add("first"));
        state.whenHere(() -> done.add("second"));
        assertThat(done).isEmpty();

        state.come();
        state.come();

        assertThat(done).containsExactly("first", "second");
        assertThat(state.isHere()).isTrue();
    }

    @Test
    void whatComesLaterIsDoneAtOnceAndAfterwardsWaitsAgain() {
        state.come();
        state.whenHere(() -> done.add("at once"));
        assertThat(done).containsExactly("at once");

        state.go();
        state.whenHere(() -> done.add("next time"));
        assertThat(done).containsExactly("at once");
        assertThat(state.isHere()).isFalse();

        state.come();
        assertThat(done).containsExactly("at once", "next time");
    }

    @Test
    void anActionMayWaitForMore() {
        state.whenHere(() -> state.whenHere(() -> done.add("nested")));

        state.come();

        assertThat(done).containsExactly("nested");
    }

    @Test
    void anActionThatThrowsIsReportedAndKeepsNoOtherFromRunning() {
        state.whenHere(() -> {
            throw new IllegalStateException("bug");
        });
        state.whenHere(() -> done.add("second"));

        state.come();
        state.whenHere(() -> {
            throw new AssertionError("bug too");
        });

        assertThat(done).containsExactly("second");
        assertThat(log.all())
                .extracting(line ->
                        line.getMessage() + ": " + line.getThrowableProxy().getMessage())
                .containsExactly("a callback failed: bug", "a callback failed: bug too");
    }
}
