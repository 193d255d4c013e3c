package io.hookline.server;

import io.hookline.queue.ManualClock;
import io.hookline.server.call.HookSettings;
import io.hookline.server.folder.HookLoader;
import io.hookline.testing.FixtureRunner;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A hook server for tests, with a fixed clock and daemon threads. */
public final class Bench implements AutoCloseable {

    public final PrometheusRegistry registry = new PrometheusRegistry();
    public final HookRegistry table = new HookRegistry();
    public final HookLoader loader;
    public final ServedHooks hooks;
    public final ManualClock clock = new ManualClock();
    private final ExecutorService pumps =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
    private final ExecutorService hookThreads =
            Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory());

    public Bench(HookSettings settings) {
        this.loader = new HookLoader(settings, InstantSource.fixed(FixtureRunner.NOW), hookThreads, pumps);
        this.hooks = new ServedHooks(table, settings, registry, new Random(1), clock);
    }

    /** From now on no thread for a hook can be started. */
    public void startNoMoreThreads() {
        hookThreads.shutdown();
    }

    @Override
    public void close() {
        table.close();
        hookThreads.shutdownNow();
        pumps.shutdownNow();
    }
}
