package io.hookline.hook;

import io.hookline.hook.protocol.AnswerEvent;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
        return new Decoration(result.withEvent(new AnswerEvent(AnswerEvent.Type.NORMAL, reason, message)));
    }

    /**
     * Records an event of type Warning about the object, which {@code kubectl describe} shows.
     *
     * @param reason in UpperCamelCase, such as {@code QuotaExceeded}
     * @param message what is wrong, and what to do about it
     * @throws IllegalArgumentException if the reason has another form, or the message is empty
     */
    public Decoration warningEvent(String reason, String message) {
        return new Decoration(result.withEvent(new AnswerEvent(AnswerEvent.Type.WARNING, reason, message)));
    }

    /** The attachments as JSON objects, in the order of the decoration. */
    public List<KubeObject> attachments() {
        return sent(KubeObject.class).children();
    }

    /** The attachments of a class, in the order of the decoration. */
    public <A> List<A> attachments(Class<A> type) {
        return sent(type).children(type);
    }

    /**
     * Finds one attachment by its class and name.
     *
     * @param name {@code name} or {@code namespace/name}
     */
    public <A> Optional<A> attachment(Class<A> type, String name) {
        return sent(type).child(type, name);
    }

    /** Finds one attachment by its kind and name. */
    public Optional<KubeObject> attachment(String apiVersion, String kind, String name) {
        return sent(KubeObject.class).child(GroupVersionKind.of(apiVersion, kind), name);
    }

    /** The labels that are set. */
    public Map<String, String> labels() {
        return SentAnswer.set(result.labels());
    }

    /** The keys of the labels that are removed. */
    public Set<String> removedLabels() {
        return SentAnswer.removed(result.labels());
    }

    /** The annotations that are set. */
    public Map<String, String> annotations() {
        return SentAnswer.set(result.annotations());
    }

    /** The keys of the annotations that are removed. */
    public Set<String> removedAnnotations() {
        return SentAnswer.removed(result.annotations());
    }

    /** The status, read as a class, such as a record or {@code Map}; empty if the decoration does not change it. */
    public <S> Optional<S> status(Class<S> type) {
        return sent(type).status(type);
    }

    /** The time of the next call if nothing changes; empty if the decoration does not set it. */
    public Optional<Duration> resyncAfter() {
        return result.resyncAfter();
    }

    /**
     * The time of the next call of a decoration of {@link #retryAfter(Duration)}, in whole seconds; otherwise empty.
     */
    public Optional<Duration> retryAfter() {
        return result.retryAfter().map(SentAnswer::wholeSeconds);
    }

    /** The events, in their order. */
    public List<AnswerEvent> events() {
        return sent(KubeObject.class).events();
    }

    /** Whether the decoration reports that the cleanup is complete. */
    public boolean isFinalized() {
        return result.finalized();
    }

    private SentAnswer sent(Class<?> type) {
        return SentAnswer.of(ControllerType.DECORATOR, result, type);
    }

    HookResult result() {
        return result;
    }
}
