package io.hookline.server;

import io.hookline.testing.FixtureRunner;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A hook server for tests, with a fixed clock and daemon threads. */
final class Bench implements AutoCloseable {

    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    final HookRegistry table = new HookRegistry();
    final HookLoader loader;
    final ServedHooks hooks;
    private final ExecutorService pumps =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
    private final ExecutorService hookThreads =
            Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory());

    Bench(HookSettings settings) {
        this.loader = new HookLoader(settings, InstantSource.fixed(FixtureRunner.NOW), hookThreads, pumps);
        this.hooks = new ServedHooks(table, settings, registry, new Random(1));
    }

    @Override
    public void close() {
        hookThreads.shutdownNow();
        pumps.shutdownNow();
    }
}
