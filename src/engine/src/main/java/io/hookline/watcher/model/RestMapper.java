package io.hookline.watcher.model;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.NearestName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the resources that the API server serves. Each group version is read on its own, when it is first named. It is
 * read again when one of its CRDs changes; when a name is not found; and at an interval if it has resources without a
 * watched CRD: built-in and aggregated ones. Thread-safe.
 */
public final class RestMapper {

    private static final Duration ALWAYS = Duration.ofDays(365_000);

    /** From so many on, those that are not served are forgotten: hooks may name any. */
    private static final int MAX_VERSIONS = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(RestMapper.class);

    private final Cluster cluster;
    private final InstantSource clock;
    private final Duration interval;
    private final Predicate<ApiResource> isWatched;
    private final Map<String, DiscoveredVersion> versions = new ConcurrentHashMap<>();

    /** By group. */
    private final Map<String, DiscoveredVersion.Changes> changes = new ConcurrentHashMap<>();

    private volatile List<ApiResource> everything = List.of();
    private volatile Instant readEverythingAt = Instant.MIN;

    /** Without watched CRDs: everything is refreshed at the interval. */
    public RestMapper(Cluster cluster, InstantSource clock, Duration interval) {
        this(cluster, clock, interval, _ -> false);
    }

    /**
     * Knows no resource yet.
     *
     * @param isWatched whether {@link #expire} will be called when a resource changes
     */
    public RestMapper(Cluster cluster, InstantSource clock, Duration interval, Predicate<ApiResource> isWatched) {
        this.cluster = cluster;
        this.clock = clock;
        this.interval = interval;
        this.isWatched = isWatched;
    }

    /** The resource that a rule names. */
    public Optional<ApiResource> find(String apiVersion, String plural) {
        return lookUp(apiVersion, r -> r.plural().equals(plural));
    }

    /** The resource that a rule names, or the same one in any other version that is served. */
    public Optional<ApiResource> findInAnyVersion(String apiVersion, String plural) {
        String group = groupOf(apiVersion);
        return find(apiVersion, plural)
                .or(() -> everything(changesOf(apiVersion))
                        .filter(r -> r.plural().equals(plural) && r.group().equals(group))
                        .findFirst());
    }

    /** The resource of a kind. */
    public Optional<ApiResource> find(GroupVersionKind gvk) {
        return lookUp(gvk.apiVersion(), r -> r.gvk().equals(gvk));
    }

    /**
     * The resource that a rule names.
     *
     * @throws SyncException with Metacontroller's message, if the API server does not serve it
     */
    public ApiResource require(String apiVersion, String plural) {
        return find(apiVersion, plural)
                .orElseThrow(() -> new SyncException.UnusableKind(
                        SyncException.UnusableKind.Why.NOT_SERVED,
                        "discovery: can't find resource " + plural + " in apiVersion " + apiVersion
                                + suggestion(apiVersion, plural)));
    }

    /** A suggestion, if a rule uses the kind, singular or short name of a resource, or another version; else empty. */
    private String suggestion(String apiVersion, String name) {
        return version(apiVersion)
                .search(r -> hasName(r, name))
                .map(r -> "; did you mean " + r.plural() + "?")
                .or(() -> everything(changesOf(apiVersion))
                        .filter(r -> r.plural().equals(name) && !r.apiVersion().equals(apiVersion))
                        .findFirst()
                        .map(r -> "; it is served in " + r.apiVersion()))
                .orElse("");
    }

