package io.hookline.spec;

import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerSpec.DeletionGuard;
import io.hookline.spec.ControllerSpec.HookRolloutRule;
import io.hookline.spec.Credentials.EndpointConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A CompositeController: parents of one kind, and children that its hook returns for each parent.
 *
 * @param generateSelector whether children are selected by the parent's uid instead of its {@code spec.selector}
 */
public record CompositeController(
        KubeObject source,
        ParentRule parent,
        List<ChildRule> children,
        Optional<Duration> resyncPeriod,
        boolean generateSelector,
        List<EndpointConfig> endpointConfigs,
        Optional<DeletionGuard> deletionGuard,
        HookRolloutRule hookRollout,
        Hooks hooks)
        implements ControllerSpec {

    public CompositeController {
        children = List.copyOf(children);
        endpointConfigs = List.copyOf(endpointConfigs);
    }

    @Override
    public List<ParentRule> parents() {
        return List.of(parent);
    }

    @Override
    public String finalizer() {
        return WellKnown.COMPOSITE_FINALIZER_PREFIX + name();
    }
}
