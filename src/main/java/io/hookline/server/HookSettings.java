package io.hookline.server;

import java.time.Duration;

/**
 * Limits of the hooks that run in or under this process.
 *
 * @param timeout how long one call may take, the wait for a place included
 * @param maxRequestSize of a request body in bytes
 * @param maxCalls how many Java hooks run at a time, and how many processes
 * @param callsPerHook how many of those can be of one hook; a call that hangs beyond its timeout counts until it ends
 */
public record HookSettings(Duration timeout, long maxRequestSize, int maxCalls, int callsPerHook) {

    public HookSettings {
        if (maxCalls < 1 || callsPerHook < 1) {
            throw new IllegalArgumentException("at least one call must be able to run, of all hooks and of each");
        }
    }

    /** 10 s, 64 MiB, 32 calls, 4 of them for one hook. */
    public static final HookSettings DEFAULTS = new HookSettings(Duration.ofSeconds(10), 64L << 20, 32, 4);

    /** With another timeout. */
    public HookSettings withTimeout(Duration other) {
        return new HookSettings(other, maxRequestSize, maxCalls, callsPerHook);
    }

    /** With another limit for requests. */
    public HookSettings withMaxRequestSize(long bytes) {
        return new HookSettings(timeout, bytes, maxCalls, callsPerHook);
    }

    /** With another number of calls at a time. */
    public HookSettings withMaxCalls(int calls) {
        return new HookSettings(timeout, maxRequestSize, calls, callsPerHook);
    }

    /** With another share of one hook. */
    public HookSettings withCallsPerHook(int calls) {
        return new HookSettings(timeout, maxRequestSize, maxCalls, calls);
    }
}
