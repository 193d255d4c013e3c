package io.hookline.story.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.local.LocalCluster;
import io.hookline.process.HookHost;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.scenario.Scenario;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.rights.Right;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each example in a cluster of its own, by watchers that lack one of the rights that it uses. */
class MissingRightsIT {

    /** A composite and a decorator. */
    private static final List<String> SAMPLE = List.of("hello", "service-per-pod");

    private static final int AT_ONCE = 6;

    private static HookHost hooks;

    @BeforeAll
    static void load() {
        hooks = HookHost.load(Path.of("hooks"), HookSettings.DEFAULTS.keepingClasses(), new PrometheusRegistry());
    }

    @AfterAll
    static void close() {
        hooks.close();
    }

    static List<String> examples() {
        return ExampleRightsIT.examples();
    }

    @Test
    void aMissingRightIsNamedInLogAndEvent() throws Exception {
        List<Run> runs = new ArrayList<>();
        for (String example : SAMPLE) {
            List<Use> used = Use.oneOfEach(ExampleRightsIT.used(example, hooks));
            runs.add(new Run(example, used.get(Math.floorMod(example.hashCode(), used.size()))));
        }
        runAll(runs);

        List<Run> refused = List.of(
                new Run("hello", new Use("", "configmaps", "create")),
                new Run("hello", new Use("hello.hookline.io", "hellos/status", "patch")),
                new Run("hello", new Use("metacontroller.k8s.io", "compositecontrollers", "watch")),
                new Run("hello", new Use("", "events", "create")));
        assertThat(runAll(refused)).isEqualTo(refused);
    }

    @Tag("soak")
    @ParameterizedTest
    @MethodSource("examples")
    void eachMissingRightIsNamedInLogAndEvent(String example) throws Exception {
        List<Use> used = Use.oneOfEach(ExampleRightsIT.used(example, hooks));

        assertThat(runAll(used.stream()
                        .filter(use -> !ExampleRightsIT.isDispensable(example, use))
                        .map(use -> new Run(example, use))
                        .toList()))
                .isNotEmpty();
    }

    /** Runs at the same time, since a run waits most of the time. Returns those in which a request was refused. */
    private static List<Run> runAll(List<Run> runs) throws Exception {
        List<Run> refused = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<Boolean>> results = threads.invokeAll(runs);
            for (int i = 0; i < runs.size(); i++) {
                if (results.get(i).get()) {
                    refused.add(runs.get(i));
                }
            }
        }
        return refused;
    }

    /** An example by a watcher that lacks a right. Its user is unique, so that its lines are found in the log of all. */
    private record Run(String example, Use missing) implements Callable<Boolean> {

        @Override
        public Boolean call() throws Exception {
            String user = "system:serviceaccount:hookline:" + example + " without " + missing;
            LocalCluster local = ExampleRightsIT.cluster();
            List<Right> all = ExampleRightsIT.printed(example);
            RbacCluster rbac = new RbacCluster(missing.removedFrom(all), user);
            AtomicBoolean refused = new AtomicBoolean();
            Cluster watched = noting(missing, user, refused).before(rbac.inFrontOf(local));
            Scenario scenario = Scenario.read(ExampleRightsIT.folder(example));
            try (HooksOfExample own = HooksOfExample.of(scenario, local, hooks)) {
                return new WatcherWithRights(local, watched, user, own.host(), refused, () -> rbac.allow(all))
                        .run(scenario, missing);
            }
        }
    }

    /** Notes that a request was refused because of the missing right, and not one of a controller that another test left. */
    static Interposed noting(Use missing, String user, AtomicBoolean refused) {
        return request -> {
            try {
                return request.pass();
            } catch (ClusterException.Forbidden e) {
                if (missing.isNamedIn(String.valueOf(e.getMessage()), user)) {
                    refused.set(true);
                }
                throw e;
            }
        };
    }
}
