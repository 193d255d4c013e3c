package io.hookline.testing.embedded;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.local.LocalCluster;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.process.ClusterSideEffects;
import io.hookline.process.HookHost;
import io.hookline.process.WatcherProcess;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.scenario.environment.CountingCluster;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * A cluster in memory with a watcher and hooks, all in this process and without a socket. The watcher calls these hooks
 * for the Service {@code hooks} in namespace {@code hookline}. Thread-safe.
 */
public final class EmbeddedHookline implements AutoCloseable {

    private static final int MAX_PATIENCE = 4;

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final LocalCluster local = LocalCluster.create(InstantSource.system(), new SecureRandom());
    private final Faults faults = new Faults();
    private final ScenarioEnvironment environment;
    private final Optional<HookHost> host;
    private final WatcherProcess watcher;

    /** Opens and loads the hooks. */
    private interface Hooks {
        Optional<HookHost> open(EmbeddedHookline owner, PrometheusRegistry registry);
    }

    private EmbeddedHookline(Hooks hooks) throws InterruptedException {
        try {
            PrometheusRegistry registry = new PrometheusRegistry();
            host = hooks.open(this, registry);
            CountingCluster cluster = new CountingCluster(new FaultyCluster(local, faults));
            environment = environment(host, cluster);
            ControllerKinds.install(environment);
            Optional<InProcessHooks> catalog = host.map(runtime -> new FaultyHooks(runtime.hooks(), faults));
            watcher = closing(WatcherProcess.start(cluster, catalog, WatcherOptions.DEFAULTS, registry));
        } catch (RuntimeException | InterruptedException e) {
            close();
            throw e;
        }
    }

    private ScenarioEnvironment environment(Optional<HookHost> hooks, CountingCluster cluster) {
        WatcherLog log = closing(WatcherLog.record());
        ToLongFunction<String> calls =
                hook -> hooks.map(runtime -> runtime.hooks().calls(hook)).orElse(0L);
        return new ScenarioEnvironment(local, calls, cluster::writes, InstantSource.system(), closing(new RealTime()))
                .withWatcherLog(log::lines)
                .patient(patience());
    }

    /** By how much time limits are multiplied, since other work keeps the machine busy. */
    private static int patience() {
        OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
        return patience(system.getSystemLoadAverage(), system.getAvailableProcessors());
    }

    /**
     * By how much time limits are multiplied on a machine with this load: 1 to 4.
     *
     * @param load the number of threads that could run, of late; negative where it is not known
     */
    static int patience(double load, int processors) {
        return (int) Math.clamp(Math.ceil(load / processors), 1, MAX_PATIENCE);
    }

    /**
     * Starts cluster, watcher and hooks.
     *
     * @param hooks a folder with a folder for each hook, or the folder of one hook; empty for no hooks in this process
     * @param first selects by name the hooks to load before this returns; each other one is loaded by its first call
     * @throws IllegalArgumentException if the folder does not exist
     */
    public static EmbeddedHookline start(Optional<Path> hooks, Predicate<String> first) throws InterruptedException {
        return start(hooks, Set.of(), first);
    }

    /**
     * Starts cluster, watcher and hooks, and loads the called hooks. If the folder is a hook itself, it has the called
     * name.
     */
    static EmbeddedHookline start(Optional<Path> hooks, Set<String> called) throws InterruptedException {
        return start(hooks, called, called::contains);
    }

    /** The same, for tests that may serve hooks of this process besides: see {@link #serve}. */
    static EmbeddedHookline withHooks(Optional<Path> hooks, Set<String> called) throws InterruptedException {
        if (hooks.isPresent()) {
            EmbeddedHookline started = start(hooks, called);
            started.requireLoaded(called);
            return started;
        }
        return new EmbeddedHookline((owner, registry) -> {
            HookHost host = owner.closing(HookHost.open(List::of, owner.settings(), registry));
            return Optional.of(host);
        });
    }

    private static EmbeddedHookline start(Optional<Path> hooks, Set<String> called, Predicate<String> first)
            throws InterruptedException {
        return new EmbeddedHookline((owner, registry) -> {
            Optional<HookHost> host =
                    hooks.map(folder -> owner.closing(HookHost.open(folder, called, owner.settings(), registry)));
            host.ifPresent(opened -> opened.loadCalled(first));
            return host;
        });
    }

    /**
     * Starts cluster and watcher with hooks that are loaded already.
     *
     * @param hooks stay open when this is closed
     */
    public static EmbeddedHookline start(HookHost hooks) throws InterruptedException {
        return new EmbeddedHookline((_, _) -> Optional.of(hooks));
    }

    private HookSettings settings() {
        return HookSettings.DEFAULTS.withSideEffects(ClusterSideEffects.on(() -> local));
    }

    /** Without its hook, each test of a controller would wait until its time limit. */
    private void requireLoaded(Set<String> called) {
        for (String hook : new TreeSet<>(called)) {
            host.flatMap(opened -> opened.problem(hook)).ifPresent(problem -> {
                close();
                throw new IllegalArgumentException("the hook " + hook + " does not load: " + problem);
            });
        }
    }

    private <T extends AutoCloseable> T closing(T part) {
        parts.push(part);
        return part;
    }

    /** The environment for scenarios. */
    public ScenarioEnvironment environment() {
        return environment;
    }

    /** The cluster itself, to serve it to other clients. */
    LocalCluster local() {
        return local;
    }

    /** Lets requests of the watcher and calls of hooks fail. */
    Faults faults() {
        return faults;
    }

    /** Serves hooks of this process under a name. */
    void serve(String name, Object... hooks) {
        host.orElseThrow().serve(name, hooks);
    }

    /** The cluster, for the caller's reads and writes, which are not counted as the watcher's. */
    public Cluster cluster() {
        return environment.cluster();
    }

    /** The reasons why the watcher is not ready. */
    public List<String> problems() {
        return watcher.problems();
    }

    /** Closes watcher, hooks and cluster. */
    @Override
    public void close() {
        RuntimeException failure = null;
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                failure = failure == null ? new IllegalStateException("failed to close", e) : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Hooks whose calls fail by {@link Faults}. */
    private record FaultyHooks(InProcessHooks next, Faults faults) implements InProcessHooks {

        @Override
        public Response serve(String path, byte[] body) throws InterruptedException {
            return serve(path, body, Optional.empty());
        }

        @Override
        public Response serve(String path, byte[] body, Optional<Instant> now) throws InterruptedException {
            String hook = path.replaceFirst("^/", "").replaceFirst("/.*", "");
            Optional<String> error = faults.nextCall(hook);
            if (error.isEmpty()) {
                return next.serve(path, body, now);
            }
            ObjectNode json = Json.NODES.objectNode().put("error", error.get());
            return new Response(500, Map.of(), JsonText.of(GoJson.text(json)));
        }
    }
}
