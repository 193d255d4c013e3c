package io.hookline.hook;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * What a {@link DecorateHook} or {@link UndecorateHook} wants. Immutable: each method gives a new one. Labels,
 * annotations and the status that it does not name stay as they are.
 *
 * <pre>{@code
 * Decoration.of(service).label("exposed", "true").removeAnnotation("pending")
 * }</pre>
 *
 * <p>Attachments take the same forms as children of an {@link Answer}.
 */
public final class Decoration {

    private final HookResult wanted;

    private Decoration(HookResult wanted) {
        this.wanted = wanted;
    }

    /** Exactly these attachments; those that exist besides them are deleted. */
    public static Decoration of(Object... attachments) {
        return new Decoration(HookResult.NOTHING.withChildren(Arrays.asList(attachments)));
    }

    /** As {@link Answer#retryAfter}. */
    public static Decoration retryAfter(Duration after) {
        return new Decoration(HookResult.NOTHING.withRetryAfter(after));
    }

    /** One more attachment. */
    public Decoration attachment(Object attachment) {
        return attachments(Arrays.asList(attachment));
    }

    /** More attachments. */
    public Decoration attachments(Collection<?> attachments) {
        return new Decoration(wanted.withChildren(attachments));
    }

    /** Sets a label of the object. */
    public Decoration label(String key, String value) {
        return new Decoration(wanted.withLabel(key, Optional.of(value)));
    }

    /** Removes a label of the object, if it is there. */
    public Decoration removeLabel(String key) {
        return new Decoration(wanted.withLabel(key, Optional.empty()));
    }

    /** Sets an annotation of the object. */
    public Decoration annotation(String key, String value) {
        return new Decoration(wanted.withAnnotation(key, Optional.of(value)));
    }

    /** Removes an annotation of the object, if it is there. */
    public Decoration removeAnnotation(String key) {
        return new Decoration(wanted.withAnnotation(key, Optional.empty()));
    }

    /** Replaces the object's whole status; without it the status stays, which differs from {@link #emptyStatus}. */
    public Decoration status(Object status) {
        return new Decoration(wanted.withStatus(status));
    }

    /** Replaces the object's status by an empty one. */
    public Decoration emptyStatus() {
        return status(Map.of());
    }

    /** Wants to be asked again after this time, even if nothing changes. */
    public Decoration resyncAfter(Duration after) {
        return new Decoration(wanted.withResyncAfter(after));
    }

    /** Lets the object go, for {@link UndecorateHook}. */
    public Decoration finalized() {
        return new Decoration(wanted.withFinalized());
    }

    HookResult wanted() {
        return wanted;
    }
}
