package io.hookline.bench;

import java.time.Duration;
import java.util.Optional;

/**
 * Scenarios in which nothing is written.
 *
 * @param warmUp the time before the measurement
 * @param measured the time of the measurement
 * @param resync the resync period in {@link #noOp}
 */
record Steady(Duration warmUp, Duration measured, Duration resync) {

    /** Every parent is synced at each resync period, and no sync changes anything. */
    Row noOp(Testbed bed) throws InterruptedException {
        bed.scenery().resync(Optional.of(resync));
        Row row = measure("noop", bed);
        bed.scenery().resync(Optional.empty());
        bed.awaitQuiet();
        return row;
    }

    /** Nothing changes, and nothing is synced. */
    Row idle(Testbed bed) throws InterruptedException {
        return measure("idle", bed);
    }

    private Row measure(String scenario, Testbed bed) throws InterruptedException {
        bed.pause(warmUp);
        Reading before = bed.read();
        bed.pause(measured);
        Reading after = bed.read();
        double seconds = (after.nanos() - before.nanos()) / 1e9;
        double cpu = (after.usage().cpuMillis() - before.usage().cpuMillis()) / seconds;
        return Row.between(scenario, before, after)
                .with("wallSeconds", seconds)
                .with("cpuMsPerSecond", cpu)
                .with("note", "%.1f ms CPU/s".formatted(cpu));
    }
}
