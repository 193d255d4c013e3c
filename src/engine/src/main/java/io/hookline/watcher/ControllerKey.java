package io.hookline.watcher;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.object.KubeObject;
import io.hookline.spec.WellKnown;
import java.util.Comparator;

/** Identifies a controller: a CompositeController and a DecoratorController may have the same name. */
record ControllerKey(ControllerType type, String name) {

    /** For maps whose order must be the same in every run. The hash code of an enum value differs between runs. */
    static final Comparator<ControllerKey> ORDER =
            Comparator.comparing(ControllerKey::type).thenComparing(ControllerKey::name);

    /** The key of a controller object. */
    static ControllerKey of(KubeObject object) {
        ControllerType type = object.kind().equals(ControllerType.COMPOSITE.kind())
                ? ControllerType.COMPOSITE
                : ControllerType.DECORATOR;
        return new ControllerKey(type, object.name());
    }

    /** The finalizer of the controller, whatever its spec. */
    String finalizer() {
        return (type == ControllerType.COMPOSITE
                        ? WellKnown.COMPOSITE_FINALIZER_PREFIX
                        : WellKnown.DECORATOR_FINALIZER_PREFIX)
                + name;
    }

    /** Its name in logs and metrics. */
    ControllerName named() {
        return new ControllerName(type, name);
    }

    @Override
    public String toString() {
        return type.kind() + " " + name;
    }
}
