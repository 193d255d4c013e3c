package io.hookline.testing.scenario.environment;

import io.hookline.cluster.Cluster;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * What scenarios run against: a cluster of any kind, and what is known of the watcher and the hooks that work on it.
 * Thread-safe if its parts are.
 */
public final class ScenarioEnvironment {

    private final Cluster cluster;
    private final ServedKinds kinds;
    private final Counters counters;
    private final InstantSource clock;
    private final Pause pause;
    private final Supplier<List<String>> watcherLog;
    private final Set<String> lacks;
    private final int patience;

    /** Lets time pass. */
    @FunctionalInterface
    public interface Pause {

        /** Returns after this time. */
        void pause(Duration time) throws InterruptedException;
    }

    private record Counters(ToLongFunction<String> hookCalls, ToLongFunction<String> apiWrites) {}

    /**
     * An environment that has all parts of a control plane, and whose watcher's log is not known.
     *
     * @param hookCalls how often the hook of this name (its folder's) was called since the process started
     * @param apiWrites how many writing requests the watcher has sent since it started, for objects of this namespace and for
     *     those that are in none
     * @param clock what time it is
     * @param pause how to wait: with a manual clock, by moving it on
     */
    public ScenarioEnvironment(
            Cluster cluster,
            ToLongFunction<String> hookCalls,
            ToLongFunction<String> apiWrites,
            InstantSource clock,
            Pause pause) {
        this.cluster = cluster;
        this.kinds = new ServedKinds(cluster);
        this.counters = new Counters(hookCalls, apiWrites);
        this.clock = clock;
        this.pause = pause;
        this.watcherLog = List::of;
        this.lacks = Set.of();
        this.patience = 1;
    }

    private ScenarioEnvironment(
            ScenarioEnvironment other, Supplier<List<String>> watcherLog, Set<String> lacks, int patience) {
        this.cluster = other.cluster;
        this.kinds = other.kinds;
        this.counters = other.counters;
        this.clock = other.clock;
        this.pause = other.pause;
        this.watcherLog = watcherLog;
        this.lacks = Set.copyOf(lacks);
        this.patience = patience;
    }

    /**
     * The same environment without parts of a control plane: steps that need one of them are skipped.
     *
     * @param parts such as {@code garbage-collector}
     */
    public ScenarioEnvironment lacking(Set<String> parts) {
        return new ScenarioEnvironment(this, watcherLog, parts, patience);
    }

    /**
     * The same environment with the watcher's log, from which a failure shows the lines about its object.
     *
     * @param newest the newest lines, oldest first
     */
    public ScenarioEnvironment withWatcherLog(Supplier<List<String>> newest) {
        return new ScenarioEnvironment(this, newest, lacks, patience);
    }

    /** The same environment with limits so many times as long, for a machine that others keep busy. */
    public ScenarioEnvironment patient(int times) {
        return new ScenarioEnvironment(this, watcherLog, lacks, patience * times);
    }

    /** The timeout of a step, scaled for a busy machine. */
    public Duration limit(Duration within) {
        return within.multipliedBy(patience);
    }

    /** Whether the control plane has all these parts. */
    public boolean hasAll(Collection<String> parts) {
        return parts.stream().noneMatch(lacks::contains);
    }

    /** The cluster, for reads and writes that are not the watcher's. */
    public Cluster cluster() {
        return cluster;
    }

    /** How often the hook of this name was called since the process started. */
    public long hookCalls(String hook) {
        return counters.hookCalls().applyAsLong(hook);
    }

    /** How many writes the watcher has sent to a namespace, and to objects that are in none. */
    public long apiWrites(String namespace) {
        return counters.apiWrites().applyAsLong(namespace);
    }

    /** The newest lines of the watcher's log, oldest first. */
    public List<String> watcherLog() {
        return watcherLog.get();
    }

    /** What time it is. */
    public Instant now() {
        return clock.instant();
    }

    /** Lets time pass. */
    public void pause(Duration time) throws InterruptedException {
        pause.pause(time);
    }

    /** The resource of a kind; discovers again when the kind is not known yet. */
    public Optional<ApiResource> resource(GroupVersionKind kind) {
        return kinds.find(discovery -> discovery.find(kind));
    }

    /** The resource that a user means by a kind, plural, singular or short name, with or without {@code .group}. */
    public Optional<ApiResource> resource(String name) {
        return kinds.named(name);
    }

    /** The resource that a controller's rule names. */
    public Optional<ApiResource> resource(String apiVersion, String plural) {
        return kinds.find(discovery -> discovery.find(apiVersion, plural));
    }

    /** Drops what is known of kinds, after some were deleted. */
    public void forgetKinds() {
        kinds.forget();
    }
}
