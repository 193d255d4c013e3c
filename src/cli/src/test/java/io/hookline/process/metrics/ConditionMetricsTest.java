package io.hookline.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.process.metrics.WatcherMeters.ConditionMetrics;
import io.hookline.watcher.model.ControllerSummary;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Metrics show the conditions of a controller and its parents in numbers. */
class ConditionMetricsTest {

    private static final ControllerName WEB = new ControllerName(ControllerType.COMPOSITE, "web");

    private static final Map<String, Duration> NONE = Map.of();

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final MetricFamilies families = new MetricFamilies(registry);
    private final ConditionMetrics metrics = new ConditionMetrics(families);

    private double condition(String status) {
        return new Scrape(MetricsPage.of(registry))
                .value(
                        "hookline_controller_condition",
                        "controller=CompositeController-web",
                        "type=Ready",
                        "status=" + status);
    }

    private double count(String name) {
        return new Scrape(MetricsPage.of(registry)).value(name, "controller=CompositeController-web");
    }

    private double blocked(String reason) {
        return new Scrape(MetricsPage.of(registry))
                .value("hookline_blocked_seconds", "controller=CompositeController-web", "reason=" + reason);
    }

    @Test
    void theCurrentStatusOfAConditionIsOne() {
        metrics.controllerChecked(new ControllerSummary(WEB, Map.of("Ready", "False"), 5, 3, 1, 0, 0, NONE));
        assertThat(condition("false")).isOne();
        assertThat(condition("true")).isZero();

        metrics.controllerChecked(new ControllerSummary(
                WEB,
                Map.of("Ready", "True"),
                5,
                0,
                2,
                4,
                0,
                Map.of("name_taken", Duration.ofMinutes(2), "not_finalized", Duration.ZERO)));
        assertThat(condition("true")).isOne();
        assertThat(condition("false")).isZero();
        assertThat(count("hookline_parents")).isEqualTo(5);
        assertThat(count("hookline_failing_parents")).isZero();
        assertThat(count("hookline_paused_parents")).isEqualTo(2);
        assertThat(count("hookline_unsettled_objects")).isEqualTo(4);
        assertThat(blocked("name_taken")).isEqualTo(120);
        assertThat(blocked("not_finalized")).isZero();
    }

    @Test
    void aDeletedControllerHasNoMetrics() {
        metrics.controllerChecked(new ControllerSummary(WEB, Map.of("Ready", "True"), 5, 0, 0, 0, 0, NONE));
        metrics.controllerForgotten(WEB);

        assertThat(MetricsPage.of(registry)).isEmpty();
    }

    /** A process that loses the leadership starts another watcher with the same registry. */
    @Test
    void aClosedWatcherLeavesRoomForTheNextOne() {
        metrics.controllerChecked(new ControllerSummary(WEB, Map.of("Ready", "True"), 5, 0, 0, 0, 0, NONE));
        families.close();

        ConditionMetrics next = new ConditionMetrics(new MetricFamilies(registry));
        next.controllerChecked(new ControllerSummary(WEB, Map.of("Ready", "False"), 4, 0, 0, 0, 0, NONE));

        assertThat(condition("false")).isOne();
        assertThat(count("hookline_parents")).isEqualTo(4);
    }
}
