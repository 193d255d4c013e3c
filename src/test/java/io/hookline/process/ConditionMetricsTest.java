package io.hookline.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.watcher.model.ControllerSummary;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Metrics show the conditions of a controller and its parents in numbers. */
class ConditionMetricsTest {

    private static final ControllerName WEB = new ControllerName(ControllerType.COMPOSITE, "web");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ConditionMetrics metrics = new ConditionMetrics(registry);

    private double condition(String status) {
        return registry.get("hookline_controller_condition")
                .tags("controller", "CompositeController-web", "type", "Ready", "status", status)
                .gauge()
                .value();
    }

    private double count(String name) {
        return registry.get(name)
                .tag("controller", "CompositeController-web")
                .gauge()
                .value();
    }

    @Test
    void theCurrentStatusOfAConditionIsOne() {
        metrics.controllerChecked(new ControllerSummary(WEB, Map.of("Ready", "False"), 5, 3, 1, 0, 0));
        assertThat(condition("false")).isOne();
        assertThat(condition("true")).isZero();

        metrics.controllerChecked(new ControllerSummary(WEB, Map.of("Ready", "True"), 5, 0, 2, 4, 0));
        assertThat(condition("true")).isOne();
        assertThat(condition("false")).isZero();
        assertThat(count("hookline_parents")).isEqualTo(5);
        assertThat(count("hookline_failing_parents")).isZero();
        assertThat(count("hookline_paused_parents")).isEqualTo(2);
        assertThat(count("hookline_unsettled_objects")).isEqualTo(4);
    }

    @Test
    void aDeletedControllerHasNoMetrics() {
        metrics.controllerChecked(new ControllerSummary(WEB, Map.of("Ready", "True"), 5, 0, 0, 0, 0));
        metrics.controllerForgotten(WEB);

        assertThat(registry.getMeters()).isEmpty();
    }
}
