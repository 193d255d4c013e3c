package io.hookline.watcher;

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
final class ResourceCatalog {

    /** Many controllers may wait for kinds that are not there; together they ask this often at most. */
    private static final Duration SHORTEST = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(ResourceCatalog.class);

    private final Cluster cluster;
    private final InstantSource clock;
    private final Duration interval;
    private volatile Discovery known = new Discovery(List.of(), List.of());
    private volatile Instant askedAt = Instant.MIN;
    private volatile Instant restUntil = Instant.MIN;
    private final AtomicInteger changes = new AtomicInteger();
    private final ReentrantLock asking = new ReentrantLock();

    ResourceCatalog(Cluster cluster, InstantSource clock, Duration interval) {
        this.cluster = cluster;
        this.clock = clock;
        this.interval = interval;
    }

    /** The resource that a rule names. */
    Optional<ApiResource> find(String apiVersion, String plural) {
        return lookUp(r -> r.plural().equals(plural) && r.apiVersion().equals(apiVersion));
    }

    /** The resource of a kind. */
    Optional<ApiResource> find(GroupVersionKind gvk) {
        return lookUp(r -> r.gvk().equals(gvk));
    }

    /**
     * The resource that a rule names.
     *
     * @throws SyncException in upstream's words if the server does not serve it
     */
    ApiResource require(String apiVersion, String plural) {
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

    /** Forgets the age of what is known, since somebody knows that it changed. */
    void expire() {
        changes.incrementAndGet();
        askedAt = Instant.MIN;
    }

    private Optional<ApiResource> lookUp(Predicate<ApiResource> wanted) {
        Optional<ApiResource> found = search(wanted);
        Duration age = found.isPresent() ? interval : SHORTEST;
        if (!isOlderThan(age)) {
            return found;
        }
        if (found.isEmpty()) {
            asking.lock();
        } else if (!asking.tryLock()) {
            return found; // somebody asks already: a server that is slow to say keeps nobody who has an answer
        }
        try {
            if (isOlderThan(age)) { // or whoever was faster has asked
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

    private boolean isOlderThan(Duration age) {
        Instant now = clock.instant();
        return !now.isBefore(restUntil)
                && (askedAt.equals(Instant.MIN) || askedAt.plus(age).isBefore(now));
    }

    private void refresh() {
        int before = changes.get();
        try {
            Discovery fresh = cluster.discover();
            known = new Discovery(withLastKnown(fresh), fresh.failedGroupVersions());
            askedAt = clock.instant();
            if (changes.get() != before) {
                askedAt = Instant.MIN; // it may have been answered before the change
            }
        } catch (ClusterException e) {
            restUntil = clock.instant().plus(SHORTEST);
            LOG.atWarn()
                    .addKeyValue("error", e.getMessage())
                    .log("the server's resources cannot be asked, going on with the last known");
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
