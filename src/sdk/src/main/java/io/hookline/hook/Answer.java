package io.hookline.hook;

import io.hookline.hook.protocol.ControllerType;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;

/**
 * The answer of a {@link SyncHook} or {@link FinalizeHook}: desired children, status, time of the next sync.
 *
 * <pre>{@code
 * Answer.of(deployment, service)
 *         .status(Map.of("url", url))
 *         .resyncAfter(Duration.ofSeconds(30))
 * }</pre>
 *
 * <p>An answer is immutable: each method returns a new one.
 *
 * <p>Tests read it with {@link #sent}.
 *
 * <p>A child can be an object of the Kubernetes model, a record or other bean, a {@code Map}, an {@code ObjectNode} or
 * a {@link io.hookline.object.KubeObject}. It needs apiVersion, kind and metadata.name. A class with the annotations
 * {@code @Group}, {@code @Version} and {@code @Kind} of the Kubernetes model gets its apiVersion and kind from them.
 * Fields that are null are omitted. Maps are written in the order of their keys, so that equal answers are equal bytes.
 */
public final class Answer {

    private final HookResult result;

    private Answer(HookResult result) {
        this.result = result;
    }

    /**
     * Returns an answer with exactly these children. All other children of the parent are deleted.
     *
     * @param children objects, or collections of objects
     */
    public static Answer of(Object... children) {
        return new Answer(HookResult.NOTHING.withChildren(Arrays.asList(children)));
    }

    /**
     * Returns an answer that changes nothing now. The hook is called again after this time, rounded up to whole
     * seconds. This is not reported as an error.
     */
    public static Answer retryAfter(Duration after) {
        return new Answer(HookResult.NOTHING.withRetryAfter(after));
    }

    /** Adds a child. */
    public Answer child(Object child) {
        return children(Arrays.asList(child));
    }

    /** Adds children. */
    public Answer children(Collection<?> children) {
        return new Answer(result.withChildren(children));
    }

    /** Replaces the parent's whole status: by a record, a bean, a {@code Map} or an {@code ObjectNode}. */
    public Answer status(Object status) {
        return new Answer(result.withStatus(status));
    }

    /** Requests another call of the hook after this time, even if nothing changes. */
    public Answer resyncAfter(Duration after) {
        return new Answer(result.withResyncAfter(after));
    }

    /** Reports that the cleanup is complete, so that the finalizer is removed. For {@link FinalizeHook} only. */
    public Answer finalized() {
        return new Answer(result.withFinalized());
    }

    /**
     * Records an event of type Normal about the parent, which {@code kubectl describe} shows.
     *
     * @param reason in UpperCamelCase, such as {@code BackupDone}
     * @param message what happened, for people
     * @throws IllegalArgumentException if the reason has another form, or the message is empty
     */
    public Answer event(String reason, String message) {
        return new Answer(result.withEvent(new Event(Event.Type.NORMAL, reason, message)));
    }

    /**
     * Records an event of type Warning about the parent, which {@code kubectl describe} shows.
     *
     * @param reason in UpperCamelCase, such as {@code QuotaExceeded}
     * @param message what is wrong, and what to do about it
     * @throws IllegalArgumentException if the reason has another form, or the message is empty
     */
    public Answer warning(String reason, String message) {
        return new Answer(result.withEvent(new Event(Event.Type.WARNING, reason, message)));
    }

    /** The answer as the watcher gets it, for tests. */
    public SentAnswer sent() {
        return new SentAnswer(ControllerType.COMPOSITE, result);
    }

    HookResult result() {
        return result;
    }
}
