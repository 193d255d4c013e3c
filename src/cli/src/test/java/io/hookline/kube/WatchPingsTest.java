package io.hookline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which watches are pinged, and which fail; in time that the test sets. */
class WatchPingsTest {

    private final WatchPings pings = new WatchPings();
    private final Line line = new Line();
    private long now;

    private static final class Line implements WatchPings.Line {
        final List<String> calls = new ArrayList<>();
        long receivedAt;
        boolean broken;

        @Override
        public boolean canPing() {
            return true;
        }

        @Override
        public void ping() throws IOException {
            calls.add("ping");
            if (broken) {
                throw new IOException("broken pipe");
            }
        }

        @Override
        public long receivedAt() {
            return receivedAt;
        }

        @Override
        public void fail(String why) {
            calls.add("fail: " + why);
        }

        @Override
        public void renew() {
            calls.add("renew");
        }
    }

    private Duration after(Duration time) {
        now += time.toNanos();
        return Duration.ofNanos(pings.check(now));
    }

    private Duration afterSeconds(int seconds) {
        return after(Duration.ofSeconds(seconds));
    }

    @Test
    void aWatchThatReceivesIsNeverPinged() {
        pings.follow(line);
        for (int i = 0; i < 100; i++) {
            line.receivedAt = now;
            afterSeconds(19);
        }
        assertThat(line.calls).isEmpty();
    }

    @Test
    void aSilentWatchIsPingedAndLivesIfItReplies() {
        pings.follow(line);
        assertThat(afterSeconds(19)).isEqualTo(Duration.ofSeconds(1));
        assertThat(afterSeconds(1)).isEqualTo(WatchPings.PATIENCE);
        assertThat(line.calls).containsExactly("ping");

        line.receivedAt = now + 1_000_000;
        assertThat(afterSeconds(5)).isCloseTo(Duration.ofSeconds(15), Duration.ofMillis(2));
        assertThat(line.calls).containsExactly("ping");
    }

    @Test
    void aSilentWatchWithoutAReplyFailsWithin25Seconds() {
        pings.follow(line);
        afterSeconds(20);
        afterSeconds(5);

        assertThat(line.calls).containsExactly("ping", "fail: silent, and no reply to a ping within 5 s");
    }

    @Test
    void aWatchThatCannotBePingedFails() {
        pings.follow(line);
        line.broken = true;
        afterSeconds(20);

        assertThat(line.calls).containsExactly("ping", "fail: silent, and cannot be pinged: broken pipe");
    }

    @Test
    void aConnectionIsReplacedBeforeItGetsMorePingsThanItMay() {
        pings.follow(line);
        for (int i = 0; i <= WatchPings.MAX_PINGS; i++) {
            afterSeconds(21);
            line.receivedAt = now + 1;
        }
        assertThat(line.calls).hasSize(WatchPings.MAX_PINGS + 1).endsWith("renew");
    }

    @Test
    void anEndedWatchIsForgotten() {
        assertThat(pings.follow(line)).isTrue();
        assertThat(pings.follow(new Line())).isFalse();
        pings.forget(line);
        afterSeconds(60);

        assertThat(line.calls).isEmpty();
    }
}
