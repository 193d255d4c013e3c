package io.hookline.apply;

import io.hookline.spec.ChildRule.ConflictPolicy;
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

    /** What the API server names the manager of fields that were there before an object had {@code managedFields}. */
    private static final String NOBODY = "before-first-apply";

    /** Whether an apply takes over fields of other managers. */
    public boolean force() {
        return conflicts == ConflictPolicy.FORCE;
    }

    /**
     * The field manager, and that of dynamic apply, which is Metacontroller's as well: their fields are ours if they
     * are desired. So are those of nobody, which the API server records at the first apply to an object whose
     * {@code managedFields} were cleared.
     */
    public Set<String> ownManagers() {
        return new TreeSet<>(List.of(fieldManager, WellKnown.COMPONENT, NOBODY));
    }
}
