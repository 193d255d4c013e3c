package io.hookline.watcher;

import static io.hookline.spec.ChildRule.ApplyStrategy.SERVER_SIDE_APPLY;

import io.hookline.controlplane.ControlPlaneExtension;
import io.hookline.spec.ChildRule.ApplyStrategy;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** Runs a suite with each apply strategy; on a real cluster with one, which is server-side apply in classes with that tag. */
@ParameterizedClass(name = "{0}")
@ArgumentsSource(EachStrategy.Source.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface EachStrategy {

    /** Says which ones. */
    final class Source implements ArgumentsProvider {
        @Override
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            boolean real = ControlPlaneExtension.plane(context).isPresent();
            boolean applied = context.getTags().contains(SERVER_SIDE_APPLY.text());
            return Stream.of(ApplyStrategy.values())
                    .filter(strategy -> !real || (strategy == SERVER_SIDE_APPLY) == applied)
                    .map(Arguments::of);
        }
    }
}
