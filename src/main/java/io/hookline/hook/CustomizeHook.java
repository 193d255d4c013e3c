package io.hookline.hook;

import java.util.List;

/**
 * Says which other objects the sync hook needs to see, besides the parent and its children.
 *
 * <pre>{@code
 * public List<RelatedRule> customize(Site parent) {
 *     return List.of(RelatedRule.of("v1", "configmaps").named(parent.spec().settings()));
 * }
 * }</pre>
 *
 * <p>The answer is remembered as long as the parent's generation stays, so it may depend on nothing but the parent's spec.
 *
 * @param <P> how the hook wants to see the parent, as in {@link SyncHook}
 */
@FunctionalInterface
public interface CustomizeHook<P> {

    /**
     * The rules; empty for none.
     *
     * @throws Exception fails this call; it is made again after a while
     */
    List<RelatedRule> customize(P parent) throws Exception;
}
