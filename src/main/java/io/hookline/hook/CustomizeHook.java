package io.hookline.hook;

import io.hookline.hook.protocol.RelatedRule;
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
 * <p>The answer is remembered, for 20 minutes at most, as long as nothing of the parent changes but its status. So it may
 * depend on nothing else; under Metacontroller on nothing but the spec, since there the generation alone counts.
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
