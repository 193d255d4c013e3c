package io.hookline.cluster;

import java.time.Duration;
import java.util.Optional;

/** An open stream of changes. One thread polls it; any thread may close it. */
public interface Watch extends AutoCloseable {

    /**
     * Returns the next event.
     *
     * @param wait maximum time to wait; zero returns only an event that has arrived already
     * @return empty if no event arrived in time
     * @throws ClusterException.Expired if the version to continue from is too old: list again
     * @throws ClusterException if the stream ended in any other way than {@link WatchEvent.Ended}
     */
    Optional<WatchEvent> poll(Duration wait) throws InterruptedException;

    /** Ends the stream. Never fails. */
    @Override
    void close();
}
