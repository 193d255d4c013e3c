package io.hookline.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.watch.WatcherServer.IdleHeapTrimmer;
import org.junit.jupiter.api.Test;

class IdleHeapTrimmerTest {

    private static final long MIB = 1L << 20;

    private final FakeHeap heap = new FakeHeap();
    private final IdleHeapTrimmer spare = new IdleHeapTrimmer(heap);

    private static final class FakeHeap implements IdleHeapTrimmer.Heap {
        private long live = 30 * MIB;
        private long garbage;
        private int collections;

        @Override
        public long used() {
            return live + garbage;
        }

        @Override
        public void collect() {
            garbage = 0;
            collections++;
        }
    }

    /** A check after an allocation of this size, all of it garbage. */
    private int lookAfter(long mib) {
        heap.garbage += mib * MIB;
        spare.look();
        return heap.collections;
    }

    @Test
    void whatABusyTimeLeftIsDroppedAtTheFirstQuietLook() {
        assertThat(lookAfter(50)).isZero();
        assertThat(lookAfter(50)).isZero();
        assertThat(lookAfter(1)).isOne();
        assertThat(heap.used()).isEqualTo(30 * MIB);
    }

    @Test
    void anIdleProcessIsCollectedOnce() {
        lookAfter(50);
        lookAfter(0);
        for (int look = 0; look < 100; look++) {
            spare.look();
        }
        assertThat(heap.collections).isOne();
    }

    @Test
    void aBusyProcessIsNotCollected() {
        for (int look = 0; look < 100; look++) {
            assertThat(lookAfter(3)).isZero();
        }
    }

    @Test
    void aSmallAmountOfGarbageIsNotCollected() {
        lookAfter(0);
        lookAfter(0);
        int first = heap.collections;
        for (int look = 0; look < 10; look++) {
            lookAfter(1);
        }
        assertThat(heap.collections).isEqualTo(first);
    }

    @Test
    void aLargeHeapIsNotCollected() {
        heap.live = 1000 * MIB;
        lookAfter(50);

        assertThat(lookAfter(0)).isZero();
    }

    @Test
    void theMoreIsNeededTheMoreGarbageMakesACollectionWorthwhile() {
        heap.live = 600 * MIB;
        lookAfter(50);
        assertThat(lookAfter(0)).as("at first nobody knows what is needed").isOne();

        lookAfter(70);
        assertThat(lookAfter(0)).isOne();

        lookAfter(10);
        assertThat(lookAfter(0)).isEqualTo(2);
    }
}
