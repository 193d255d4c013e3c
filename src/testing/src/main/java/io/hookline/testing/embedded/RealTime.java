package io.hookline.testing.embedded;

import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits in real time. Closing it interrupts all waiting threads. Thread-safe. */
public final class RealTime implements ScenarioEnvironment.Pause, AutoCloseable {

    private final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public void pause(Duration time) throws InterruptedException {
        if (closed.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new InterruptedException("the environment is closed");
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
