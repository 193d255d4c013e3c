package io.hookline.watcher;

import io.hookline.cluster.ClusterException;
import io.hookline.object.DecodeException;
import io.hookline.watcher.condition.Reason;
import io.hookline.watcher.model.SyncException;
import java.util.Optional;

/** Finds the reason in conditions for an exception that keeps a controller from starting. */
final class RefusalReasons {

    private static final String NAME = "metadata.name";

    private RefusalReasons() {}

    static Reason of(RuntimeException failure) {
        return switch (failure) {
            case DecodeException e when e.place().path().equals(NAME) -> Reason.NAME_TOO_LONG;
            case DecodeException _ -> Reason.INVALID_SPEC;
            case ClusterException.Forbidden _ -> Reason.REQUEST_DENIED;
            case SyncException e -> of(e);
            default -> Reason.START_FAILED;
        };
    }

    private static Reason of(SyncException failure) {
        Optional<SyncException.KindProblem> kind = failure.kindProblem();
        if (kind.isPresent()) {
            return switch (kind.get()) {
                case NOT_SERVED -> Reason.RESOURCE_NOT_FOUND;
                case NO_DEFINITION -> Reason.NO_DEFINITION;
            };
        }
        return failure.denied().isPresent() ? Reason.REQUEST_DENIED : Reason.START_FAILED;
    }
}
