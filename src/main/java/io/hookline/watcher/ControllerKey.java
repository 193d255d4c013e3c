package io.hookline.watcher;

import io.hookline.hook.ControllerType;
import java.util.Comparator;

/** Which controller: CompositeControllers and DecoratorControllers may have equal names. */
record ControllerKey(ControllerType type, String name) {

    /** For maps whose order must be the same in every run: an enum's hash is another one in each. */
    static final Comparator<ControllerKey> ORDER =
            Comparator.comparing(ControllerKey::type).thenComparing(ControllerKey::name);

    @Override
    public String toString() {
        return type.kind() + " " + name;
    }
}
