package io.hookline.story.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.controlplane.AuditLog;
import io.hookline.controlplane.ControlPlane;
import io.hookline.controlplane.RealControlPlane;
import io.hookline.controlplane.TestNamespace;
import io.hookline.docs.Figure;
import io.hookline.kube.KubeCluster;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.process.WatcherProcess;
import io.hookline.watcher.TestKinds;
import io.hookline.watcher.WatcherOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Controllers come and go in one running watcher, judged by the requests that the API server records and the watches it holds open. */
@RealControlPlane
class RealManagerIT {

    private static final String GROUP = "manager.test.hookline.io";
    private static final String DEFINITION = "widgets." + GROUP;
    private static final String AGENT = "hookline/manager";
    private static final Set<String> READS = Set.of("list", "watch");
    private static final int WIDGETS = 3;

    /** Each call as controller, resync period and parent. */
    private final Set<String> called = ConcurrentHashMap.newKeySet();

    private ControlPlane plane;
    private String namespace;
    private KubeCluster admin;
    private KubeCluster watched;
    private TestHook hook;
    private WatcherProcess watcher;
    private int readBefore;

    @BeforeEach
    void start(ControlPlane running, TestNamespace own) throws IOException {
        plane = running;
        namespace = own.name();
        admin = running.connect("manager-admin");
        watched = running.connect("manager");
        installKinds();
        for (int i = 0; i < WIDGETS; i++) {
            apply(GROUP + "/v1 widgets", "widget-" + i, """
                    {apiVersion: %s/v1, kind: Widget, metadata: {name: widget-%d, namespace: %s}, spec: {}}
                    """.formatted(GROUP, i, namespace));
        }
        hook = new TestHook(request -> {
            called.add(request.at("/controller/metadata/name").asText() + " "
                    + request.at("/controller/spec/resyncPeriodSeconds").asText() + " "
                    + request.at("/object/metadata/name").asText());
            return TestHook.NOTHING;
        });
        readBefore = reads().size();
        watcher = WatcherProcess.start(
                watched, Optional.empty(), WatcherOptions.DEFAULTS, new PrometheusRegistry(), Map.of());
    }

    private void installKinds() throws IOException {
        for (String plural : List.of("compositecontrollers", "controllerrevisions", "decoratorcontrollers")) {
            define(plural + ".metacontroller.k8s.io", Files.readString(Path.of("manifests/crds", plural + ".yaml")));
        }
        define(DEFINITION, TestKinds.kind(GROUP, "widget", "Widget"));
        soon().ignoreExceptionsMatching(e -> e instanceof ClusterException || e instanceof NoSuchElementException)
                .until(
                        () -> {
                            controllers();
                            return admin.list(resource(GROUP + "/v1 widgets"), ListOptions.ALL);
                        },
                        Objects::nonNull);
    }

    private void define(String name, String yaml) {
        apply("apiextensions.k8s.io/v1 customresourcedefinitions", name, yaml);
    }

    @AfterEach
    void stop() {
        watcher.close();
        controllers().forEach(each -> delete(each.name()));
        hook.close();
        watched.close();
        admin.close();
    }

    @AfterAll
    static void removeKind(ControlPlane running) {
        try (KubeCluster admin = running.connect("manager-admin")) {
            admin.delete(
                    admin.discover()
                            .find("apiextensions.k8s.io/v1", "customresourcedefinitions")
                            .orElseThrow(),
                    ObjectKey.clusterScoped(DEFINITION),
                    DeleteOptions.BACKGROUND);
        }
    }

    private ApiResource resource(String text) {
        String[] parts = text.split(" ");
        return admin.discover().find(parts[0], parts[1]).orElseThrow();
    }

    private void apply(String kind, String name, String yaml) {
        ApiResource resource = resource(kind);
        ObjectKey key = resource.namespaced() ? new ObjectKey(namespace, name) : ObjectKey.clusterScoped(name);
        admin.patch(resource, key, new Patch(Patch.Type.APPLY, yaml), new WriteOptions("", "manager", true, false));
    }

    private void decorate(int number, int resync) {
        apply("metacontroller.k8s.io/v1alpha1 decoratorcontrollers", "manager-" + number, """
                apiVersion: metacontroller.k8s.io/v1alpha1
                kind: DecoratorController
                metadata: {name: manager-%d}
                spec:
                  resyncPeriodSeconds: %d
                  resources: [{apiVersion: %s/v1, resource: widgets}]
                  hooks: {sync: {webhook: {url: "%s"}}}
                """.formatted(
                        number, resync, GROUP, hook.url()));
    }

    private List<KubeObject> controllers() {
        return admin
                .list(resource("metacontroller.k8s.io/v1alpha1 decoratorcontrollers"), ListOptions.ALL)
                .items()
                .stream()
                .filter(each -> each.name().startsWith("manager-"))
                .toList();
    }

    private void delete(String name) {
        admin.delete(
                resource("metacontroller.k8s.io/v1alpha1 decoratorcontrollers"),
                ObjectKey.clusterScoped(name),
                DeleteOptions.BACKGROUND);
    }

    /** Waits until this many controllers have called their hook for each widget. */
    private void awaitCalled(int controllers, int resync) {
        soon().until(() -> called.stream()
                        .filter(call -> call.contains(" " + resync + " "))
                        .count()
                == (long) controllers * WIDGETS);
    }

    /** The lists and watches of widgets by the watchers of this class so far. A streaming list and its watch are one request. */
    private List<AuditLog.Request> reads() {
        return plane.audit().requestsOf(AGENT).stream()
                .filter(request -> READS.contains(request.verb()))
                .filter(RealManagerIT::isOfWidgets)
                .toList();
    }

    /** The watches of widgets by the watchers of this class that the API server holds open. */
    private long openWatches() {
        return plane.audit().openWatchesOf(AGENT).stream()
                .filter(RealManagerIT::isOfWidgets)
                .count();
    }

    private static boolean isOfWidgets(AuditLog.Request request) {
        return request.uri().startsWith("/apis/" + GROUP + "/");
    }

    /** The API server holds a watch until it has noticed that its client is closed, such as the watcher of another test. */
    private void awaitOneOpenWatch() {
        soon().until(() -> openWatches() == 1);
    }

    @Test
    void tenControllersOfOneKindCostTheServerOneListAndOneWatch() {
        for (int i = 0; i < 10; i++) {
            decorate(i, 0);
        }
        awaitCalled(10, 0);

        awaitOneOpenWatch();
        Figure.of("lists and watches of one kind for ten controllers", "requests")
                .atMost(2)
                .is(reads().size() - readBefore);
    }

    @Test
    void twentyControllersAreAddedChangedAndDeletedWhileTheWatcherRuns() {
        for (int i = 0; i < 20; i++) {
            decorate(i, 1000);
        }
        awaitCalled(20, 1000);
        for (int i = 0; i < 20; i++) {
            decorate(i, 2000);
        }
        awaitCalled(20, 2000);
        for (int i = 1; i < 20; i++) {
            delete("manager-" + i);
        }
        soon().until(() -> controllers().size() == 1);
        awaitOneOpenWatch();
        Figure.of("lists and watches of their kind while 20 controllers are added, changed and deleted", "requests")
                .atMost(2)
                .is(reads().size() - readBefore);

        delete("manager-0");
        soon().until(() -> openWatches() == 0);

        Figure.of("open watches of their kind after the last of 20 controllers was deleted", "watches")
                .atMost(0)
                .is(openWatches());
        assertThat(watcher.problems()).isEmpty();
        assertThat(watcher.deadlocks()).isEmpty();
    }

    private static ConditionFactory soon() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(100));
    }
}
