package io.hookline.webhook.credential;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.informer.ResourceVersions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.spec.Credentials.Source;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows one Secret or ConfigMap: by a watch of this object alone, or by GET if only that is allowed. Nothing else of its kind is
 * read.
 *
 * <p>One thread steps; the other methods are for any thread.
 */
final class FollowedObject {

    /** The time between two GETs without a watch: a new value is used within 10 s. */
    static final Duration POLL = Duration.ofSeconds(5);

    /** A watch without events for this long is checked by a GET, since its connection may be dead. */
    static final Duration CHECK = Duration.ofSeconds(30);

    /** After so many GETs a watch is tried again, since the right to watch may have been granted: 5 minutes. */
    static final int POLLS_BEFORE_WATCH = 60;

    private static final Duration REOPEN = Duration.ofSeconds(1);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(10);
    private static final Duration WATCH_TIMEOUT = Duration.ofMinutes(8);

    private static final Logger LOG = LoggerFactory.getLogger(FollowedObject.class);
    private static final ApiResource SECRETS = core("secrets", "secret", "Secret");
    private static final ApiResource CONFIG_MAPS = core("configmaps", "configmap", "ConfigMap");

    private final Cluster cluster;
    private final Source source;
    private final Runnable changed;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Both guarded by this. */
    private @Nullable Content content;

    private long changes;

    private volatile @Nullable Watch watch;
    private int polls;
    private int failures;

    /** @param changed is called after a change of the content, in the thread that steps or that calls {@link #refresh} */
    FollowedObject(Cluster cluster, Source source, Runnable changed) {
        this.cluster = cluster;
        this.source = source;
        this.changed = changed;
    }

    private static ApiResource core(String plural, String singular, String kind) {
        Set<String> verbs = Set.of("get", "watch");
        return new ApiResource("v1", plural, singular, kind, true, List.of(), List.of(), verbs, Set.of());
    }

    static ApiResource resource(Source.Kind kind) {
        return switch (kind) {
            case SECRET -> SECRETS;
            case CONFIG_MAP -> CONFIG_MAPS;
        };
    }

    /** The last known content; unreadable before the first request. */
    synchronized Content content() {
        return content == null ? new Content.Unreadable("it was not read yet") : content;
    }

    /**
     * Reads the object now, in the caller's thread, without a report.
     *
     * @return whether the content is another than before
     * @throws ClusterException if the request fails for a reason that will pass
     */
    boolean read() {
        long before = changes();
        Content now;
        try {
            now = new Content.Present(
                    cluster.get(resource(source.kind()), new ObjectKey(source.namespace(), source.name())));
        } catch (ClusterException.NotFound _) {
            now = new Content.Missing();
        } catch (ClusterException.Forbidden e) {
            now = new Content.Unreadable(String.valueOf(e.getMessage()));
        }
        return put(now, before);
    }

    private synchronized long changes() {
        return changes;
    }

    /** Stores what was read, unless something else was learnt since the request was sent. */
    private synchronized boolean put(Content now, long before) {
        if (changes != before || isKnown(now)) {
            return false;
        }
        content = now;
        changes++;
        return true;
    }

    private boolean isKnown(Content now) {
        if (content instanceof Content.Present(KubeObject old) && now instanceof Content.Present(KubeObject other)) {
            return old.uid().equals(other.uid()) && old.resourceVersion().equals(other.resourceVersion());
        }
        return now.equals(content);
    }

    /** Steps until it is closed. */
    void run() {
        try {
            Duration pause = Duration.ZERO;
            while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                pause = step();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            closeWatch();
        }
    }

    /** Ends it. */
    void close() {
        closed.countDown();
        closeWatch();
    }

    private void closeWatch() {
        Watch open = watch;
        if (open != null) {
            watch = null;
            open.close();
        }
    }

    /** Does one thing: opens the watch, waits for an event, or polls. Returns the pause before the next step. */
    Duration step() throws InterruptedException {
        try {
            Watch open = watch;
            Duration pause = open != null ? follow(open) : polls > 0 ? poll() : open();
            failures = 0;
            return pause;
        } catch (ClusterException.Forbidden e) {
            closeWatch();
            LOG.atInfo()
                    .addKeyValue("object", this)
                    .addKeyValue("interval", POLL)
                    .addKeyValue("why", e.getMessage())
                    .log("watch of credentials is not allowed, polling instead");
            polls = POLLS_BEFORE_WATCH;
            return Duration.ZERO;
        } catch (RuntimeException e) { // no failure may end it
            closeWatch();
            return afterFailure(e);
        }
    }

    private Duration afterFailure(RuntimeException e) {
        LOG.atDebug()
                .addKeyValue("object", this)
                .addKeyValue("error", e.getMessage())
                .log("credentials not read");
        failures = Math.min(failures + 1, 5);
        Duration backoff = Duration.ofMillis(500L << failures);
        Duration asked =
                e instanceof ClusterException refused ? refused.retryAfter().orElse(Duration.ZERO) : Duration.ZERO;
        Duration longer = asked.compareTo(backoff) > 0 ? asked : backoff;
        return longer.compareTo(LONGEST_BACKOFF) < 0 ? longer : LONGEST_BACKOFF;
    }

    /** The GET comes after the watch was opened: so no change is missed between them. */
    private Duration open() {
        watch = cluster.watch(
                resource(source.kind()),
                new WatchOptions(
                        source.namespace(),
                        LabelSelector.EVERYTHING,
                        "metadata.name=" + source.name(),
                        "",
                        true,
                        false,
                        WATCH_TIMEOUT));
        refresh();
        return Duration.ZERO;
    }

    /** Reads the object now, as {@link #read} does, and reports a change: no later step will, since the content is known then. */
    boolean refresh() {
        boolean isNew = read();
        if (isNew) {
            changed.run();
        }
        return isNew;
    }

    private Duration poll() {
        polls--;
        refresh();
        return POLL;
    }

    private Duration follow(Watch open) throws InterruptedException {
        WatchEvent event = open.poll(CHECK).orElse(null);
        switch (event) {
            case null -> {
                if (refresh()) {
                    closeWatch(); // it did not report this
                }
            }
            case WatchEvent.Added(KubeObject object) -> received(object, new Content.Present(object));
            case WatchEvent.Modified(KubeObject object) -> received(object, new Content.Present(object));
            case WatchEvent.Deleted(KubeObject object) -> received(object, new Content.Missing());
            case WatchEvent.Bookmark _ -> {}
            case WatchEvent.Ended() -> {
                closeWatch();
                return REOPEN;
            }
        }
        return Duration.ZERO;
    }

    private void received(KubeObject object, Content now) {
        if (object.name().equals(source.name()) && isNews(object, now)) {
            changed.run();
        }
    }

    private synchronized boolean isNews(KubeObject object, Content now) {
        boolean isOld = content instanceof Content.Present(KubeObject known)
                && ResourceVersions.isBefore(object.resourceVersion(), known.resourceVersion());
        return !isOld && put(now, changes);
    }

    @Override
    public String toString() {
        return resource(source.kind()).kind() + " " + source.namespace() + "/" + source.name();
    }
}
