package io.hookline.testing.embedded;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets requests of the watcher to the API server and calls of hooks fail, to test what a controller does then. Requests
 * of the test itself and of other clients do not fail. Thread-safe.
 *
 * <pre>{@code
 * cluster.faults().failNext(3, "create", "configmaps", Fault.UNAVAILABLE);
 * cluster.faults().failNextCalls(1, "bucket", "out of memory");
 * }</pre>
 */
public final class Faults {

    private static final String ANY = "*";
    private static final Set<String> VERBS = Set.of(ANY, "get", "list", "watch", "create", "update", "patch", "delete");

    /** How a request fails. */
    public enum Fault {
        /** Status 409: another client has changed the object. The request has no effect. */
        CONFLICT,
        /** Status 429, with Retry-After: 1. The request has no effect. */
        TOO_MANY_REQUESTS,
        /** Status 500. The request has no effect. */
        INTERNAL_ERROR,
        /** Status 503. The request has no effect. */
        UNAVAILABLE,
        /** No connection. The request has no effect. */
        UNREACHABLE,
        /** A timeout: the request has its effect, but the response is lost. */
        TIMEOUT
    }

    /** Requests that will fail. */
    private record Planned(String verb, String resource, Fault fault, AtomicInteger left) {
        boolean takes(String askedVerb, String askedResource) {
            return (verb.equals(ANY) || verb.equals(askedVerb))
                    && (resource.equals(ANY) || resource.equals(askedResource))
                    && left.get() > 0;
        }
    }

    private record PlannedCall(String hook, String message, AtomicInteger left) {}

    private final List<Planned> requests = new ArrayList<>();
    private final List<PlannedCall> calls = new ArrayList<>();
    private final Set<OpenWatch> watches = new HashSet<>();
    private final Set<String> ended = new HashSet<>();
    private boolean held;
    private int failed;

    Faults() {}

    /**
     * Lets the next requests fail that match.
     *
     * @param times the number of requests
     * @param verb {@code get}, {@code list}, {@code watch}, {@code create}, {@code update}, {@code patch} or
     *     {@code delete}; {@code *} for all of them
     * @param resource the plural, such as {@code configmaps}, with a subresource such as {@code buckets/status};
     *     {@code *} for all
     * @throws IllegalArgumentException if no request can have this verb or resource
     */
    public synchronized void failNext(int times, String verb, String resource, Fault fault) {
        if (!VERBS.contains(verb)) {
            throw new IllegalArgumentException("verb of a fault: expected one of "
                    + String.join(", ", new TreeSet<>(VERBS)) + ", was \"" + verb + "\"");
        }
        if (!resource.equals(resource.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(
                    "resource of a fault: expected a plural such as configmaps, was \"" + resource + "\"");
        }
        requests.add(new Planned(verb, resource, fault, new AtomicInteger(times)));
    }

    /**
     * Lets the next calls of a hook fail with status 500.
     *
     * @param hook the name of the hook, the first part of its path
     */
    public synchronized void failNextCalls(int times, String hook, String message) {
        calls.add(new PlannedCall(hook, message, new AtomicInteger(times)));
    }

    /** Breaks all open watches, as a lost connection does. The watcher opens them again. */
    public synchronized void breakWatches() {
        watches.forEach(OpenWatch::breakOff);
        watches.clear();
        notifyAll();
    }

    /** Delays all events of watches until {@link #releaseWatches}: the caches of the watcher become old. */
    public synchronized void holdWatches() {
        held = true;
    }

    /** Ends {@link #holdWatches}. */
    public synchronized void releaseWatches() {
        held = false;
        notifyAll();
    }

    /** The number of requests and calls that failed because of this. */
    public synchronized int failed() {
        return failed;
    }

    /** Ends all faults that are still planned, and delays. The extension does so after each test. */
    public synchronized void clear() {
        requests.clear();
        calls.clear();
        failed = 0;
        releaseWatches();
    }

    /** The watcher still works in the namespace of a test that has ended: its requests there do not use up faults. */
    synchronized void ended(String namespace) {
        ended.add(namespace);
        clear();
    }

    /** The fault of a request, if it has one. */
    synchronized Optional<Fault> next(String verb, String resource, String namespace) {
        if (ended.contains(namespace)) {
            return Optional.empty();
        }
        for (Planned planned : requests) {
            if (planned.takes(verb, resource)) {
                planned.left().decrementAndGet();
                failed++;
                return Optional.of(planned.fault());
            }
        }
        return Optional.empty();
    }

    /** The error of a call, if it has one. */
    synchronized Optional<String> nextCall(String hook) {
        for (PlannedCall planned : calls) {
            if (planned.hook().equals(hook) && planned.left().get() > 0) {
                planned.left().decrementAndGet();
                failed++;
                return Optional.of(planned.message());
            }
        }
        return Optional.empty();
    }

    /** A watch of the watcher. */
    interface OpenWatch {
        void breakOff();
    }

    synchronized void opened(OpenWatch watch) {
        watches.add(watch);
    }

    synchronized void closed(OpenWatch watch) {
        watches.remove(watch);
        notifyAll();
    }

    /** Waits while watches are held and this one is open. */
    synchronized void awaitRelease(OpenWatch watch) throws InterruptedException {
        while (held && watches.contains(watch)) {
            wait();
        }
    }
}
