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
 * What the server serves, as far as known. Asked again at an interval and whenever a name is not found, but never more
 * often than {@link #SHORTEST}. A group that fails keeps its last known resources. Thread-safe.
 */
public final class RestMapper {

    /** Many controllers may wait for kinds that are not there, and many kinds may come at once: both ask this often at most. */
    private static final Duration SHORTEST = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(RestMapper.class);

    private final Cluster cluster;
    private final InstantSource clock;
    private final Duration interval;
    private volatile Discovery known = new Discovery(List.of(), List.of());
    private volatile Instant askedAt = Instant.MIN;
    private volatile Instant restUntil = Instant.MIN;

    /** When an {@link #expire} made it ask last. */
    private volatile Instant hurriedAt = Instant.MIN;

    /** How often {@link #expire} was called, and how many of these calls what is known is newer than. */
    private final AtomicInteger changes = new AtomicInteger();

    private volatile int changesSeen;
    private final ReentrantLock asking = new ReentrantLock();

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
     * @throws SyncException in upstream's words if the server does not serve it
     */
    public ApiResource require(String apiVersion, String plural) {
        return find(apiVersion, plural)
                .orElseThrow(() -> new SyncException("discovery: can't find resource " + plural + " in apiVersion "
                        + apiVersion + near(apiVersion, plural)));
    }

    /** What was meant, if a rule has a name that is no plural, or another version; empty if nothing is like it. */
    private String near(String apiVersion, String name) {
        return search(r -> r.apiVersion().equals(apiVersion) && goesBy(r, name))
                .map(r -> "; did you mean " + r.plural() + "?")
                .or(() -> search(r -> r.plural().equals(name)).map(r -> "; it is served in " + r.apiVersion()))
                .orElse("");
    }

    private static boolean goesBy(ApiResource resource, String name) {
        return name.equalsIgnoreCase(resource.kind())
                || name.equals(resource.singular())
                || name.equalsIgnoreCase(resource.plural())
                || resource.shortNames().contains(name);
    }

    /** Has the server asked as soon as its rest allows, since what is known has changed. */
    public void expire() {
        changes.incrementAndGet();
    }

    private Optional<ApiResource> lookUp(Predicate<ApiResource> wanted) {
        Optional<ApiResource> found = search(wanted);
        Duration age = found.isPresent() ? interval : SHORTEST;
        if (!isDue(age)) {
            return found;
        }
        if (found.isEmpty()) {
            asking.lock();
        } else if (!asking.tryLock()) {
            return found; // somebody asks already: a server that is slow to say keeps nobody who has an answer
        }
        try {
            if (isDue(age)) { // or whoever was faster has asked
                refresh();
            }
        } finally {
            asking.unlock();
        }
        return search(wanted);
    }

    private Optional<ApiResource> search(Predicate<ApiResource> wanted) {
        return known.resources().stream().filter(wanted).findFirst();
    }

    private boolean isDue(Duration age) {
        Instant now = clock.instant();
        return !now.isBefore(restUntil)
                && (isOlder(askedAt, age, now) || (isExpired() && isOlder(hurriedAt, SHORTEST, now)));
    }

    private boolean isExpired() {
        return changes.get() != changesSeen;
    }

    private static boolean isOlder(Instant time, Duration age, Instant now) {
        return time.equals(Instant.MIN) || time.plus(age).isBefore(now);
    }

    private void refresh() {
        int before = changes.get();
        boolean hurried = isExpired();
        try {
            Discovery fresh = cluster.discover();
            known = new Discovery(withLastKnown(fresh), fresh.failedGroupVersions());
            askedAt = clock.instant();
            hurriedAt = hurried ? askedAt : hurriedAt;
            changesSeen = before; // it may have been answered before a later change
        } catch (ClusterException e) {
            restUntil = clock.instant().plus(SHORTEST);
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
