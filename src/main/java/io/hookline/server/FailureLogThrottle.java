package io.hookline.server;

import io.hookline.queue.RepeatedFailures;
import io.hookline.server.compiled.HookClassLoader;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which failures of a hook are logged already. Thread-safe.
 *
 * <p>A failure that repeats is logged in full once, until the hook succeeds again, and counted meanwhile. The memory is bounded: a
 * failure that was dropped from it is logged in full once more.
 */
final class FailureLogThrottle {

    private static final int MAX_HOOKS = 512;
    private static final int MAX_FAILURES = 16;

    private final InstantSource clock;
    private final Map<String, RepeatedFailures<Failure>> known = new Bounded<>(MAX_HOOKS);

    FailureLogThrottle(InstantSource clock) {
        this.clock = clock;
    }

    /** A failure is known by its type and place, because its message may differ from call to call. */
    private record Failure(String what, Optional<StackTraceElement> where) {}

    private static final class Bounded<K, V> extends LinkedHashMap<K, V> {
        @java.io.Serial
        private static final long serialVersionUID = 1;

        private final int max;

        Bounded(int max) {
            this.max = max;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > max;
        }
    }

    /**
     * Counts a failure.
     *
     * @param path the path of the hook that was called
     * @param origin the exception of the hook's code; if there is none, the failure is known by its message
     */
    synchronized RepeatedFailures.Report report(String path, String message, @Nullable Throwable origin) {
        Failure failure = origin == null
                ? new Failure(message, Optional.empty())
                : new Failure(origin.getClass().getName(), place(origin));
        return known.computeIfAbsent(path, _ -> new RepeatedFailures<>(clock, MAX_FAILURES))
                .report(failure);
    }

    /** A hook succeeded: its next failure is logged in full. */
    synchronized void answered(String path) {
        known.remove(path);
    }

    /** The first stack frame in the hook's own code; otherwise the first outside the JDK; otherwise the first. */
    private static Optional<StackTraceElement> place(Throwable origin) {
        List<StackTraceElement> frames = Arrays.asList(origin.getStackTrace());
        return Stream.of(
                        frames.stream().filter(HookClassLoader::isOwn),
                        frames.stream().filter(frame -> frame.getModuleName() == null),
                        frames.stream())
                .map(Stream::findFirst)
                .flatMap(Optional::stream)
                .findFirst();
    }
}
