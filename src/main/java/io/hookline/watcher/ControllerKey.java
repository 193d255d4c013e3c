package io.hookline.watcher;

import io.hookline.hook.ControllerType;

/** Which controller: CompositeControllers and DecoratorControllers may have equal names. */
record ControllerKey(ControllerType type, String name) {
    @Override
    public String toString() {
        return type.kind() + " " + name;
    }
}
