package io.hookline.hook;

import java.util.List;

/**
 * Selects related objects: objects that the sync hook reads besides the parent and its children.
 *
 * <pre>{@code
 * public List<RelatedRule> customize(Site parent) {
 *     return List.of(RelatedRule.of("v1", "configmaps").named(parent.spec().settings()));
 * }
 * }</pre>
 *
 * <p>The rules must depend on the parent without its status, and on nothing else, because they are cached: the hook is
 * called again when anything of the parent except its status changes, or after 20 minutes. Under Metacontroller the
 * rules must depend on the parent's spec only, because Metacontroller caches them for each generation of the parent.
 *
 * @param <P> the type of the parent, as in {@link SyncHook}
 */
@FunctionalInterface
public interface CustomizeHook<P> {

    /**
     * Returns the rules, or an empty list if the sync hook needs no related objects.
     *
     * @throws Exception if the call fails; it is retried later
     */
    List<RelatedRule> customize(P parent) throws Exception;
}
