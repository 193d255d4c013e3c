package io.hookline.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The metrics that dashboards and alerts for Metacontroller rely on: names, types, labels and buckets. */
class MetacontrollerMetricsTest {

    private static final String HOOKS = """
            metacontroller_H_requests_total | counter | url controller_name controller_type code method |
            metacontroller_H_request_duration_histogram_seconds | histogram | url controller_name controller_type method | .005 .01 .025 .05 .1 .25 .5 1 2.5 5 10
            metacontroller_H_dns_duration_histogram_seconds | histogram | url controller_name controller_type event | .005 .01 .025 .05
            metacontroller_H_tls_duration_histogram_seconds | histogram | url controller_name controller_type event | .05 .1 .25 .5
            metacontroller_H_in_flight_requests | gauge | url controller_name controller_type |
            """;

    private static final String LIBRARIES = """
            workqueue_depth | gauge | name controller priority |
            workqueue_adds_total | counter | name controller |
            workqueue_queue_duration_seconds | histogram | name controller | 1e-8 1e-7 1e-6 1e-5 1e-4 1e-3 1e-2 .1 1 10 100 1000
            workqueue_work_duration_seconds | histogram | name controller | 1e-8 1e-7 1e-6 1e-5 1e-4 1e-3 1e-2 .1 1 10 100 1000
            workqueue_unfinished_work_seconds | gauge | name controller |
            workqueue_longest_running_processor_seconds | gauge | name controller |
            workqueue_retries_total | counter | name controller |
            controller_runtime_reconcile_total | counter | controller result |
            controller_runtime_reconcile_errors_total | counter | controller |
            controller_runtime_terminal_reconcile_errors_total | counter | controller |
            controller_runtime_reconcile_panics_total | counter | controller |
            controller_runtime_reconcile_timeouts_total | counter | controller |
            controller_runtime_reconcile_time_seconds | histogram | controller | .005 .01 .025 .05 .1 .15 .2 .25 .3 .35 .4 .45 .5 .6 .7 .8 .9 1 1.25 1.5 1.75 2 2.5 3 3.5 4 4.5 5 6 7 8 9 10 15 20 25 30 40 50 60
            controller_runtime_max_concurrent_reconciles | gauge | controller |
            controller_runtime_active_workers | gauge | controller |
            rest_client_requests_total | counter | code method host |
            process_start_time_seconds | gauge | |
            process_cpu_seconds_total | counter | |
            process_resident_memory_bytes | gauge | |
            process_virtual_memory_bytes | gauge | |
            process_virtual_memory_max_bytes | gauge | |
            process_open_fds | gauge | |
            process_max_fds | gauge | |
            """;

    private final EveryMetric all = new EveryMetric();

    @AfterEach
    void close() {
        all.close();
    }

    private static Stream<Scrape.Family> expected() {
        return Stream.concat(
                        Stream.of("sync", "finalize", "customize")
                                .flatMap(hook ->
                                        HOOKS.replace("_H_", "_" + hook + "_").lines()),
                        LIBRARIES.lines())
                .map(MetacontrollerMetricsTest::family);
    }

    private static Scrape.Family family(String row) {
        String[] cells =
                Arrays.stream((row + " ").split("\\|", -1)).map(String::strip).toArray(String[]::new);
        Set<String> labels = new TreeSet<>(words(cells[2]));
        return new Scrape.Family(
                cells[0],
                cells[1],
                labels,
                words(cells[3]).stream().map(Double::valueOf).toList());
    }

    private static List<String> words(String cell) {
        return cell.isEmpty() ? List.of() : List.of(cell.split(" ", -1));
    }

    @Test
    void everyMetricOfMetacontrollerHasItsNameTypeLabelsAndBuckets() {
        Map<String, Scrape.Family> found = all.scrape().families();

        assertThat(expected())
                .hasSize(38)
                .allSatisfy(family ->
                        assertThat(found.get(family.name())).as(family.name()).isEqualTo(family));
    }

    @Test
    void allOtherMetricsHaveAPrefixOfOurOwnOrOfTheJvm() {
        Set<String> known = expected().map(Scrape.Family::name).collect(Collectors.toSet());

        assertThat(all.scrape().families().keySet())
                .filteredOn(name -> !known.contains(name))
                .isNotEmpty()
                .allMatch(name -> name.startsWith("hookline_") || name.startsWith("jvm_"));
    }

    /** So that they can be joined without rewriting a label. */
    @Test
    void aControllerHasOneNameInAllMetrics() {
        Pattern label = Pattern.compile("[{ ]controller=([^,}]*)");

        assertThat(all.scrape().names())
                .filteredOn(name -> label.matcher(name).find())
                .anyMatch(name -> name.startsWith("hookline_children_total"))
                .anyMatch(name -> name.startsWith("hookline_sync_seconds"))
                .extracting(name -> {
                    Matcher found = label.matcher(name);
                    return found.find() ? found.group(1) : "";
                })
                .containsOnly("CompositeController-web", "composite-metacontroller", "decorator-metacontroller");
    }

    @Test
    void queuesAreNamedAsInMetacontroller() {
        Scrape scrape = all.scrape();

        assertThat(scrape.value(
                        "workqueue_depth",
                        "name=CompositeController-web",
                        "controller=CompositeController-web",
                        "priority="))
                .isEqualTo(3);
        assertThat(scrape.value("workqueue_depth", "name=decorator-metacontroller", "priority=0"))
                .isZero();
        assertThat(scrape.value("workqueue_adds_total", "name=CompositeController-web"))
                .isEqualTo(1);
        assertThat(scrape.value("workqueue_unfinished_work_seconds", "name=CompositeController-web"))
                .isEqualTo(5);
        assertThat(scrape.value("hookline_queue_age_seconds", "controller=CompositeController-web"))
                .isEqualTo(4);
    }

    @Test
    void allResultsOfAReconcileAreShownFromTheStart() {
        Scrape scrape = all.scrape();

        for (String result : List.of("error", "requeue", "requeue_after")) {
            assertThat(scrape.value(
                            "controller_runtime_reconcile_total",
                            "controller=composite-metacontroller",
                            "result=" + result))
                    .isZero();
        }
        assertThat(scrape.value(
                        "controller_runtime_reconcile_total", "controller=composite-metacontroller", "result=success"))
                .isEqualTo(1);
    }

    @Test
    void connectsAreHistogramsByEvent() {
        Scrape scrape = all.scrape();

        assertThat(scrape.value("metacontroller_sync_dns_duration_histogram_seconds_count", "event=dns_start"))
                .isEqualTo(1);
        assertThat(scrape.value("metacontroller_sync_tls_duration_histogram_seconds_count", "event=tls_handshake_done"))
                .isEqualTo(1);
    }

    @Test
    void theCountersOfAClosedWatcherAreRemoved() {
        all.close();

        assertThat(all.scrape().families().keySet())
                .isNotEmpty()
                .noneMatch(name -> name.startsWith("hookline_") || name.startsWith("workqueue_"));
    }
}
