package io.hookline.watcher.model;

import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.HookException;
import java.io.Serial;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A sync that did not get through. The message reads top down, from what was tried to what went wrong. */
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

    /** A failure whose own words say what was tried. */
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

    /** Several failures as one, to be retried when the last of those who were asked to wait wants it. */
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

    /** When to try again, if a hook or the API server said so. */
    public Optional<Duration> after() {
        return Optional.ofNullable(after);
    }
}
