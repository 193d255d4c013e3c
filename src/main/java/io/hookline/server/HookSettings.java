package io.hookline.server;

import java.time.Duration;

/**
 * Limits of the hooks that run in or under this process.
 *
 * @param timeout how long one call may take
 * @param maxRequestSize of a request body in bytes
 * @param maxCalls how many Java hooks run at a time, and how many processes
 * @param maxAbandoned how many calls of one hook may hang beyond their timeout before it is refused
 */
public record HookSettings(Duration timeout, long maxRequestSize, int maxCalls, int maxAbandoned) {

    /** 10 s, 64 MiB, 32 calls, 3 hanging ones. */
    public static final HookSettings DEFAULTS = new HookSettings(Duration.ofSeconds(10), 64L << 20, 32, 3);

    /** With another timeout. */
    public HookSettings withTimeout(Duration other) {
        return new HookSettings(other, maxRequestSize, maxCalls, maxAbandoned);
    }

    /** With another limit for requests. */
    public HookSettings withMaxRequestSize(long bytes) {
        return new HookSettings(timeout, bytes, maxCalls, maxAbandoned);
    }

    /** With another number of calls at a time. */
    public HookSettings withMaxCalls(int calls) {
        return new HookSettings(timeout, maxRequestSize, calls, maxAbandoned);
    }
}
