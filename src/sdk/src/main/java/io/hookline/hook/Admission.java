package io.hookline.hook;

import java.util.Objects;
import java.util.Optional;

/**
 * An object that the API server is about to store or to delete: the input of a {@link ValidateHook} and a {@link MutateHook}.
 * Immutable.
 *
 * <p>A unit test makes one with the constructor, or with {@link #ofNew} and {@link #ofUpdate}.
 *
 * @param <P> the type of the object, as in {@link SyncHook}
 * @param operation what is done with the object
 * @param object as it would be stored, with the defaults of the schema; for a deletion, the object that is deleted
 * @param old the object as it is stored; empty for a new one. For a deletion it equals {@code object}
 * @param dryRun whether nothing will be stored, whatever the hook answers
 * @param user the name of the user who has sent the request, such as {@code system:serviceaccount:hookline:watcher}
 */
public record Admission<P>(Operation operation, P object, Optional<P> old, boolean dryRun, String user) {

    /** What is done with an object, as the API server names it. */
    public enum Operation {
        CREATE,
        UPDATE,
        DELETE
    }

    /** Checks that nothing is null. */
    public Admission {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(object, "object");
        Objects.requireNonNull(old, "old");
        Objects.requireNonNull(user, "user");
    }

    /** A new object of a user without a name, for tests. */
    public static <P> Admission<P> ofNew(P object) {
        return new Admission<>(Operation.CREATE, object, Optional.empty(), false, "");
    }

    /** A change of a stored object by a user without a name, for tests. */
    public static <P> Admission<P> ofUpdate(P old, P object) {
        return new Admission<>(Operation.UPDATE, object, Optional.of(old), false, "");
    }
}
