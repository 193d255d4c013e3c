package io.hookline.cli;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.Discovery;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * What the examples' runner needs to know of the world: a cluster of any kind, and two counters of the watcher and hook
 * server that work on it. Thread-safe if its parts are.
 */
public final class ExampleWorld {

    private final Cluster cluster;
    private final ToLongFunction<String> hookCalls;
    private final ToLongFunction<String> apiWrites;
    private final InstantSource clock;
    private final Pause pause;
    private final Set<String> lacks;
    private final int patience;
    private volatile Discovery known = new Discovery(List.of(), List.of());

    /** Lets time pass. */
    @FunctionalInterface
    public interface Pause {

        /** Returns after this time. */
        void pause(Duration time) throws InterruptedException;
    }

    /** A world in real time. */
    public ExampleWorld(
            Cluster cluster, ToLongFunction<String> hookCalls, ToLongFunction<String> apiWrites, InstantSource clock) {
        this(cluster, hookCalls, apiWrites, clock, Thread::sleep);
    }

    /**
     * A world in a time of its own.
     *
     * @param hookCalls how often the hook of this name (its folder's) was called since the process started
     * @param apiWrites how many writing requests the watcher has sent since it started, for objects of this namespace and for
     *     those that are in none
     * @param clock what time it is
     * @param pause how to wait: with a manual clock, by moving it on
     */
    public ExampleWorld(
            Cluster cluster,
            ToLongFunction<String> hookCalls,
            ToLongFunction<String> apiWrites,
            InstantSource clock,
            Pause pause) {
        this.cluster = cluster;
        this.hookCalls = hookCalls;
        this.apiWrites = apiWrites;
        this.clock = clock;
        this.pause = pause;
        this.lacks = Set.of();
        this.patience = 1;
    }

    private ExampleWorld(ExampleWorld other, Set<String> lacks, int patience) {
        this.cluster = other.cluster;
        this.hookCalls = other.hookCalls;
        this.apiWrites = other.apiWrites;
        this.clock = other.clock;
        this.pause = other.pause;
        this.lacks = Set.copyOf(lacks);
        this.patience = patience;
    }

    /**
     * The same world, said to lack parts of a control plane: steps that need one of them are passed over.
     *
     * @param parts such as {@code garbage-collector}
     */
    public ExampleWorld lacking(Set<String> parts) {
        return new ExampleWorld(this, parts, patience);
    }

    /** The same world, where everything may take so many times as long: others keep it busy. */
    ExampleWorld patient(int times) {
        return new ExampleWorld(this, lacks, patience * times);
    }

    /** How long a step may take here that may take so long in an idle world. */
    Duration limit(Duration within) {
        return within.multipliedBy(patience);
    }

    boolean hasAll(List<String> parts) {
        return parts.stream().noneMatch(lacks::contains);
    }

    Cluster cluster() {
        return cluster;
    }

    long hookCalls(String hook) {
        return hookCalls.applyAsLong(hook);
    }

    long apiWrites(String namespace) {
        return apiWrites.applyAsLong(namespace);
    }

    Instant now() {
        return clock.instant();
    }

    void pause(Duration time) throws InterruptedException {
        pause.pause(time);
    }

    /** The resource of a kind; the server is asked again when the kind is not known yet. */
    Optional<ApiResource> resource(GroupVersionKind kind) {
        return find(discovery -> discovery.find(kind));
    }

    /** The resource that a user means by a kind, plural, singular or short name, with or without {@code .group}. */
    Optional<ApiResource> resource(String name) {
        return find(discovery -> named(discovery, name.toLowerCase(Locale.ROOT)));
    }

    /** The resource that a controller's rule names. */
    Optional<ApiResource> resource(String apiVersion, String plural) {
        return find(discovery -> discovery.find(apiVersion, plural));
    }

    /** Drops what is known of kinds, after some have gone. */
    void forgetKinds() {
        known = new Discovery(List.of(), List.of());
    }

    private Optional<ApiResource> find(Function<Discovery, Optional<ApiResource>> look) {
        Optional<ApiResource> found = look.apply(known);
        if (found.isPresent()) {
            return found;
        }
        known = cluster.discover();
        return look.apply(known);
    }

    /** The core group wins over others, as with kubectl; then the order of the server, which is that of preference. */
    private static Optional<ApiResource> named(Discovery discovery, String name) {
        List<ApiResource> all = discovery.resources().stream()
                .filter(resource -> answersTo(resource, name))
                .toList();
        return all.stream()
                .filter(r -> r.group().isEmpty())
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    private static boolean answersTo(ApiResource resource, String name) {
        int dot = name.indexOf('.');
        String bare = dot < 0 ? name : name.substring(0, dot);
        boolean group = dot < 0 || resource.group().equals(name.substring(dot + 1));
        return group
                && (resource.kind().toLowerCase(Locale.ROOT).equals(bare)
                        || resource.plural().equals(bare)
                        || resource.singular().equals(bare)
                        || resource.shortNames().contains(bare));
    }
}
