package io.hookline.testing.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.hookline.testing.YamlObjects;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The example cronjob by a real clock. All its other tests set the time. */
@EmbeddedCluster(
        hooks = "hooks/cronjob",
        manifests = {"examples/cronjob/crd.yaml", "examples/cronjob/controller.yaml"})
class CronJobClockIT {

    private static final String CRON_JOBS = "cronjobs.batch.tutorial.kubebuilder.io";

    private TestCluster cluster;

    private static Instant scheduledAt(Job job) {
        return Instant.parse(job.getMetadata().getAnnotations().get("batch.tutorial.kubebuilder.io/scheduled-at"));
    }

    @Test
    @Tag("soak")
    void aJobStartsAtTheFullMinuteAndNoneAfterASuspension() {
        cluster.apply(YamlObjects.one("""
                apiVersion: batch.tutorial.kubebuilder.io/v1
                kind: CronJob
                metadata: {name: minutely}
                spec:
                  schedule: "* * * * *"
                  jobTemplate:
                    spec:
                      template:
                        spec:
                          restartPolicy: Never
                          containers: [{name: main, image: "busybox:1.37"}]
                """));

        List<Job> started = Awaitility.await()
                .atMost(Duration.ofSeconds(75))
                .until(() -> cluster.list(Job.class), jobs -> !jobs.isEmpty());
        Job job = started.getFirst();
        Instant created = Instant.parse(job.getMetadata().getCreationTimestamp());
        assertThat(job.getMetadata().getName())
                .isEqualTo("minutely-" + scheduledAt(job).getEpochSecond());
        assertThat(created).isBetween(scheduledAt(job), scheduledAt(job).plusSeconds(5));

        cluster.patch(CRON_JOBS, "minutely", Map.of("spec", Map.of("suspend", true)));
        int before = cluster.list(Job.class).size();
        Awaitility.await()
                .during(Duration.ofSeconds(70))
                .atMost(Duration.ofSeconds(75))
                .until(() -> cluster.list(Job.class).size() == before);
    }
}
