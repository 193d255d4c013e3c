package io.hookline.cluster;

import java.time.Duration;
import java.util.Optional;

/** An open stream of changes. One thread polls it; any thread may close it. */
public interface Watch extends AutoCloseable {

    /**
     * The next event.
     *
     * @param wait how long to wait at most; zero looks only at what is there
     * @return empty when nothing came in time
     * @throws ClusterException.Expired when the version to go on from is too old: list again
     * @throws ClusterException for every other end that was not orderly
     */
    Optional<WatchEvent> poll(Duration wait) throws InterruptedException;

    /** Ends the stream. Never fails. */
    @Override
    void close();
}
