package io.hookline.spec;

import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a CompositeController and a DecoratorController have in common, for the one reconciler that runs both. */
public sealed interface ControllerSpec permits CompositeController, DecoratorController {

    /** The object it was read from. */
    KubeObject source();

    /** Its name, unique per kind. */
    default String name() {
        return source().name();
    }

    /** The kinds of parents: exactly one for a composite. */
    List<ParentRule> parents();

    /** The kinds of children or attachments. */
    List<ChildRule> children();

    /** How often every parent is looked at again without a change. */
    Optional<Duration> resyncPeriod();

    /** Credentials by host, for hooks that name none themselves. */
    List<EndpointConfig> endpointConfigs();

    /** Which hooks are asked. */
    Hooks hooks();

    /** The finalizer that holds a parent until its finalize hook is done. */
    String finalizer();
}
