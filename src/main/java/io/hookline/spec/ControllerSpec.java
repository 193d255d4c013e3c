package io.hookline.spec;

import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The common interface of CompositeControllers and DecoratorControllers, which the same reconciler runs. */
public sealed interface ControllerSpec permits CompositeController, DecoratorController {

    /** The object that it was decoded from. */
    KubeObject source();

    /** The controller's name, unique for each kind of controller. */
    default String name() {
        return source().name();
    }

    /** The rules for parents: exactly one for a CompositeController. */
    List<ParentRule> parents();

    /** The rules for children or attachments, one for each kind. */
    List<ChildRule> children();

    /** The interval at which every parent is synced even if nothing changes. */
    Optional<Duration> resyncPeriod();

    /** Credentials by host, for webhooks without their own. */
    List<Endpoints.EndpointConfig> endpointConfigs();

    /** The hooks that are called. */
    Hooks hooks();

    /** Which answers may delete children; empty if any may, as in Metacontroller. */
    Optional<DeletionGuard> deletionGuard();

    /** How a new version of its hook reaches all parents. */
    HookRolloutRule hookRollout();

    /** What happens to the things that it made, when its object is deleted. */
    default DeletionPolicy deletionPolicy() {
        return DeletionPolicy.of(source());
    }

    /** The finalizer that keeps a parent until its finalize hook has completed. */
    String finalizer();
}
