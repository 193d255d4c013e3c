package io.hookline.watcher.rights;

import io.hookline.object.ApiResource;
import io.hookline.spec.ChildRule.ApplyStrategy;
import io.hookline.spec.ParentRule;
import java.util.List;

/**
 * What the rights depend on besides the controllers.
 *
 * @param strategy how children are applied whose rule does not choose
 * @param ownersAreProtected whether the admission plugin OwnerReferencesPermissionEnforcement is enabled
 * @param known the kinds that are known, from CRDs or from discovery
 */
public record RightsOptions(ApplyStrategy strategy, boolean ownersAreProtected, List<ApiResource> known) {

    /** Metacontroller's way to apply children, and no known kinds. */
    public static final RightsOptions DEFAULTS = new RightsOptions(ApplyStrategy.DYNAMIC_APPLY, false, List.of());

    public RightsOptions {
        known = List.copyOf(known);
    }

    /** Whether parents may have the status subresource: not if their kind is known to have none. */
    boolean mayHaveStatus(ParentRule rule) {
        return known.stream()
                .filter(each -> each.plural().equals(rule.resource())
                        && each.apiVersion().equals(rule.apiVersion()))
                .findFirst()
                .map(ApiResource::hasStatus)
                .orElse(true);
    }

    /** Whether parents may have no status subresource: not if their kind is known to have it. */
    boolean mayLackStatus(ParentRule rule) {
        return known.stream()
                .filter(each -> each.plural().equals(rule.resource())
                        && each.apiVersion().equals(rule.apiVersion()))
                .noneMatch(ApiResource::hasStatus);
    }
}
