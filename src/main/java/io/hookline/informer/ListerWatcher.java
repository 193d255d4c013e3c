package io.hookline.informer;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchOptions;
import io.hookline.object.ApiResource;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The requests that one informer sends. */
final class ListerWatcher {

    /** How much longer than the requested timeout a server may keep a watch open before the client closes it. */
    private static final Duration GRACE = Duration.ofSeconds(30);

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
