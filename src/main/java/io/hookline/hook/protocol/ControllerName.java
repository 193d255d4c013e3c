package io.hookline.hook.protocol;

import java.util.Locale;

/** A controller in logs: text shows its name, and JSON names its logger as Metacontroller does. */
public record ControllerName(ControllerType type, String name) {

    /** The name of a controller object of this kind. */
    public static ControllerName of(String kind, String name) {
        return new ControllerName(
                kind.equals(ControllerType.COMPOSITE.kind()) ? ControllerType.COMPOSITE : ControllerType.DECORATOR,
                name);
    }

    /** {@code composite.NAME} or {@code decorator.NAME}. */
    public String logger() {
        return type.name().toLowerCase(Locale.ROOT) + "." + name;
    }

    @Override
    public String toString() {
        return name;
    }
}
