package io.hookline.cli;

import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All examples in one {@code hookline dev} with a heap of 256 MB: once they have settled, nothing is written. */
class SettledExamplesIT {

    @TempDir
    private Path folder;

    @Test
    void onceAllExamplesHaveSettledNothingIsWrittenAndNoEventComes() throws Exception {
        Path kubeconfig = folder.resolve("kubeconfig");
        Instant started = Instant.now();
        try (SmallProcess dev = SmallProcess.start(
                folder, "dev", "--all", "--hook-port", "0", "--kubeconfig-out", kubeconfig.toString())) {
            dev.awaitPrinted("every sample has its children and first status");
            KubeOptions options = KubeOptions.of("steady-state").withKubeconfig(kubeconfig.toString());
            try (KubeCluster cluster = KubeCluster.connect(options)) {
                SteadyState state = new SteadyState(cluster);
                state.reportSettled("all examples in one `hookline dev`", started);

                state.assertStill();
            }
            dev.assertRunning();
        }
    }
}
