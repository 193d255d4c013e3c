package io.hookline.apply;

import io.hookline.spec.ConflictPolicy;
import io.hookline.spec.WellKnown;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * How the API server applies the children of one kind.
 *
 * @param fieldManager the manager that owns the applied fields
 * @param conflicts what happens to fields of other managers
 */
public record FieldManagement(String fieldManager, ConflictPolicy conflicts) {

    /** Whether an apply takes over fields of other managers. */
    public boolean force() {
        return conflicts == ConflictPolicy.FORCE;
    }

    /** The field manager, and that of dynamic apply, which is Metacontroller's as well: their fields are ours. */
    public Set<String> ownManagers() {
        return new TreeSet<>(List.of(fieldManager, WellKnown.COMPONENT));
    }
}
