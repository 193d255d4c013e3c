package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Large answers of all hooks have a part of the heap together. */
final class AnswerMemoryTest {

    private static final int MB = 1 << 20;

    @Test
    void aSmallHeapAllowsSmallerAnswersThanALargeOne() {
        assertThat(new AnswerMemory(64 * MB, 96L * MB).maxBytes()).isEqualTo(8 * MB);
        assertThat(new AnswerMemory(64 * MB, 4096L * MB).maxBytes()).isEqualTo(64 * MB);
        assertThat(new AnswerMemory(64 * MB, 16L * MB).maxBytes()).isEqualTo(4 * MB);
    }

    @Test
    void smallAnswersNeedNoPart() throws IOException {
        AnswerMemory memory = new AnswerMemory(64 * MB, 96L * MB);
        memory.part().reserve(AnswerMemory.SMALL, Duration.ZERO);
        assertThat(memory.free()).isEqualTo(8 * MB);
    }

    @Test
    void aLargeAnswerWaitsUntilAnotherIsReleasedOnceHoweverOftenThatIsCalled() throws Exception {
        AnswerMemory memory = new AnswerMemory(64 * MB, 96L * MB);
        AnswerMemory.Part first = memory.part();
        first.reserve(6 * MB, Duration.ZERO);
        AnswerMemory.Part second = memory.part();
        assertThatThrownBy(() -> second.reserve(3 * MB, Duration.ofMillis(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no room");
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
            try {
                second.reserve(3 * MB, Duration.ofSeconds(20));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        first.release();
        first.release();
        waiting.get(60, TimeUnit.SECONDS);
        assertThat(memory.free()).isEqualTo(5 * MB);
        second.release();
        assertThat(memory.free()).isEqualTo(8 * MB);
    }
}
