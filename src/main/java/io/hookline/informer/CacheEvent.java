package io.hookline.informer;

import io.hookline.object.KubeObject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happened to the store. */
sealed interface CacheEvent {

    Logger LOG = LoggerFactory.getLogger(CacheEvent.class);

    record Added(KubeObject object) implements CacheEvent {}

    record Updated(KubeObject before, KubeObject now) implements CacheEvent {}

    record Deleted(KubeObject last) implements CacheEvent {}

    /** Tells one handler; what it throws is logged, and its own loss. */
    default void tell(ResourceEventHandler handler) {
        try {
            switch (this) {
                case Added(KubeObject object) -> handler.added(object);
                case Updated(KubeObject before, KubeObject now) -> handler.updated(before, now);
                case Deleted(KubeObject last) -> handler.deleted(last);
            }
        } catch (RuntimeException | Error e) {
            LOG.error("a handler failed on {}", this, e);
        }
    }
}
