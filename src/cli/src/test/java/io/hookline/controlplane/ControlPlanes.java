package io.hookline.controlplane;

import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;

/** Starts control planes for tests of which only some need one. */
public final class ControlPlanes {

    private final String obstacle;
    private final Function<String, ControlPlane> started;

    ControlPlanes(String obstacle, Function<String, ControlPlane> started) {
        this.obstacle = obstacle;
        this.started = started;
    }

    /**
     * The one of a group of classes, which is started for the first of them. Skips the test if there is none here.
     *
     * @param group a name that no test class has
     */
    public ControlPlane of(String group) {
        Assumptions.assumeTrue(obstacle.isEmpty(), () -> "a real control plane: " + obstacle);
        return started.apply(group);
    }
}
