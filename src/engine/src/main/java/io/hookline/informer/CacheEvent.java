package io.hookline.informer;

import io.hookline.object.KubeObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A change of the store. */
sealed interface CacheEvent {

    Logger LOG = LoggerFactory.getLogger(CacheEvent.class);

    record Added(KubeObject object) implements CacheEvent {}

    record Updated(KubeObject before, KubeObject now) implements CacheEvent {}

    record Deleted(KubeObject last) implements CacheEvent {}

    /** The object in its present state, or in its last one. */
    default KubeObject object() {
        return switch (this) {
            case Added(KubeObject object) -> object;
            case Updated(KubeObject _, KubeObject now) -> now;
            case Deleted(KubeObject last) -> last;
        };
    }

    /** Calls one handler. Its exception is logged and stops neither other handlers nor the informer. */
    default void deliver(ResourceEventHandler handler) {
        try {
            switch (this) {
                case Added(KubeObject object) -> handler.added(object);
                case Updated(KubeObject before, KubeObject now) -> handler.updated(before, now);
                case Deleted(KubeObject last) -> handler.deleted(last);
            }
        } catch (RuntimeException | Error e) {
            LOG.atError().addKeyValue("change", this).setCause(e).log("event handler failed");
        }
    }
}
