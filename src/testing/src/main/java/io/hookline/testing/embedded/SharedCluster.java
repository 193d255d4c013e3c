package io.hookline.testing.embedded;

import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Starts an embedded cluster on first use. Thread-safe. */
final class SharedCluster implements AutoCloseable {

    private final Optional<Path> hooks;
    private final Set<String> called;
    private @Nullable EmbeddedHookline started;

    /**
     * Prepares a cluster without starting it.
     *
     * @param called the hooks that controllers call, which are loaded before the start returns
     */
    SharedCluster(Optional<Path> hooks, Set<String> called) {
        this.hooks = hooks;
        this.called = Set.copyOf(called);
    }

    synchronized ScenarioEnvironment environment() {
        if (started == null) {
            started = start();
        }
        return started.environment();
    }

    private EmbeddedHookline start() {
        try {
            return EmbeddedHookline.start(hooks, called);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the cluster started", e);
        }
    }

    @Override
    public synchronized void close() {
        if (started != null) {
            started.close();
            started = null;
        }
    }
}
