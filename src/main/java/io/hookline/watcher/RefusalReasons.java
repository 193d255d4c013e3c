package io.hookline.watcher;

import io.hookline.cluster.ClusterException;
import io.hookline.object.DecodeException;
import io.hookline.watcher.condition.Reason;
import io.hookline.watcher.model.SyncException;

/** Finds the reason in conditions for an exception that keeps a controller from starting. */
final class RefusalReasons {

    private static final String NAME = "metadata.name";

    private RefusalReasons() {}

    static Reason of(RuntimeException failure) {
        return switch (failure) {
            case DecodeException e when e.place().path().equals(NAME) -> Reason.NAME_TOO_LONG;
            case DecodeException _ -> Reason.INVALID_SPEC;
            case ClusterException.Forbidden _ -> Reason.REQUEST_DENIED;
            case SyncException.UnusableKind e ->
                switch (e.why()) {
                    case NOT_SERVED -> Reason.RESOURCE_NOT_FOUND;
                    case NO_DEFINITION -> Reason.NO_DEFINITION;
                };
            case SyncException e when e.denied().isPresent() -> Reason.REQUEST_DENIED;
            default -> Reason.START_FAILED;
        };
    }
}
