package io.hookline.story.rights;

import io.hookline.cluster.Cluster;
import io.hookline.process.ClusterSideEffects;
import io.hookline.process.HookHost;
import io.hookline.server.call.HookSettings;
import io.hookline.server.folder.HookLoader;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.scenario.Scenario;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.util.List;

/**
 * The hooks of an example in one of many clusters. Those that change their cluster themselves are loaded for it; others are shared.
 *
 * @param isOwn whether they are for this cluster only
 */
record HooksOfExample(HookHost host, boolean isOwn) implements AutoCloseable {

    static HooksOfExample of(Scenario example, Cluster cluster, HookHost shared) {
        List<HookSource> sources = example.hooks().stream()
                .map(name -> HookSource.of(Path.of("hooks", name)))
                .toList();
        if (sources.stream().allMatch(source -> HookLoader.sideEffects(source).isEmpty())) {
            return new HooksOfExample(shared, false);
        }
        HookHost own = HookHost.open(
                () -> sources,
                HookSettings.DEFAULTS.withSideEffects(ClusterSideEffects.on(() -> cluster)),
                new PrometheusRegistry());
        own.loadOnce(_ -> true);
        return new HooksOfExample(own, true);
    }

    @Override
    public void close() {
        if (isOwn) {
            host.close();
        }
    }
}
