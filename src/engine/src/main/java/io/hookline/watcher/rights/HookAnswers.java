package io.hookline.watcher.rights;

import io.hookline.hook.RelatedRule;
import java.util.List;

/**
 * What is known of the answers of a controller's hooks, because the controller itself does not show it.
 *
 * @param writesMetadata whether a decorator's hook sets labels or annotations
 * @param writesStatus whether a decorator's hook sets the status
 * @param related the rules of the customize hook
 * @param granted rights that the hook grants by the roles that it returns: RBAC allows that only to a client that has them
 * @param created kinds of children that the controller does not declare; the watcher only creates these
 */
public record HookAnswers(
        boolean writesMetadata,
        boolean writesStatus,
        List<RelatedRule> related,
        List<Right> granted,
        List<Right> created) {

    /** Answers of which nothing is known: a decorator may write everything. */
    public static final HookAnswers UNKNOWN = new HookAnswers(true, true, List.of(), List.of(), List.of());

    public HookAnswers {
        related = List.copyOf(related);
        granted = List.copyOf(granted);
        created = List.copyOf(created);
    }

    /** The same, for a watcher that creates no roles. */
    public HookAnswers withoutGrants() {
        return new HookAnswers(writesMetadata, writesStatus, related, List.of(), created);
    }
}
