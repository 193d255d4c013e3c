package io.hookline.server;

import io.hookline.server.compiled.HookClassLoader;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which failures of a hook are logged in full already. Thread-safe.
 *
 * <p>A call that is retried logs its stack trace only once, until the hook succeeds again. The memory is bounded: a failure
 * that was dropped from it is logged in full once more.
 */
final class FailureLogThrottle {

    private static final int MAX_HOOKS = 512;
    private static final int MAX_FAILURES = 16;

    /** The number of characters that remain at either end of a long message. */
    private static final int EXCERPT = 150;

    private final Map<String, Map<Failure, Boolean>> known = new Bounded<>(MAX_HOOKS);

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
     * Whether a failure was not logged yet. From now on it counts as logged.
     *
     * @param path the path of the hook that was called
     * @param origin the exception of the hook's code; if there is none, the failure is known by its message
     */
    synchronized boolean isNew(String path, String message, @Nullable Throwable origin) {
        Failure failure = origin == null
                ? new Failure(message, Optional.empty())
                : new Failure(origin.getClass().getName(), place(origin));
        return known.computeIfAbsent(path, _ -> new Bounded<>(MAX_FAILURES)).put(failure, true) == null;
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

    /** Shortens a message to one line: its start, and its end, which names the place of the error. */
    static String shortened(String message) {
        List<String> lines = message.strip().lines().map(String::strip).toList();
        if (lines.isEmpty()) {
            return "";
        }
        String first = lines.getFirst();
        String last = lines.getLast();
        if (lines.size() == 1 && first.length() <= 2 * EXCERPT) {
            return first;
        }
        return first.substring(0, Math.min(first.length(), EXCERPT)) + " ... "
                + last.substring(Math.max(0, last.length() - EXCERPT));
    }
}
