package io.hookline.hook;

import io.hookline.hook.protocol.ControllerType;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * The answer of a {@link DecorateHook} or {@link UndecorateHook}: attachments, and changes of the object itself.
 *
 * <pre>{@code
 * Decoration.of(service).label("exposed", "true").removeAnnotation("pending")
 * }</pre>
 *
 * <p>A decoration is immutable: each method returns a new one. Labels and annotations that it does not name are not
 * changed, nor is the status unless it is set. Attachments have the same forms as children of an {@link Answer}, and
 * tests read them in the same way.
 */
public final class Decoration {

    private final HookResult result;

    private Decoration(HookResult result) {
        this.result = result;
    }

    /**
     * Returns a decoration with exactly these attachments. All other attachments of the object are deleted.
     *
     * @param attachments objects, or collections of objects
     */
    public static Decoration of(Object... attachments) {
        return new Decoration(HookResult.NOTHING.withChildren(Arrays.asList(attachments)));
    }

    /**
     * Returns a decoration that changes nothing now. The hook is called again after this time, rounded up to whole
     * seconds. This is not reported as an error.
     */
    public static Decoration retryAfter(Duration after) {
        return new Decoration(HookResult.NOTHING.withRetryAfter(after));
    }

    /** Adds an attachment. */
    public Decoration attachment(Object attachment) {
        return attachments(Arrays.asList(attachment));
    }

    /** Adds attachments. */
    public Decoration attachments(Collection<?> attachments) {
        return new Decoration(result.withChildren(attachments));
    }

    /** Sets a label of the object. */
    public Decoration label(String key, String value) {
        return new Decoration(result.withLabel(key, Optional.of(value)));
    }

    /** Removes a label of the object, if it exists. */
    public Decoration removeLabel(String key) {
        return new Decoration(result.withLabel(key, Optional.empty()));
    }

    /** Sets an annotation of the object. */
    public Decoration annotation(String key, String value) {
        return new Decoration(result.withAnnotation(key, Optional.of(value)));
    }

    /** Removes an annotation of the object, if it exists. */
    public Decoration removeAnnotation(String key) {
        return new Decoration(result.withAnnotation(key, Optional.empty()));
    }

    /** Replaces the object's whole status. If this method is not called, the status is not changed. */
    public Decoration status(Object status) {
        return new Decoration(result.withStatus(status));
    }

    /** Replaces the object's status with an empty one. */
    public Decoration emptyStatus() {
        return status(Map.of());
    }

    /** Requests another call of the hook after this time, even if nothing changes. */
    public Decoration resyncAfter(Duration after) {
        return new Decoration(result.withResyncAfter(after));
    }

    /** Reports that the cleanup is complete, so that the finalizer is removed. For {@link UndecorateHook} only. */
    public Decoration finalized() {
        return new Decoration(result.withFinalized());
    }

    /**
     * Records an event of type Normal about the object, which {@code kubectl describe} shows.
     *
     * @param reason in UpperCamelCase, such as {@code BackupDone}
     * @param message what happened, for people
     * @throws IllegalArgumentException if the reason has another form, or the message is empty
     */
    public Decoration event(String reason, String message) {
        return new Decoration(result.withEvent(new Event(Event.Type.NORMAL, reason, message)));
    }

    /**
     * Records an event of type Warning about the object, which {@code kubectl describe} shows.
     *
     * @param reason in UpperCamelCase, such as {@code QuotaExceeded}
     * @param message what is wrong, and what to do about it
     * @throws IllegalArgumentException if the reason has another form, or the message is empty
     */
    public Decoration warning(String reason, String message) {
        return new Decoration(result.withEvent(new Event(Event.Type.WARNING, reason, message)));
    }

    /** The decoration as the watcher gets it, for tests. */
    public SentAnswer sent() {
        return new SentAnswer(ControllerType.DECORATOR, result);
    }

    HookResult result() {
        return result;
    }
}
