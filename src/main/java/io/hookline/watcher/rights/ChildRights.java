package io.hookline.watcher.rights;

import io.hookline.spec.AdoptionPolicy;
import io.hookline.spec.ApplyStrategy;
import io.hookline.spec.ChildRule;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.UpdateMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The rights for the children of one kind. */
final class ChildRights {
    private ChildRights() {}

    static List<Right> of(ControllerSpec spec, ChildRule rule, RightsOptions options, String name) {
        List<Right> rights = new ArrayList<>();
        boolean composite = spec instanceof CompositeController;
        ApplyStrategy strategy = rule.applyStrategy().orElse(options.strategy());
        UpdateMethod method = rule.strategy().method();
        rights.add(
                right(rule, Set.of("list", "watch", "create", "delete"), composite ? "children" : "attachments", name));
        rights.add(right(
                rule, Set.of("get"), "an object that has the name of a child, and a child after a conflict", name));
        if (strategy == ApplyStrategy.SERVER_SIDE_APPLY) {
            rights.add(right(rule, Set.of("patch"), "server-side apply", name));
        } else if (method != UpdateMethod.ON_DELETE) {
            // Before a child is replaced, a dry run shows whether the replacement would be the same.
            rights.add(right(rule, Set.of("update"), method.text() + " with dynamic apply", name));
        } else if (rule.adoption() == AdoptionPolicy.TAKE_OVER) {
            rights.add(right(rule, Set.of("update"), "adoption policy TakeOver with dynamic apply", name));
        } else if (!composite) {
            rights.add(right(rule, Set.of("patch"), "owner references, if the version of the parents changes", name));
        }
        if (composite) {
            rights.add(right(rule, Set.of("patch"), "owner references, to adopt and release children", name));
        }
        return rights;
    }

    /** Whether revisions of the parents are recorded, which only composites have. */
    static boolean haveRollingUpdates(ControllerSpec spec) {
        return spec instanceof CompositeController
                && spec.children().stream()
                        .anyMatch(rule -> rule.strategy().method().isRolling());
    }

    private static Right right(ChildRule rule, Set<String> verbs, String reason, String name) {
        return Right.on(rule.apiVersion(), rule.resource(), verbs, reason, name);
    }
}
