package io.hookline.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketTest {

    private final ManualClock clock = new ManualClock();
    private final TokenBucket bucket = new TokenBucket(5, 2, clock);

    @Test
    void aBurstIsNotDelayedAndTheRestIsLimitedToTheRate() {
        assertThat(bucket.take()).isZero();
        assertThat(bucket.take()).isZero();
        assertThat(bucket.take()).isEqualTo(Duration.ofMillis(200));
        assertThat(bucket.take()).isEqualTo(Duration.ofMillis(400));
    }

    @Test
    void itFillsWithTimeButNotOverTheBurst() {
        bucket.take();
        bucket.take();
        clock.advance(Duration.ofMillis(200));
        assertThat(bucket.take()).isZero();
        clock.advance(Duration.ofHours(1));
        assertThat(bucket.take()).isZero();
        assertThat(bucket.take()).isZero();
        assertThat(bucket.take()).isPositive();
    }

    @Test
    void aClockThatIsSetBackAddsNoTokensAndRemovesNone() {
        bucket.take();
        clock.advance(Duration.ofHours(-1));
        assertThat(bucket.take()).isZero();
        assertThat(bucket.take()).isEqualTo(Duration.ofMillis(200));
    }

    @Test
    void aTokenThatIsNotThereIsNotTakenOnCredit() {
        assertThat(bucket.tryTake()).isTrue();
        assertThat(bucket.tryTake()).isTrue();
        assertThat(bucket.tryTake()).isFalse();
        assertThat(bucket.tryTake()).isFalse();
        clock.advance(Duration.ofMillis(200));
        assertThat(bucket.tryTake()).isTrue();
        assertThat(bucket.tryTake()).isFalse();
    }
}
