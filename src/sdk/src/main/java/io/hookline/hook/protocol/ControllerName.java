package io.hookline.hook.protocol;

import io.hookline.object.KubeObject;
import java.util.Locale;

/**
 * A controller in logs and metrics. A CompositeController and a DecoratorController may have the same name, so metrics
 * and JSON logs have the {@link #label}; lines for people show the name.
 */
public record ControllerName(ControllerType type, String name) {

    /** The name of a controller object. */
    public static ControllerName of(KubeObject controller) {
        return of(controller.kind(), controller.name());
    }

    /** The name of a controller of a kind; any other kind than CompositeController is taken for a DecoratorController. */
    public static ControllerName of(String kind, String name) {
        return new ControllerName(
                kind.equals(ControllerType.COMPOSITE.kind()) ? ControllerType.COMPOSITE : ControllerType.DECORATOR,
                name);
    }

    /**
     * {@code CompositeController-NAME} or {@code DecoratorController-NAME}, as Metacontroller names the queue of the
     * controller.
     */
    public String label() {
        return type.kind() + "-" + name;
    }

    /** The logger of its lines, as in Metacontroller: {@code composite.NAME} or {@code decorator.NAME}. */
    public String logger() {
        return type.name().toLowerCase(Locale.ROOT) + "." + name;
    }

    @Override
    public String toString() {
        return name;
    }
}
