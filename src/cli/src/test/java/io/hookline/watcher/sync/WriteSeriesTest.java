package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.watcher.sync.LoopBrake.WriteSeries;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When the writes of an object are too many, and how long the next one waits. */
class WriteSeriesTest {

    private static final String CHILD = "v1 ConfigMap default/x";
    private static final List<String> TIME = List.of("data.t");

    private final WriteSeries series = new WriteSeries(1);
    private Instant now = Instant.EPOCH;

    private boolean writes(List<String> fields) {
        if (series.held(CHILD, fields, now).isPresent()) {
            return false;
        }
        series.wrote(CHILD, fields, true, now);
        return true;
    }

    /** Tries to write ten times a second, and returns how many writes were made. */
    private int writes(Duration time) {
        int made = 0;
        for (long tenth = 0; tenth < time.toMillis() / 100; tenth++) {
            made += writes(TIME) ? 1 : 0;
            now = now.plusMillis(100);
        }
        return made;
    }

    @Test
    void aLoopIsSlowedDownMoreAndMore() {
        assertThat(writes(Duration.ofMinutes(1))).isBetween(WriteSeries.MOST, WriteSeries.MOST + 3);
        assertThat(writes(Duration.ofMinutes(1))).isLessThanOrEqualTo(2);
        assertThat(writes(Duration.ofMinutes(10))).isBetween(4, 6);
    }

    @Test
    void theFirstWriteThatMustWaitIsKnown() {
        for (int i = 0; i < WriteSeries.MOST; i++) {
            assertThat(writes(TIME)).isTrue();
        }
        assertThat(series.held(CHILD, TIME, now))
                .contains(new WriteSeries.Held(WriteSeries.FIRST_DELAY, "data.t", true));
        now = now.plusSeconds(1);
        assertThat(series.held(CHILD, TIME, now))
                .contains(new WriteSeries.Held(WriteSeries.FIRST_DELAY.minusSeconds(1), "data.t", false));
    }

    @Test
    void aHeldWriteIsMadeAtTheEndOfItsWaitAndTheNextOneWaitsTwiceAsLong() {
        writes(Duration.ofSeconds(1));
        assertThat(series.held(CHILD, TIME, now)).isPresent();
        now = now.plus(WriteSeries.FIRST_DELAY);
        assertThat(series.held(CHILD, TIME, now)).isEmpty();
        series.wrote(CHILD, TIME, false, now); // the sync at the end of a wait has no other cause
        assertThat(series.held(CHILD, TIME, now).map(WriteSeries.Held::remaining))
                .contains(WriteSeries.FIRST_DELAY.multipliedBy(2));
    }

    @Test
    void writesWithoutAChangeOfTheObjectAreNotCounted() {
        for (int i = 0; i < 100; i++) {
            series.wrote(CHILD, TIME, false, now);
        }
        assertThat(series.isRunning(now)).isFalse();
    }

    @Test
    void writesOfDifferentFieldsAreNoLoop() {
        for (int i = 0; i < 100; i++) {
            assertThat(writes(List.of("data.f" + i))).isTrue();
        }
    }

    @Test
    void aSlowLoopIsLeftAlone() {
        for (int i = 0; i < 100; i++) {
            assertThat(writes(TIME)).isTrue();
            now = now.plusSeconds(7);
        }
    }

    @Test
    void anotherFieldOfASlowedChildIsWrittenAtOnce() {
        writes(Duration.ofSeconds(2));
        assertThat(writes(TIME)).isFalse();
        assertThat(writes(List.of("data.other"))).isTrue();
    }

    @Test
    void anotherSpecOfTheParentEndsTheSeriesButNotOurOwnWriteOfIt() {
        writes(Duration.ofSeconds(2));
        series.ownWrite(2);
        series.parent(2);
        assertThat(writes(TIME)).isFalse();
        series.parent(3);
        assertThat(writes(TIME)).isTrue();
    }

    @Test
    void nothingIsKeptOfASeriesThatIsOver() {
        writes(Duration.ofSeconds(2));
        series.report(CHILD, "it loops");
        now = now.plus(WriteSeries.FIRST_DELAY);
        assertThat(series.isRunning(now)).isTrue();
        assertThat(series.messages()).containsExactly("it loops");
        now = now.plus(WriteSeries.WINDOW);
        assertThat(series.isRunning(now)).isFalse();
        assertThat(series.messages()).isEmpty();
    }
}
