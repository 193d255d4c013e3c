package io.hookline.election;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.object.HumanDuration;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One competitor for a Lease, step by step. As in client-go, it never compares its clock with the times in the Lease: a
 * holder is alive as long as the Lease changes within the lease duration, by this process's own clock.
 *
 * <p>Stricter than client-go in three cases: a leader ends at once when another process holds the Lease; a deleted
 * Lease does not end the time that its holder has; nothing is written after the renew deadline. Used by one thread,
 * except {@link #saw} and the methods that report the state.
 */
final class Elector {

    /** What this process is. */
    public enum Role {
        STANDBY,
        LEADER,
        /** It was stopped, or has lost the Lease; it never becomes the leader again. */
        ENDED
    }

    /** A state of the Lease that a watch has sent; null if it was deleted. */
    private record Sighting(@Nullable KubeObject lease, long nanos) {}

    private final ElectionConfig config;
    private final ElectionTiming timing;
    private final ElectionClock clock;
    private final Fence fence;
    private final LeaseLock lock;
    private final Supplier<String> handover;
    private final ElectionListener listener;
    private final ElectionContact contact;
    private final AtomicReference<@Nullable Sighting> sighting = new AtomicReference<>();

    private volatile Role role = Role.STANDBY;

    /** The last known record, and when it was seen to change. */
    private volatile @Nullable LeaseRecord known;

    private long knownSince;

    /** The version of the Lease that the next update replaces; null if there is no Lease. */
    private @Nullable KubeObject version;

    /** Whether the version may be outdated, because the outcome of a renewal is not known. */
    private boolean isDoubtful;

    /**
     * A competitor that has not tried yet.
     *
     * @param cluster its requests must end with {@link Fence#renewalTime}, and wait for no others
     * @param fence is open as long as this process may write
     * @param handover what a leader leaves for the next one; called at each renewal
     */
    public Elector(
            Cluster cluster,
            ElectionConfig config,
            ElectionClock clock,
            Fence fence,
            Supplier<String> handover,
            ElectionListener listener) {
        this.config = config;
        this.timing = config.timing();
        this.clock = clock;
        this.fence = fence;
        this.lock = new LeaseLock(cluster, config);
        this.handover = handover;
        this.listener = listener;
        this.contact = new ElectionContact(clock, timing.renewDeadline());
    }

    public Role role() {
        return role;
    }

    /** The holder of the Lease as last seen, or an empty text. */
    public String holder() {
        LeaseRecord record = known;
        return record == null ? "" : record.holder();
    }

    /** Why the Lease cannot be read or written, if this lasts. */
    public Optional<String> problem() {
        return contact.problem();
    }

    /**
     * Takes note of a state of the Lease that a watch has sent; null if it was deleted. Returns whether to step at
     * once.
     */
    boolean saw(@Nullable KubeObject lease) {
        sighting.set(new Sighting(lease, clock.nanos().getAsLong()));
        String holder = lease == null ? "" : LeaseRecord.of(lease).holder();
        return role == Role.LEADER ? !holder.equals(config.identity()) : holder.isEmpty();
    }

    /** Makes one attempt to get or keep the Lease. Returns how long to wait before the next. */
    public Duration step() {
        return switch (role) {
            case STANDBY -> attempt();
            case LEADER -> renew();
            case ENDED -> timing.retry();
        };
    }

    private Duration attempt() {
        try {
            Sighting seen = sighting.getAndSet(null);
            if (seen != null) {
                observe(Optional.ofNullable(seen.lease()), seen.nanos());
            }
            Optional<KubeObject> read = lock.get();
            observe(read, clock.nanos().getAsLong());
            contact.succeeded();
            Duration left = heldByOther();
            return left.isPositive() ? shorter(timing.retry(), left) : take();
        } catch (ClusterException e) {
            contact.failed(config, e);
            return timing.retry();
        }
    }

    /** The time of a change is that of the response: the holder counts from an earlier moment. */
    private void observe(Optional<KubeObject> lease, long nanos) {
        LeaseRecord last = known;
        if (lease.isEmpty() && version != null && last != null) {
            // It may have had another holder before it was deleted, who will create it again.
            known = last.deleted(timing.lease());
            knownSince = nanos;
        }
        version = lease.orElse(null);
        if (lease.isPresent()) {
            LeaseRecord record = LeaseRecord.of(lease.get());
            if (!record.equals(known)) {
                known = record;
                knownSince = nanos;
            }
        }
    }

    /** How long another process may still hold the Lease. */
    private Duration heldByOther() {
        LeaseRecord record = known;
        if (record == null || !record.isHeldByOther(config.identity())) {
            return Duration.ZERO;
        }
        Duration term = record.seconds() > 0 ? Duration.ofSeconds(record.seconds()) : timing.lease();
        return term.minusNanos(clock.nanos().getAsLong() - knownSince);
    }

    private Duration take() {
        ElectionClock.Reading sent = clock.read();
        KubeObject written = write(isOurs(known) ? renewal(sent) : acquisition(sent));
        record(written);
        fence.open(sent, timing.renewDeadline());
        if (!fence.isOpen()) {
            return Duration.ZERO; // the response came too late to begin with it
        }
        role = Role.LEADER;
        listener.elected(LeaseLock.handoverOf(written));
        return timing.retry();
    }

    /** After a write without a response, the Lease may be ours without our knowledge. */
    private boolean isOurs(@Nullable LeaseRecord record) {
        return record != null && record.holder().equals(config.identity());
    }

    private LeaseRecord acquisition(ElectionClock.Reading now) {
        int transitions = version == null || known == null ? 0 : known.transitions() + 1;
        return LeaseRecord.acquired(config.identity(), timing.lease(), now.wall(), transitions);
    }

    private LeaseRecord renewal(ElectionClock.Reading now) {
        LeaseRecord record = known;
        return record == null || record.holder().isEmpty()
                ? acquisition(now)
                : record.renewed(timing.lease(), now.wall());
    }

    private KubeObject write(LeaseRecord record) {
        return version == null ? lock.create(record) : lock.update(version, record);
    }

    private void record(KubeObject written) {
        version = written;
        known = LeaseRecord.of(written);
        knownSince = clock.nanos().getAsLong();
        isDoubtful = false;
    }

    private Duration renew() {
        if (!fence.renewalTime().isPositive()) {
            return lost("no renewal succeeded within " + HumanDuration.text(timing.renewDeadline())
                    + contact.lastFailure().map(text -> ": " + text).orElse(""));
        }
        try {
            // With a closed fence the time of day has jumped: perhaps the machine was suspended, and another
            // one is the leader.
            return isDoubtful || !fence.isOpen() ? renewAfterRead() : renewAtOnce();
        } catch (ClusterException e) {
            isDoubtful = true;
            contact.failed(config, e);
            return shorter(timing.retry(), fence.renewalTime());
        }
    }

    private Duration renewAtOnce() {
        try {
            return renewBy(clock.read());
        } catch (ClusterException e) {
            if (e.code() == 0) {
                throw e; // no response: a read would fail too
            }
            return renewAfterRead(); // as a rule another process has changed or deleted the Lease
        }
    }

    private Duration renewAfterRead() {
        version = lock.get().orElse(null);
        if (version != null) {
            LeaseRecord record = LeaseRecord.of(version);
            known = record;
            if (record.isHeldByOther(config.identity())) {
                return lost(record.holder() + " holds the lease");
            }
        }
        listener.slowPath();
        return renewBy(clock.read());
    }

    private Duration renewBy(ElectionClock.Reading sent) {
        KubeObject current = version;
        KubeObject written =
                current == null ? lock.create(renewal(sent)) : lock.update(current, renewal(sent), handover.get());
        record(written);
        contact.succeeded();
        fence.open(sent, timing.renewDeadline());
        return timing.retry();
    }

    private Duration lost(String why) {
        role = Role.ENDED;
        fence.close();
        listener.lost(why);
        return timing.retry();
    }

    /**
     * Ends this competitor. If it was the leader, the Lease is released, so that another can take it at once; nothing
     * of this process may be in flight any more. Returns whether it was released; otherwise the others wait for the
     * lease duration.
     */
    public boolean resign() {
        boolean wasLeader = role == Role.LEADER;
        role = Role.ENDED;
        fence.close();
        try {
            return wasLeader && release();
        } catch (ClusterException e) {
            contact.failed(config, e);
            return false;
        }
    }

    private boolean release() {
        try {
            return releaseVersion();
        } catch (ClusterException.Conflict _) {
            version = lock.get().orElse(null);
            known = version == null ? null : LeaseRecord.of(version);
            return releaseVersion();
        }
    }

    private boolean releaseVersion() {
        KubeObject current = version;
        LeaseRecord record = known;
        if (current == null
                || record == null
                || !isOurs(record)
                || !fence.renewalTime().isPositive()) {
            return false;
        }
        record(lock.update(current, record.released(clock.read().wall()), handover.get()));
        return true;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** How the requests for the Lease went: logs failures, and reports those that last. Written by one thread. */
    static final class ElectionContact {

        private static final Logger LOG = LoggerFactory.getLogger(Election.class);

        private record Failure(String text, boolean lasting) {}

        private final ElectionClock clock;
        private final Duration patience;
        private volatile long lastSuccess;
        private volatile @Nullable Failure failure;

        ElectionContact(ElectionClock clock, Duration patience) {
            this.clock = clock;
            this.patience = patience;
            this.lastSuccess = clock.nanos().getAsLong();
        }

        void succeeded() {
            lastSuccess = clock.nanos().getAsLong();
            if (failure != null) {
                failure = null;
                LOG.atInfo().log("requests for the leader lease succeed again");
            }
        }

        /** A conflict is no failure: another process was faster. */
        void failed(ElectionConfig config, ClusterException e) {
            if (e instanceof ClusterException.Conflict || e instanceof ClusterException.AlreadyExists) {
                return;
            }
            Failure before = failure;
            Failure now = new Failure(config.lease() + ": " + e.getMessage(), isLasting(e));
            failure = now;
            if (!now.equals(before)) {
                LOG.atWarn()
                        .addKeyValue("lock", config.lease())
                        .addKeyValue("error", e.getMessage())
                        .log("request for the leader lease failed, will retry");
            }
        }

        private static boolean isLasting(ClusterException e) {
            return e instanceof ClusterException.Forbidden
                    || e instanceof ClusterException.Unauthorized
                    || e instanceof ClusterException.NotFound
                    || e instanceof ClusterException.Invalid
                    || e instanceof ClusterException.BadRequest;
        }

        Optional<String> lastFailure() {
            Failure last = failure;
            return last == null ? Optional.empty() : Optional.of(last.text());
        }

        /** A failure that only an administrator can end, or that has lasted for some time. */
        Optional<String> problem() {
            Failure last = failure;
            if (last == null || !(last.lasting() || hasLasted())) {
                return Optional.empty();
            }
            return Optional.of("leader election: cannot use the lease " + last.text());
        }

        private boolean hasLasted() {
            return clock.nanos().getAsLong() - lastSuccess >= patience.toNanos();
        }
    }
}
