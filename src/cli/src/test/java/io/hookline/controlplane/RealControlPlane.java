package io.hookline.controlplane;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class that needs a real kube-apiserver: runs with {@code mvn verify -Preal}, is skipped elsewhere. One server
 * serves all such classes of a process, except those that have their {@link #own}, which ends with the class; a method may ask for it as a {@link ControlPlane}
 * parameter, and for a {@link TestNamespace} of the class's own. Nested classes have those of the outermost one.
 */
@Tag("real")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ControlPlaneExtension.class)
public @interface RealControlPlane {

    /** Whether the class has a server of its own, for controllers that would disturb other classes. */
    boolean own() default false;

    /** Whether the class runs without a real server too: tests that need one ask for it through {@link ControlPlanes}. */
    boolean optional() default false;
}
