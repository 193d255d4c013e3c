package io.hookline.story.faults;

import io.hookline.controlplane.ControlPlane;
import io.hookline.object.ApiResource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** A follower, what goes wrong for it, and how it bears that. For one thread. */
final class Sufferer implements AutoCloseable {

    private final Fault fault;
    private final Follower follower;
    private Instant start = Instant.EPOCH;
    private Instant end = Instant.EPOCH;
    private long readsBefore;
    private int attemptsBefore;

    private Sufferer(Fault fault, Follower follower) {
        this.fault = fault;
        this.follower = follower;
    }

    /** Starts it, with nothing wrong yet. */
    static Sufferer start(Fault fault, ControlPlane plane, ApiResource resource) throws IOException {
        String name = "faults-" + fault.toString().replaceAll("\\W+", "-");
        return new Sufferer(
                fault,
                fault instanceof Fault.Refuse
                        ? Follower.overRequests(name, plane, resource)
                        : Follower.overBytes(name, plane, resource));
    }

    Follower follower() {
        return follower;
    }

    Fault fault() {
        return fault;
    }

    void suffer() {
        readsBefore = follower.reads();
        attemptsBefore = follower.link().attempts();
        start = Instant.now();
        follower.link().suffer(fault);
    }

    void heal() {
        follower.link().heal();
        end = Instant.now();
    }

    /** Lists and watches that reached the server since it began to suffer. */
    long reads() {
        return follower.reads() - readsBefore;
    }

    /** What it tried since it began to suffer. */
    int attempts() {
        return follower.link().attempts() - attemptsBefore;
    }

    /** How it went, up to this moment. */
    @Override
    public String toString() {
        return "%s for %d ms, %d ms ago: %d attempts, of which %d lists and watches reached the server"
                .formatted(
                        fault,
                        Duration.between(start, end).toMillis(),
                        Duration.between(end, Instant.now()).toMillis(),
                        attempts(),
                        reads());
    }

    @Override
    public void close() {
        follower.close();
    }
}
