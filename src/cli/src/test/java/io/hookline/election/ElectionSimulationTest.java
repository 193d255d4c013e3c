package io.hookline.election;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.object.ObjectKey;
import io.hookline.testing.LogLines;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.WatcherFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Three processes that are stopped, killed and suspended at any moment, even in the middle of a request, with requests that are lost
 * before and after they were executed, or are executed much later. At no moment may two of them write.
 */
class ElectionSimulationTest {

    private static final int STEPS = 4000;
    private static final int MAX_DEPTH = 3;
    private static final int PROCESSES = 3;
    private static final ObjectKey LEASE = new ObjectKey("default", "metacontroller");
    private static final ElectionTiming TIMING = ElectionTiming.DEFAULTS;

    /** Requests fail by the thousand, which nobody wants to read. */
    @RegisterExtension
    final LogLines unprinted = new LogLines(Election.class);

    private final Cluster local = WatcherFixture.newCluster();
    private final ManualElectionTime time = new ManualElectionTime("2026-01-01T00:00:00Z");
    private final List<Process> processes = new ArrayList<>();
    private final List<Interposed.Request> underway = new ArrayList<>();
    private Random random = new Random(0);
    private int started;
    private int depth;
    private int changes;
    private long lastWriter = -1;

    /** One process; a crashed one is replaced by a new one with another identity. */
    private final class Process {
        private final long number = started++;
        private final Competitor competitor =
                new Competitor("p_" + number, ((Interposed) this::answer).before(local), time, TIMING);
        private double due;
        private boolean isBusy;
        private boolean isDead;

        /** Answers one request in one of the ways in which networks do. */
        @Nullable
        Object answer(Interposed.Request request) {
            int way = random.nextInt(12);
            log.add("%n%.1f s: process %d, %s, way %d".formatted(now, number, request.verb(), way));
            switch (way) {
                case 0 -> {
                    elapse();
                    throw new ClusterException.Unreachable("not sent", null);
                }
                case 1 -> {
                    underway.add(request); // executed later, long after its sender has given up
                    elapse();
                    throw new ClusterException.OutcomeUnknown("no answer", null);
                }
                case 2 -> {
                    elapse(); // stopped before it was executed
                    Object answer = passUnlessLate(request);
                    elapse(); // stopped before the response was read
                    return answer;
                }
                case 3 -> {
                    var _ = passUnlessLate(request);
                    elapse();
                    throw new ClusterException.OutcomeUnknown("no answer", null);
                }
                default -> {
                    return passUnlessLate(request);
                }
            }
        }

        /** The connection is cut when the time of a renewal is over. */
        private @Nullable Object passUnlessLate(Interposed.Request request) {
            if (!request.verb().equals("get") && !competitor.fence.renewalTime().isPositive()) {
                throw new ClusterException.Unreachable("not the leader", null);
            }
            return request.pass();
        }

        void step() {
            isBusy = true;
            Duration pause = competitor.step();
            isBusy = false;
            due = now + pause.toMillis() / 1000.0;
            isDead |= competitor.elector.role() == Elector.Role.ENDED;
        }
    }

    private double now;
    private final List<String> log = new ArrayList<>();

    /** Time passes while a request is underway; the other processes and the network continue. */
    private void elapse() {
        advance(random.nextInt(4) == 0 ? random.nextInt(40) : random.nextDouble());
        if (depth < MAX_DEPTH) {
            depth++;
            for (int i = random.nextInt(6); i > 0; i--) {
                happen();
            }
            depth--;
        }
    }

    private void advance(double seconds) {
        now += seconds;
        time.advanceSeconds(seconds);
        check();
    }

    private void check() {
        List<Process> writers = processes.stream()
                .filter(process -> !process.isDead && process.competitor.mayWrite())
                .toList();
        assertThat(writers).as("processes that may write: %s", last(log)).hasSizeLessThanOrEqualTo(1);
        if (!writers.isEmpty() && writers.getFirst().number != lastWriter) {
            lastWriter = writers.getFirst().number;
            changes++;
        }
    }

    private static List<String> last(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - 40), lines.size());
    }

    private void happen() {
        Process one = processes.get(random.nextInt(PROCESSES));
        switch (random.nextInt(40)) {
            case 0 -> crash(one);
            case 1 -> release(one);
            case 2 -> time.jump(Duration.ofSeconds(random.nextInt(120) - 60));
            case 3 -> executeLate();
            case 4 -> deleteLease();
            default -> stepNext();
        }
        check();
    }

    /** The next process that is due, after the time until then. */
    private void stepNext() {
        processes.stream()
                .filter(process -> !process.isBusy && !process.isDead)
                .min((one, other) -> Double.compare(one.due, other.due))
                .ifPresent(process -> {
                    if (process.due > now) {
                        advance(process.due - now);
                    }
                    process.step();
                });
        for (Process process : List.copyOf(processes)) {
            if (process.isDead && !process.isBusy) {
                crash(process);
            }
        }
    }

    /** A process that starts while the Lease is deleted knows of no other: that is the limit of any election by Lease. */
    private void crash(Process process) {
        if (!process.isBusy && (exists() || changes == 0)) {
            process.isDead = true;
            processes.set(processes.indexOf(process), new Process());
        }
    }

    private void release(Process process) {
        if (!process.isBusy) {
            process.isBusy = true;
            var _ = process.competitor.elector.resign();
            process.isBusy = false;
            crash(process);
        }
    }

    private void executeLate() {
        if (!underway.isEmpty()) {
            try {
                var _ = underway.remove(random.nextInt(underway.size())).pass();
            } catch (ClusterException _) {
                // the version is outdated
            }
        }
    }

    private boolean exists() {
        try {
            local.get(LeaseLock.LEASES, LEASE);
            return true;
        } catch (ClusterException.NotFound _) {
            return false;
        }
    }

    /** Somebody deletes the Lease, while all processes know who holds it. */
    private void deleteLease() {
        if (depth == 0 && exists()) {
            String holder = LeaseRecord.of(local.get(LeaseLock.LEASES, LEASE)).holder();
            boolean known = processes.stream()
                    .allMatch(process -> process.competitor.elector.holder().equals(holder));
            if (known) {
                local.delete(LeaseLock.LEASES, LEASE, DeleteOptions.BACKGROUND);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("io.hookline.testing.Seeds#some")
    void neverMayTwoProcessesWriteAndAlwaysOneFollowsTheOther(long seed) {
        random = new Random(seed);
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(new Process());
        }
        for (int i = 0; i < STEPS; i++) {
            happen();
        }

        assertThat(changes).as("changes of the leader").isGreaterThan(50);
    }
}