    /**
     * A suggestion for a kind that is not served: the kind in another case, version or group, or one with a similar
     * name; else empty.
     */
    public String suggestionFor(GroupVersionKind wrong) {
        List<ApiResource> all = everything(changesOf(wrong.apiVersion())).toList();
        Optional<ApiResource> same = all.stream()
                .filter(each -> each.kind().equalsIgnoreCase(wrong.kind()))
                .min(Comparator.<ApiResource>comparingInt(
                                each -> each.apiVersion().equals(wrong.apiVersion())
                                        ? 0
                                        : each.gvk().group().equals(wrong.group()) ? 1 : 2)
                        .thenComparing(ApiResource::apiVersion));
        return same.or(() -> NearestName.of(
                                wrong.kind(),
                                all.stream()
                                        .filter(each -> each.apiVersion().equals(wrong.apiVersion()))
                                        .map(ApiResource::kind)
                                        .toList())
                        .flatMap(name -> all.stream()
                                .filter(each -> each.kind().equals(name)
                                        && each.apiVersion().equals(wrong.apiVersion()))
                                .findFirst()))
                .map(meant -> "; did you mean " + meant.kind() + " in apiVersion " + meant.apiVersion() + "?")
                .orElse("");
    }

    private static boolean hasName(ApiResource resource, String name) {
        return !name.equals(resource.plural()) // which a refresh may show just after the name was not found
                && (name.equalsIgnoreCase(resource.kind())
                        || name.equals(resource.singular())
                        || name.equalsIgnoreCase(resource.plural())
                        || resource.shortNames().contains(name));
    }

    /**
     * Marks what is known of a group as outdated: the next lookup refreshes it, and the ones in the seconds after that,
     * until the API server must have learned of the change.
     */
    public void expire(String group) {
        Instant now = clock.instant();
        changes.merge(group, DiscoveredVersion.Changes.NONE.another(now), (known, _) -> known.another(now));
    }

    /** How many group versions are known, served or not. */
    int known() {
        return versions.size();
    }

    private DiscoveredVersion version(String apiVersion) {
        if (versions.size() >= MAX_VERSIONS && !versions.containsKey(apiVersion)) {
            versions.values().removeIf(each -> each.known().isEmpty());
        }
        return versions.computeIfAbsent(apiVersion, name -> new DiscoveredVersion(name, cluster, clock));
    }

    private DiscoveredVersion.Changes changesOf(String apiVersion) {
        return changes.getOrDefault(groupOf(apiVersion), DiscoveredVersion.Changes.NONE);
    }

    private static String groupOf(String apiVersion) {
        return GroupVersionKind.of(apiVersion, "").group();
    }

    private Optional<ApiResource> lookUp(String apiVersion, Predicate<ApiResource> wanted) {
        DiscoveredVersion version = version(apiVersion);
        DiscoveredVersion.Changes latest = changesOf(apiVersion);
        Optional<ApiResource> found = version.search(wanted);
        Duration age = found.map(this::refreshedEvery).orElse(DiscoveredVersion.MIN_INTERVAL);
        if (!version.isDue(age, latest)) {
            return found.or(() -> version.search(wanted)); // another thread may have refreshed since the first search
        }
        version.refresh(found.isEmpty(), age, latest);
        return version.search(wanted);
    }

    private Duration refreshedEvery(ApiResource resource) {
        return isWatched.test(resource) ? ALWAYS : interval;
    }

    /**
     * All resources of the API server, for suggestions and other rare questions; what was read on its own comes first.
     */
    private Stream<ApiResource> everything(DiscoveredVersion.Changes latest) {
        Duration age = latest.isStableAt(readEverythingAt) ? interval : DiscoveredVersion.MIN_INTERVAL;
        if (DiscoveredVersion.isOlder(readEverythingAt, age, clock.instant())) {
            readEverythingAt = clock.instant();
            try {
                everything = cluster.discover().resources();
            } catch (ClusterException e) {
                LOG.atDebug().addKeyValue("error", e.getMessage()).log("discovery of all groups failed");
            }
        }
        return Stream.concat(
                versions.values().stream().flatMap(version -> version.known().stream()), everything.stream());
    }

    /**
     * The resources of one group version, as the API server returned them last. One that fails keeps them, and delays
     * no other. Thread-safe.
     */
    private static final class DiscoveredVersion {

        /**
         * The minimum time between two requests, also when many controllers wait for missing kinds or many kinds are
         * added.
         */
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
            boolean isStableAt(Instant read) {
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
            return changes.count() != seen.count() || !changes.isStableAt(readAt);
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
}
