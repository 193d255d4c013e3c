package io.hookline.spec;

import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerSpec.DeletionGuard;
import io.hookline.spec.ControllerSpec.HookRolloutRule;
import io.hookline.spec.Credentials.EndpointConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A DecoratorController: adds labels, annotations, status and attachments to objects of its kinds. */
public record DecoratorController(
        KubeObject source,
        List<ParentRule> parents,
        List<ChildRule> children,
        Optional<Duration> resyncPeriod,
        List<EndpointConfig> endpointConfigs,
        Optional<DeletionGuard> deletionGuard,
        HookRolloutRule hookRollout,
        Hooks hooks)
        implements ControllerSpec {

    public DecoratorController {
        parents = List.copyOf(parents);
        children = List.copyOf(children);
        endpointConfigs = List.copyOf(endpointConfigs);
    }

    @Override
    public String finalizer() {
        return WellKnown.DECORATOR_FINALIZER_PREFIX + name();
    }
}
