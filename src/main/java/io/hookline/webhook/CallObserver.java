package io.hookline.webhook;

import java.time.Duration;

/**
 * Is told of every hook call, remote or in memory. Each {@link #started} is followed by exactly one {@link #ended} of the
 * same call on the same thread. Implementations are thread-safe and do not throw.
 */
public interface CallObserver {

    /** Does nothing. */
    CallObserver NONE = new CallObserver() {
        @Override
        public void started(HookCall call) {}

        @Override
        public void ended(HookCall call, Outcome outcome, Duration took) {}
    };

    /** A call begins: one more is in flight. */
    void started(HookCall call);

    /** It is over: one less is in flight. */
    void ended(HookCall call, Outcome outcome, Duration took);

    /** How a call ended. */
    sealed interface Outcome {

        /** With an answer, wanted or not; the method was {@code post}. */
        record Answered(int code) implements Outcome {}

        /** Not within the hook's timeout. */
        record TimedOut() implements Outcome {}

        /** Without a usable answer: not connected, cut off, too large. */
        record Failed() implements Outcome {}

        /** The caller was stopped meanwhile. */
        record Abandoned() implements Outcome {}
    }
}
