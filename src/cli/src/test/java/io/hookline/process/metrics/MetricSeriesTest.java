package io.hookline.process.metrics;

import static io.hookline.cli.WatchedCluster.soon;
import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.WatchedCluster;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.GroupVersionKind;
import io.hookline.watcher.TestKinds;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The number of series depends on the controllers that run, and on nothing else that grows. */
class MetricSeriesTest {

    private static final JsonText NO_CHILDREN = new JsonText("{\"children\":[]}".getBytes(StandardCharsets.UTF_8));
    private static final int ROUND = 50;

    /** The controllers whose hook was called. */
    private final Set<String> called = ConcurrentHashMap.newKeySet();

    private final WatchedCluster cluster = new WatchedCluster(Optional.of(this::answer));

    private InProcessHooks.Response answer(String path, byte[] body) {
        called.add(path.split("/", -1)[1]);
        return new InProcessHooks.Response(
                200,
                Map.of(),
                switch (path) {
                    case "/pair/sync" -> one("children", "ConfigMap");
                    case "/attach-pair/sync" -> one("attachments", "Secret");
                    default -> NO_CHILDREN;
                });
    }

    private static JsonText one(String field, String kind) {
        return JsonText.of("{\"" + field + "\":[{\"apiVersion\":\"v1\",\"kind\":\"" + kind
                + "\",\"metadata\":{\"name\":\"pair\",\"namespace\":\"default\"}}]}");
    }

    @BeforeEach
    void installKinds() throws InterruptedException {
        cluster.installControllerKinds();
        cluster.apply(TestKinds.THING);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private void decorator(String name) {
        cluster.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: NAME}
                spec:
                  resources: [{apiVersion: test.hookline.io/v1, resource: things}]
                  attachments: [{apiVersion: v1, resource: secrets}]
                  hooks: {sync: {webhook: {url: "http://hooks.hookline/attach-NAME/sync"}}}
                """.replace("NAME", name));
    }

    private List<String> created() {
        return scrape().names().stream()
                .filter(name -> name.startsWith("hookline_children_total"))
                .toList();
    }

    @Test
    void aCompositeAndADecoratorOfOneNameHaveSeriesOfTheirOwn() {
        String ofComposite =
                "hookline_children_total{action=created, controller=CompositeController-pair, kind=ConfigMap}";
        controller("pair", "childResources: [{apiVersion: v1, resource: configmaps}]");
        decorator("pair");
        parents(0, 1);
        soon().untilAsserted(() -> assertThat(created())
                .containsExactly(
                        ofComposite,
                        "hookline_children_total{action=created, controller=DecoratorController-pair, kind=Secret}"));

        cluster.delete("metacontroller.k8s.io/v1alpha1", "decoratorcontrollers", "pair");

        soon().untilAsserted(() -> assertThat(created()).containsExactly(ofComposite));
    }

    private void controller(String name) {
        controller(name, "");
    }

    private void controller(String name, String more) {
        cluster.apply("""
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: CompositeController
                metadata: {name: NAME}
                spec:
                  generateSelector: true
                  parentResource: {apiVersion: test.hookline.io/v1, resource: things}
                  hooks: {sync: {webhook: {url: "http://hooks.hookline/NAME/sync"}}}
                """.replace("NAME", name) + more.indent(2));
    }

    private void parents(int from, int to) {
        cluster.create(
                new GroupVersionKind("test.hookline.io", "v1", "Thing"),
                IntStream.range(from, to).mapToObj(i -> "t" + i));
    }

    private Scrape scrape() {
        return new Scrape(MetricsPage.of(cluster.registry));
    }

    private double syncs(String controller) {
        Scrape page = scrape();
        return page.names().stream().anyMatch(name -> name.startsWith("hookline_sync_seconds_count"))
                ? page.value(
                        "hookline_sync_seconds_count", "controller=CompositeController-" + controller, "outcome=done")
                : 0;
    }

    /** All series except those of writes, which name verbs, resources and results, some of which come late or by chance. */
    private Set<String> names() {
        return scrape().names().stream()
                .filter(name -> !name.startsWith("hookline_writes_total"))
                .collect(Collectors.toSet());
    }

    /** Waits until each parent was synced, and again after its status was written. */
    private Set<String> namesAfter(int parents) {
        soon().until(() -> syncs("web") >= parents * 2
                && scrape().value("workqueue_depth", "name=CompositeController-web") == 0
                && hasConditions());
        return names();
    }

    @Test
    void fiveHundredParentsHaveAsManySeriesAsTen() {
        controller("web");
        parents(0, 10);
        Set<String> ofTen = namesAfter(10);

        parents(10, 500);

        assertThat(namesAfter(500)).isEqualTo(ofTen).hasSizeLessThan(500);
    }

    @Test
    void aControllerThatIsEditedHasTheSeriesThatItHadBefore() {
        controller("web");
        parents(0, 10);
        Set<String> before = namesAfter(10);
        called.clear();

        controller("web", "resyncPeriodSeconds: 3000");
        soon().until(() -> called.contains("web"));

        soon().untilAsserted(() -> assertThat(names()).isEqualTo(before));
    }

    @Test
    void twoHundredControllersThatWereDeletedLeaveNoSeries() {
        parents(0, 1);
        createAndDelete(0, 1);
        Set<String> afterOne = names();

        createAndDelete(1, 200);

        soon().untilAsserted(() -> assertThat(names()).isEqualTo(afterOne));
    }

    private void createAndDelete(int from, int to) {
        for (int i = from; i < to; i += ROUND) {
            List<String> names = IntStream.range(i, Math.min(to, i + ROUND))
                    .mapToObj(number -> "c" + number)
                    .toList();
            names.forEach(this::controller);
            soon().until(() -> called.containsAll(names));
            names.forEach(name -> cluster.delete("metacontroller.k8s.io/v1alpha1", "compositecontrollers", name));
            soon().until(() -> queues() == 2 && !hasConditions());
        }
    }

    /** The status of a controller is computed a moment after its start and its end. */
    private boolean hasConditions() {
        return scrape().names().stream().anyMatch(name -> name.startsWith("hookline_controller_condition"));
    }

    /** How many queues have series; those of the starts of both types of controllers always have. */
    private int queues() {
        return cluster.registry.scrape("workqueue_adds"::equals).stream()
                .mapToInt(family -> family.getDataPoints().size())
                .sum();
    }
}
