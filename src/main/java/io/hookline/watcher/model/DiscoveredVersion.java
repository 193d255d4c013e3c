package io.hookline.watcher.model;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.object.ApiResource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The resources of one group version, as the API server returned them last. One that fails keeps them, and delays no other.
 * Thread-safe.
 */
final class DiscoveredVersion {

    /** The minimum time between two requests, also when many controllers wait for missing kinds or many kinds are added. */
    static final Duration MIN_INTERVAL = Duration.ofMillis(500);

    /** How long after a change of a CRD the API server may still return the state from before. */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    /** The pause after a failure, if there are last known resources to use. */
    private static final Duration FAILURE_PAUSE = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(RestMapper.class);

    private final String apiVersion;
    private final Cluster cluster;
    private final InstantSource clock;
    private final ReentrantLock refreshing = new ReentrantLock();

    private volatile List<ApiResource> known = List.of();
    private volatile Instant readAt = Instant.MIN;
    private volatile Instant readAfterChangeAt = Instant.MIN;
    private volatile Instant pausedUntil = Instant.MIN;
    private volatile Changes seen = Changes.NONE;
    private volatile @Nullable String failure;

    /**
     * The changes of a group's CRDs that were announced.
     *
     * @param count how many
     * @param last when the last one was
     */
    record Changes(int count, Instant last) {
        static final Changes NONE = new Changes(0, Instant.MIN);

        Changes another(Instant now) {
            return new Changes(count + 1, now);
        }

        /** Whether a response of this time must show them. */
        boolean isSettled(Instant read) {
            return count == 0 || !read.isBefore(last.plus(SETTLED));
        }
    }

    DiscoveredVersion(String apiVersion, Cluster cluster, InstantSource clock) {
        this.apiVersion = apiVersion;
        this.cluster = cluster;
        this.clock = clock;
    }

    /** The first known resource of this kind; no request is sent. */
    Optional<ApiResource> search(Predicate<ApiResource> wanted) {
        return known.stream().filter(wanted).findFirst();
    }

    /** The known resources. */
    List<ApiResource> known() {
        return known;
    }

    /** Whether a new request is due if what is known may have this age. */
    boolean isDue(Duration age, Changes changes) {
        Instant now = clock.instant();
        return !now.isBefore(pausedUntil)
                && (isOlder(readAt, age, now)
                        || (isUnsettled(changes) && isOlder(readAfterChangeAt, MIN_INTERVAL, now)));
    }

    private boolean isUnsettled(Changes changes) {
        return changes.count() != seen.count() || !changes.isSettled(readAt);
    }

    static boolean isOlder(Instant time, Duration age, Instant now) {
        return time.equals(Instant.MIN) || time.plus(age).isBefore(now);
    }

    /**
     * Reads it again if it is due.
     *
     * @param wait whether to wait for another caller that reads it now; then it need not be read again
     */
    void refresh(boolean wait, Duration age, Changes changes) {
        if (wait) {
            refreshing.lock();
        } else if (!refreshing.tryLock()) {
            return; // a slow API server must not delay callers that have a result
        }
        try {
            if (isDue(age, changes)) {
                read(changes);
            }
        } finally {
            refreshing.unlock();
        }
    }

    private void read(Changes changes) {
        boolean unsettled = isUnsettled(changes);
        try {
            Discovery fresh = cluster.discover(apiVersion).of(apiVersion);
            if (!fresh.failedGroupVersions().isEmpty()) {
                failed("the API server reports it as unavailable");
                return;
            }
            known = fresh.resources();
            failure = null;
            readAt = clock.instant();
            readAfterChangeAt = unsettled ? readAt : readAfterChangeAt;
            seen = changes; // a change during the request may be missing in the response
        } catch (ClusterException e) {
            failed(String.valueOf(e.getMessage()));
        }
    }

    private void failed(String why) {
        pausedUntil = clock.instant().plus(known.isEmpty() ? MIN_INTERVAL : FAILURE_PAUSE);
        if (!why.equals(failure)) {
            failure = why;
            LOG.atWarn()
                    .addKeyValue("apiVersion", apiVersion)
                    .addKeyValue("error", why)
                    .log("discovery failed, using the last known resources");
        }
    }
}
