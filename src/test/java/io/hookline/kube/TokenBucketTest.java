package io.hookline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketTest {

    private final ManualTime clock = new ManualTime();
    private final TokenBucket bucket = new TokenBucket(5, 2, clock);

    @Test
    void aBurstGoesAtOnceAndTheRestAtTheRate() {
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
    void aClockThatGoesBackGivesNothingAndTakesNothing() {
        bucket.take();
        clock.advance(Duration.ofHours(-1));
        assertThat(bucket.take()).isZero();
        assertThat(bucket.take()).isEqualTo(Duration.ofMillis(200));
    }
}
