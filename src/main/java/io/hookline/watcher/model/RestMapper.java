package io.hookline.watcher.model;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the resources that the API server serves. Discovery is cached; it is refreshed at an interval and when a name is not
 * found, but not more often than {@link #MIN_INTERVAL}. A group that fails keeps its last known resources. Thread-safe.
 */
public final class RestMapper {

    /** The minimum time between two requests, also when many controllers wait for missing kinds or many kinds are added. */
    private static final Duration MIN_INTERVAL = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(RestMapper.class);

    private final Cluster cluster;
    private final InstantSource clock;
    private final Duration interval;
    private volatile Discovery known = new Discovery(List.of(), List.of());
    private volatile Instant refreshedAt = Instant.MIN;
    private volatile Instant pausedUntil = Instant.MIN;

    /** The last refresh because of {@link #expire}. */
    private volatile Instant refreshedByExpireAt = Instant.MIN;

    /** The number of calls of {@link #expire}, and in {@code changesSeen} how many of them came before the last refresh. */
    private final AtomicInteger changes = new AtomicInteger();

    private volatile int changesSeen;
    private final ReentrantLock refreshing = new ReentrantLock();

    public RestMapper(Cluster cluster, InstantSource clock, Duration interval) {
        this.cluster = cluster;
        this.clock = clock;
        this.interval = interval;
    }

    /** The resource that a rule names. */
    public Optional<ApiResource> find(String apiVersion, String plural) {
        return lookUp(r -> r.plural().equals(plural) && r.apiVersion().equals(apiVersion));
    }

    /** The resource that a rule names, or the same one in any other version that is served. */
    public Optional<ApiResource> findInAnyVersion(String apiVersion, String plural) {
        String group = GroupVersionKind.of(apiVersion, "").group();
        return find(apiVersion, plural)
                .or(() -> search(r -> r.plural().equals(plural) && r.group().equals(group)));
    }

    /** The resource of a kind. */
    public Optional<ApiResource> find(GroupVersionKind gvk) {
        return lookUp(r -> r.gvk().equals(gvk));
    }

    /**
     * The resource that a rule names.
     *
     * @throws SyncException with Metacontroller's message, if the API server does not serve it
     */
    public ApiResource require(String apiVersion, String plural) {
        return find(apiVersion, plural)
                .orElseThrow(() -> SyncException.ofKind(
                        SyncException.KindProblem.NOT_SERVED,
                        "discovery: can't find resource " + plural + " in apiVersion " + apiVersion
                                + suggestion(apiVersion, plural)));
    }

    /** A suggestion, if a rule uses the kind, singular or short name of a resource, or another version; else empty. */
    private String suggestion(String apiVersion, String name) {
        return search(r -> r.apiVersion().equals(apiVersion) && hasName(r, name))
                .map(r -> "; did you mean " + r.plural() + "?")
                .or(() -> search(r -> r.plural().equals(name)).map(r -> "; it is served in " + r.apiVersion()))
                .orElse("");
    }

    private static boolean hasName(ApiResource resource, String name) {
        return !name.equals(resource.plural()) // which a refresh may show just after the name was not found
                && (name.equalsIgnoreCase(resource.kind())
                        || name.equals(resource.singular())
                        || name.equalsIgnoreCase(resource.plural())
                        || resource.shortNames().contains(name));
    }

    /** Marks the cached discovery as outdated: the next lookup refreshes it, as soon as {@link #MIN_INTERVAL} allows. */
    public void expire() {
        changes.incrementAndGet();
    }

    private Optional<ApiResource> lookUp(Predicate<ApiResource> wanted) {
        Optional<ApiResource> found = search(wanted);
        Duration age = found.isPresent() ? interval : MIN_INTERVAL;
        if (!isDue(age)) {
            return found.or(() -> search(wanted)); // another thread may have refreshed since the first search
        }
        if (found.isEmpty()) {
            refreshing.lock();
        } else if (!refreshing.tryLock()) {
            return found; // another thread refreshes; a slow API server must not delay callers that have a result
        }
        try {
            if (isDue(age)) { // unless another thread refreshed while this one waited for the lock
                refresh();
            }
        } finally {
            refreshing.unlock();
        }
        return search(wanted);
    }

    private Optional<ApiResource> search(Predicate<ApiResource> wanted) {
        return known.resources().stream().filter(wanted).findFirst();
    }

    private boolean isDue(Duration age) {
        Instant now = clock.instant();
        return !now.isBefore(pausedUntil)
                && (isOlder(refreshedAt, age, now) || (isExpired() && isOlder(refreshedByExpireAt, MIN_INTERVAL, now)));
    }

    private boolean isExpired() {
        return changes.get() != changesSeen;
    }

    private static boolean isOlder(Instant time, Duration age, Instant now) {
        return time.equals(Instant.MIN) || time.plus(age).isBefore(now);
    }

    private void refresh() {
        int before = changes.get();
        boolean expired = isExpired();
        try {
            Discovery fresh = cluster.discover();
            known = new Discovery(withLastKnown(fresh), fresh.failedGroupVersions());
            refreshedAt = clock.instant();
            refreshedByExpireAt = expired ? refreshedAt : refreshedByExpireAt;
            changesSeen = before; // a change during the request may be missing in the response
        } catch (ClusterException e) {
            pausedUntil = clock.instant().plus(MIN_INTERVAL);
            LOG.atWarn().addKeyValue("error", e.getMessage()).log("discovery failed, using the last known resources");
        }
    }

    private List<ApiResource> withLastKnown(Discovery fresh) {
        List<ApiResource> all = new ArrayList<>(fresh.resources());
        known.resources().stream()
                .filter(old -> fresh.failedGroupVersions().contains(old.apiVersion()))
                .forEach(all::add);
        return all;
    }
}
