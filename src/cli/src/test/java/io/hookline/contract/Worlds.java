package io.hookline.contract;

import io.hookline.controlplane.ControlPlaneExtension;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;
import org.junit.platform.commons.support.AnnotationSupport;

/** The worlds in which the tests of a class run, each of them opened for this class. With a real control plane, only that one. */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Worlds {

    /** All that are not real. */
    World.Kind[] value();

    /** Opens them. */
    final class Opened implements ArgumentsProvider {
        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            return ControlPlaneExtension.plane(context)
                    .map(plane -> Stream.of(World.real(
                            plane, ControlPlaneExtension.namespace(context).name())))
                    .orElseGet(() ->
                            AnnotationSupport.findAnnotation(context.getRequiredTestClass(), Worlds.class)
                                    .map(Worlds::value)
                                    .stream()
                                    .flatMap(Stream::of)
                                    .map(World::open))
                    .map(Arguments::of);
        }
    }
}
