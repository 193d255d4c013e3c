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
                .orElseThrow(() ->
                        new SyncException("discovery: can't find resource " + plural + " in apiVersion " + apiVersion));
    }

    /** Forgets the age of what is known, since somebody knows that it changed. */
    void expire() {
        askedAt = Instant.MIN;
    }

    private Optional<ApiResource> lookUp(Predicate<ApiResource> wanted) {
        if (isOlderThan(interval)) {
            refresh();
        }
        Optional<ApiResource> found = search(wanted);
        if (found.isEmpty() && isOlderThan(SHORTEST)) {
            refresh();
            found = search(wanted);
        }
        return found;
    }

    private Optional<ApiResource> search(Predicate<ApiResource> wanted) {
        return known.resources().stream().filter(wanted).findFirst();
    }

    private boolean isOlderThan(Duration age) {
        return askedAt.equals(Instant.MIN) || askedAt.plus(age).isBefore(clock.instant());
    }

    private synchronized void refresh() {
        try {
            Discovery fresh = cluster.discover();
            known = new Discovery(withLastKnown(fresh), fresh.failedGroupVersions());
            askedAt = clock.instant();
        } catch (ClusterException e) {
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
