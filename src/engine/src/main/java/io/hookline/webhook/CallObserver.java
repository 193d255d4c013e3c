package io.hookline.webhook;

import io.hookline.http.ConnectTrace;
import java.time.Duration;

/**
 * Observes every hook call, over HTTP or in this process.
 *
 * <p>Each {@link #started} is followed by exactly one {@link #ended} of the same call on the same thread.
 * Implementations are thread-safe and do not throw.
 */
public interface CallObserver {

    /** Does nothing. */
    CallObserver NONE = new CallObserver() {
        @Override
        public void started(HookCall call) {}

        @Override
        public void ended(HookCall call, Ending ending, Duration took) {}
    };

    /** A call begins. */
    void started(HookCall call);

    /** A step on the way to a new connection for a call, and how long after the start of its request it happened. */
    default void connecting(HookCall call, ConnectTrace.Event event, Duration sinceStart) {}

    /** A call has ended. */
    void ended(HookCall call, Ending ending, Duration took);

    /** How a call ended. */
    sealed interface Ending {

        /** The hook sent a response, with any status code. */
        record Responded(int code) implements Ending {}

        /** The hook did not respond within its timeout. */
        record TimedOut() implements Ending {}

        /** There was no complete response: the connection failed, or the response was too large. */
        record Failed() implements Ending {}

        /** The calling thread was interrupted. */
        record Abandoned() implements Ending {}
    }
}
