package io.hookline.watcher.model;

import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.HookException;
import java.io.Serial;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The failure of a sync. The message starts with what was tried and ends with what went wrong. */
public final class SyncException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final @Nullable Duration after;

    public SyncException(String message) {
        super(message);
        this.after = null;
    }

    public SyncException(String tried, Throwable cause) {
        super(tried + ": " + cause.getMessage(), cause);
        this.after = after(cause).orElse(null);
    }

    /** A failure whose message already contains what was tried. */
    public SyncException(ClusterException cause) {
        super(cause.getMessage(), cause);
        this.after = cause.retryAfter().orElse(null);
    }

    private SyncException(String message, List<SyncException> causes) {
        super(message, causes.getFirst());
        this.after = causes.stream()
                .flatMap(cause -> cause.after().stream())
                .max(Duration::compareTo)
                .orElse(null);
    }

    /** Several failures as one, to be retried after the longest delay that one of them requested. */
    public static SyncException all(String tried, List<SyncException> failures) {
        String messages = failures.stream().map(SyncException::getMessage).collect(Collectors.joining("; "));
        return new SyncException(tried + messages, failures);
    }

    private static Optional<Duration> after(Throwable cause) {
        return switch (cause) {
            case HookException e -> e.after();
            case ClusterException e -> e.retryAfter();
            case SyncException e -> e.after();
            default -> Optional.empty();
        };
    }

    /** The delay before the retry, if a hook or the API server requested one. */
    public Optional<Duration> after() {
        return Optional.ofNullable(after);
    }
}
