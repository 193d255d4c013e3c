package io.hookline.server;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which failures of hooks the log has told at length since each hook last answered, so that a call that is tried again and
 * again tells its stack once. Bounded; what is forgotten is told at length once more. Thread-safe.
 */
final class FailureLogThrottle {

    private static final int MAX_HOOKS = 512;
    private static final int MAX_FAILURES = 16;

    /** So many characters at either end of a long message are told again. */
    private static final int WORDS = 150;

    private final Map<String, Map<Failure, Boolean>> known = new Bounded<>(MAX_HOOKS);

    /** What failed and where: messages may name what differs from call to call. */
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
     * Whether a failure was not told yet; from now on it was.
     *
     * @param path of the hook that was asked
     * @param origin what its code threw; without it the message is what failed
     */
    synchronized boolean isNew(String path, String message, @Nullable Throwable origin) {
        Failure failure = origin == null
                ? new Failure(message, Optional.empty())
                : new Failure(origin.getClass().getName(), place(origin));
        return known.computeIfAbsent(path, _ -> new Bounded<>(MAX_FAILURES)).put(failure, true) == null;
    }

    /** A hook gave an answer: if it fails again, that is news. */
    synchronized void answered(String path) {
        known.remove(path);
    }

    /** The first step on the way to it in the hook's own code, else in code that is not the JDK's, else any. */
    private static Optional<StackTraceElement> place(Throwable origin) {
        List<StackTraceElement> steps = Arrays.asList(origin.getStackTrace());
        return Stream.of(
                        steps.stream().filter(HookClassLoader::isOwn),
                        steps.stream().filter(step -> step.getModuleName() == null),
                        steps.stream())
                .map(Stream::findFirst)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** One line of a message: its first words, and its last, which name the place. */
    static String inShort(String message) {
        List<String> lines = message.strip().lines().map(String::strip).toList();
        if (lines.isEmpty()) {
            return "";
        }
        String first = lines.getFirst();
        String last = lines.getLast();
        if (lines.size() == 1 && first.length() <= 2 * WORDS) {
            return first;
        }
        return first.substring(0, Math.min(first.length(), WORDS)) + " ... "
                + last.substring(Math.max(0, last.length() - WORDS));
    }
}
