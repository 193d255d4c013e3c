package io.hookline.cli.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.local.LocalCluster;
import io.hookline.process.HookHost;
import io.hookline.testing.scenario.Scenario;
import io.hookline.watcher.Interposed;
import io.hookline.watcher.rights.Right;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each example in a cluster of its own, by watchers that lack one of the rights that it uses. Not parallel to others, since the log is
 * recorded.
 */
@Isolated
class MissingRightsIT {

    /** Composite, decorator, rolling update, finalizers, related objects. */
    private static final List<String> SAMPLE = List.of("hello", "catset", "service-per-pod", "configmap-list-v2");

    private static HookHost hooks;

    @BeforeAll
    static void load() {
        hooks = HookHost.load(Path.of("hooks"), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
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
        for (String example : SAMPLE) {
            List<Use> used = Use.oneOfEach(ExampleRightsIT.used(example, hooks));
            runWithout(example, used.get(Math.floorMod(example.hashCode(), used.size())));
        }
        assertThat(runWithout("hello", new Use("", "configmaps", "create"))).isTrue();
        assertThat(runWithout("hello", new Use("hello.hookline.io", "hellos/status", "patch")))
                .isTrue();
        assertThat(runWithout("hello", new Use("metacontroller.k8s.io", "compositecontrollers", "watch")))
                .isTrue();
        assertThat(runWithout("hello", new Use("", "events", "create"))).isTrue();
    }

    @Tag("soak")
    @ParameterizedTest
    @MethodSource("examples")
    void eachMissingRightIsNamedInLogAndEvent(String example) throws Exception {
        Set<Use> refused = new TreeSet<>();
        List<Use> used = Use.oneOfEach(ExampleRightsIT.used(example, hooks));
        for (Use use : used) {
            if (runWithout(example, use)) {
                refused.add(use);
            }
        }
        assertThat(refused).isNotEmpty();
    }

    private static boolean runWithout(String example, Use missing) throws Exception {
        LocalCluster local = ExampleRightsIT.cluster();
        List<Right> all = ExampleRightsIT.printed(example);
        RbacCluster rbac = new RbacCluster(missing.removedFrom(all));
        AtomicBoolean refused = new AtomicBoolean();
        Cluster watched = noting(refused).before(rbac.inFrontOf(local));
        return new WatcherWithRights(local, watched, hooks, refused, () -> rbac.allow(all))
                .run(Scenario.read(ExampleRightsIT.folder(example)), missing);
    }

    /** Notes that a request was refused. */
    static Interposed noting(AtomicBoolean refused) {
        return request -> {
            try {
                return request.pass();
            } catch (ClusterException.Forbidden e) {
                refused.set(true);
                throw e;
            }
        };
    }
}
