package io.hookline.informer;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests that one informer sends. */
final class ListerWatcher {

    /** How much longer than the requested timeout a server may keep a watch open before the client closes it. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    /** What some servers put in every list, since they keep no versions of lists. */
    private static final String NONE = "0";

    private static final Logger LOG = LoggerFactory.getLogger(Informer.class);

    private final Cluster cluster;
    private final ApiResource resource;
    private final InformerKey scope;
    private final InformerOptions options;
    private final InstantSource clock;
    private final Jitter jitter;
    private final InformerHealth health;

    ListerWatcher(
            Cluster cluster,
            ApiResource resource,
            InformerKey scope,
            InformerOptions options,
            InstantSource clock,
            Jitter jitter,
            InformerHealth health) {
        this.health = health;
        this.cluster = cluster;
        this.resource = resource;
        this.scope = scope;
        this.options = options;
        this.clock = clock;
        this.jitter = jitter;
    }

    /** Reads one page of a list. */
    ObjectList page(InformerState.Listing listing) {
        return cluster.list(resource, scope.page(listing.limit(), listing.continueToken()));
    }

    /**
     * The version of the newest state; empty if the server does not say it. A list that fails is no obstacle, since the watch may
     * work: only if nothing answers or the server is busy, the watch need not be tried.
     */
    Optional<String> newestVersion() {
        try {
            String version = cluster.list(resource, scope.newestVersion()).resourceVersion();
            return Optional.of(version).filter(each -> !each.equals(NONE));
        } catch (ClusterException e) {
            if (Recovery.Cause.of(e) == Recovery.Cause.BUSY) {
                throw e;
            }
            LOG.debug("version of {} not read: {}", resource, e.getMessage());
            return Optional.empty();
        }
    }

    /** Opens a streaming list. */
    OpenWatch stream() {
        return open(scope.stream(timeout()), options.streamPatience());
    }

    /** Opens a watch of the changes after a version. */
    OpenWatch changesAfter(String version) {
        return open(scope.changesAfter(version, timeout()), options.idle());
    }

    private OpenWatch open(WatchOptions request, Duration idle) {
        Instant now = clock.instant();
        Instant end = now.plus(request.timeout()).plus(GRACE);
        Watch opened = cluster.watch(resource, request);
        health.heard(clock.instant());
        return new OpenWatch(opened, request.resourceVersion(), now, end, idle);
    }

    private Duration timeout() {
        return jitter.between(options.shortestWatch(), options.shortestWatch().multipliedBy(2));
    }
}
