package io.hookline.kube;

import java.time.Duration;

/**
 * Decides at the moment of sending whether a request may change the cluster, for processes of which only one may write.
 * Reads pass always. Thread-safe.
 */
@FunctionalInterface
public interface WriteGate {

    /** Lets every write pass. */
    WriteGate OPEN = () -> Duration.ofDays(365);

    /**
     * How long a write may take from now on; zero or less if it must not be sent. Called when the request is due, again
     * when its first bytes are sent, and when the time is over: then the write is cut, unless the time has grown.
     */
    Duration left();
}
