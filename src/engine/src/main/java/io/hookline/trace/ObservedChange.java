package io.hookline.trace;

import io.hookline.object.KubeObject;
import io.hookline.object.LoggedObject;
import io.hookline.object.ObjectKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of an object that a list or a watch reported. It does not keep the object, which may be large.
 *
 * @param arrived when the event was received
 */
public record ObservedChange(String apiVersion, String kind, ObjectKey key, String resourceVersion, Instant arrived)
        implements LoggedObject.Source {

    private static final ScopedValue<ObservedChange> CURRENT = ScopedValue.newInstance();

    /** The change that led to this state of an object. */
    public static ObservedChange of(KubeObject object, Instant arrived) {
        return new ObservedChange(object.apiVersion(), object.kind(), object.key(), object.resourceVersion(), arrived);
    }

    /** The change whose handlers this thread calls now; null in other threads. */
    public static @Nullable ObservedChange current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    /** Calls the handlers of this change: a queue that they add to knows the cause. */
    public void handle(Runnable handlers) {
        ScopedValue.where(CURRENT, this).run(handlers);
    }

    @Override
    public LoggedObject logged() {
        return new LoggedObject(apiVersion, kind, key.namespace(), key.name());
    }

    @Override
    public String toString() {
        return kind + " " + key;
    }
}
