package io.hookline.testing.scenario.environment;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.Discovery;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.NearestName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The environment of scenarios: any cluster, and the counters and log of its watcher and hooks. Thread-safe if its
 * parts are.
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
    private final Consumer<String> progress;

    /** Waits for a time. */
    @FunctionalInterface
    public interface Pause {

        /** Returns after this time. */
        void pause(Duration time) throws InterruptedException;
    }

    private record Counters(ToLongFunction<String> hookCalls, ToLongFunction<WriteScope> apiWrites) {}

    /**
     * Creates an environment with all parts of a control plane and without a watcher log.
     *
     * @param hookCalls the number of calls of a hook, named by its folder, since the process started
     * @param apiWrites the number of writes by the watcher since it started
     * @param clock the present time
     * @param pause waits for a time; with a manual clock it advances the clock
     */
    public ScenarioEnvironment(
            Cluster cluster,
            ToLongFunction<String> hookCalls,
            ToLongFunction<WriteScope> apiWrites,
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
        this.progress = _ -> {};
    }

    private ScenarioEnvironment(
            ScenarioEnvironment other,
            Supplier<List<String>> watcherLog,
            Set<String> lacks,
            int patience,
            Consumer<String> progress) {
        this.cluster = other.cluster;
        this.kinds = other.kinds;
        this.counters = other.counters;
        this.clock = other.clock;
        this.pause = other.pause;
        this.watcherLog = watcherLog;
        this.lacks = Set.copyOf(lacks);
        this.patience = patience;
        this.progress = progress;
    }

    /**
     * The same environment without some parts of a control plane. Steps that need one of them are skipped.
     *
     * @param parts such as {@code garbage-collector}
     */
    public ScenarioEnvironment lacking(Set<String> parts) {
        return new ScenarioEnvironment(this, watcherLog, parts, patience, progress);
    }

    /**
     * The same environment with the watcher's log. The report of a failed step shows the lines about its objects.
     *
     * @param newest the newest lines in chronological order
     */
    public ScenarioEnvironment withWatcherLog(Supplier<List<String>> newest) {
        return new ScenarioEnvironment(this, newest, lacks, patience, progress);
    }

    /** The same environment with all time limits multiplied, for a busy machine. */
    public ScenarioEnvironment patient(int times) {
        return new ScenarioEnvironment(this, watcherLog, lacks, patience * times, progress);
    }

    /**
     * The same environment whose steps tell what they know while they wait.
     *
     * @param told receives each text, on the thread of the scenario
     */
    public ScenarioEnvironment telling(Consumer<String> told) {
        return new ScenarioEnvironment(this, watcherLog, lacks, patience, told);
    }

    /** Tells what a step knows while it waits. */
    public void tell(String text) {
        progress.accept(text);
    }

    /** The timeout of a step, scaled for a busy machine. */
    public Duration limit(Duration within) {
        return within.multipliedBy(patience);
    }

    /** Whether the control plane has all of these parts. */
    public boolean hasAll(Collection<String> parts) {
        return parts.stream().noneMatch(lacks::contains);
    }

    /** The cluster, for reads and writes that are not counted as the watcher's. */
    public Cluster cluster() {
        return cluster;
    }

    /** The number of calls of a hook since the process started. */
    public long hookCalls(String hook) {
        return counters.hookCalls().applyAsLong(hook);
    }

    /** The number of writes by the watcher to these objects. */
    public long apiWrites(WriteScope scope) {
        return counters.apiWrites().applyAsLong(scope);
    }

    /** The newest lines of the watcher's log, in chronological order. */
    public List<String> watcherLog() {
        return watcherLog.get();
    }

    /** The present time. */
    public Instant now() {
        return clock.instant();
    }

    /** Waits for a time. */
    public void pause(Duration time) throws InterruptedException {
        pause.pause(time);
    }

    /** The resource of a kind. If the kind is unknown, discovery runs again. */
    public Optional<ApiResource> resource(GroupVersionKind kind) {
        return kinds.find(discovery -> discovery.find(kind));
    }

    /** The resource of a kind, plural, singular or short name, with or without {@code .group}. */
    public Optional<ApiResource> resource(String name) {
        return kinds.named(name);
    }

    /** The kind or plural that is probably meant by a name that is not served: {@code ; did you mean configmaps?} */
    public String suggestionFor(String name) {
        return kinds.suggestion(
                name,
                resource -> Stream.of(resource.plural(), resource.kind())
                        .map(known -> name.contains(".") && !resource.group().isEmpty()
                                ? known + "." + resource.group()
                                : known));
    }

    /** The kind of the same version that is probably meant by one that is not served. */
    public String suggestionFor(GroupVersionKind kind) {
        return kinds.suggestion(
                kind.kind(),
                resource -> Stream.of(resource)
                        .filter(each -> each.apiVersion().equals(kind.apiVersion()))
                        .map(ApiResource::kind));
    }

    /** The resource of a rule of a controller. */
    public Optional<ApiResource> resource(String apiVersion, String plural) {
        return kinds.find(discovery -> discovery.find(apiVersion, plural));
    }

    /** Clears the known kinds, after CRDs were deleted. */
    public void forgetKinds() {
        kinds.forget();
    }

    /** Looks up the resources that a cluster serves, by any name that kubectl accepts. Thread-safe. */
    static final class ServedKinds {

        private static final Discovery NOTHING = new Discovery(List.of(), List.of());

        private final Cluster cluster;
        private volatile Discovery known = NOTHING;

        ServedKinds(Cluster cluster) {
            this.cluster = cluster;
        }

        /** Looks up a resource. If it is unknown, discovery runs again. */
        Optional<ApiResource> find(Function<Discovery, Optional<ApiResource>> look) {
            Optional<ApiResource> found = look.apply(known);
            if (found.isPresent()) {
                return found;
            }
            known = cluster.discover();
            return look.apply(known);
        }

        /** Looks up a kind, plural, singular or short name, with or without {@code .group}. */
        Optional<ApiResource> named(String name) {
            return find(discovery -> discovery.named(name));
        }

        /** The name that is most similar to a wrong one, as the end of a sentence; empty if none is. */
        String suggestion(String wrong, Function<ApiResource, Stream<String>> names) {
            return NearestName.suggestion(
                            wrong, known.resources().stream().flatMap(names).toList())
                    .orElse("");
        }

        /** Clears the known resources, after CRDs were deleted. */
        void forget() {
            known = NOTHING;
        }
    }
}
