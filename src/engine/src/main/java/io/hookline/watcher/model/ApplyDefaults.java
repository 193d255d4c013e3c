package io.hookline.watcher.model;

import io.hookline.apply.FieldManagement;
import io.hookline.spec.ChildRule;
import io.hookline.spec.ChildRule.ApplyStrategy;
import io.hookline.spec.ChildRule.ConflictPolicy;
import io.hookline.spec.WellKnown;
import java.util.Optional;
import java.util.Set;

/**
 * How children are applied if their rule does not choose otherwise.
 *
 * @param strategy for rules without one, and for children of undeclared kinds
 * @param fieldManager the field manager of server-side apply
 */
public record ApplyDefaults(ApplyStrategy strategy, String fieldManager) {

    /** Metacontroller's defaults. */
    public static final ApplyDefaults DYNAMIC = new ApplyDefaults(ApplyStrategy.DYNAMIC_APPLY, WellKnown.COMPONENT);

    /**
     * Reads the values of flags.
     *
     * @param strategy the name of a strategy; empty for dynamic apply
     * @throws IllegalArgumentException if the strategy is unknown, with Metacontroller's message
     */
    public static ApplyDefaults of(String strategy, String fieldManager) {
        return new ApplyDefaults(
                strategy.isEmpty()
                        ? ApplyStrategy.DYNAMIC_APPLY
                        : ApplyStrategy.parse(strategy)
                                .orElseThrow(() -> new IllegalArgumentException("unknown apply strategy: " + strategy)),
                fieldManager);
    }

    /** The managers of the fields that we write. */
    public Set<String> managers() {
        return new FieldManagement(fieldManager, ConflictPolicy.FORCE).ownManagers();
    }

    /** How the API server applies the children of a rule; empty for dynamic apply. */
    Optional<FieldManagement> of(ChildRule rule) {
        return serverSide(rule.applyStrategy().orElse(strategy), rule.conflicts());
    }

    /** How the API server applies children of undeclared kinds; empty for dynamic apply. */
    Optional<FieldManagement> undeclared() {
        return serverSide(strategy, ConflictPolicy.FORCE);
    }

    private Optional<FieldManagement> serverSide(ApplyStrategy chosen, ConflictPolicy conflicts) {
        return chosen == ApplyStrategy.SERVER_SIDE_APPLY
                ? Optional.of(new FieldManagement(fieldManager, conflicts))
                : Optional.empty();
    }
}
