package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The hook of the indexedjob example, with random Pods that start, end, fail and are deleted. */
class IndexedJobHookTest {

    private static final int COMPLETIONS = 7;
    private static final int MOST_CALLS = 2_000;

    private static ExampleHook hook;

    @BeforeAll
    static void load() {
        hook = new ExampleHook("indexedjob");
    }

    @AfterAll
    static void close() {
        hook.close();
    }

    @ParameterizedTest
    @MethodSource("io.hookline.testing.Seeds#some")
    void everyIndexSucceedsWithoutTooManyUnfinishedPodsAtAnyTime(long seed) throws Exception {
        Job job = new Job(seed);

        for (int call = 0; call < MOST_CALLS && !job.isComplete(); call++) {
            job.sync();
            job.act();
        }

        assertThat(job.isComplete()).isTrue();
        assertThat(job.pods).hasSize(COMPLETIONS).containsValues("Succeeded").doesNotContainValue("Running");
        JsonNode status = job.status.deepCopy();
        job.pods.remove("squares-3");
        job.sync();
        assertThat(job.status).isEqualTo(status);
        assertThat(job.pods).hasSize(COMPLETIONS - 1);
    }

    /** A job and the cluster around it. */
    private static final class Job {

        private final SplittableRandom random;
        private final ObjectNode request;
        private final Map<String, String> pods = new TreeMap<>();
        private final Set<String> ending = new TreeSet<>();
        private int parallelism = 2;
        private JsonNode status;

        Job(long seed) throws Exception {
            this.random = new SplittableRandom(seed);
            this.request = hook.request("new");
            this.status = request.path("parent").path("status");
        }

        boolean isComplete() {
            return status.at("/conditions/0/status").asText().equals("True");
        }

        /** Calls the hook, and creates and deletes Pods as the watcher does. */
        void sync() throws Exception {
            JsonNode answer = hook.sync(observed());
            Set<String> desired = new TreeSet<>(answer.path("children").findValuesAsText("name").stream()
                    .filter(name -> name.startsWith("squares-"))
                    .toList());
            status = answer.path("status");
            Set<String> created = new TreeSet<>(desired);
            created.removeAll(pods.keySet());
            assertThat(created.isEmpty() ? 0 : created.size() + unfinished()).isLessThanOrEqualTo(parallelism);
            assertThat(desired.stream().filter(name -> !isFinished(pods.get(name))))
                    .hasSizeLessThanOrEqualTo(parallelism);
            pods.forEach((name, phase) -> {
                assertThat(desired.contains(name) || !isFinished(phase))
                        .as("%s has finished and is kept", name)
                        .isTrue();
                if (!desired.contains(name)) {
                    ending.add(name);
                }
            });
            created.forEach(name -> pods.put(name, "Pending"));
        }

        private ObjectNode observed() {
            ObjectNode spec = (ObjectNode) request.at("/parent/spec");
            spec.put("completions", COMPLETIONS).put("parallelism", parallelism);
            ((ObjectNode) request.path("parent")).set("status", status);
            ObjectNode children = ((ObjectNode) request.path("children")).putObject("Pod.v1");
            pods.forEach((name, phase) -> {
                ObjectNode pod =
                        children.putObject(name).put("apiVersion", "v1").put("kind", "Pod");
                ObjectNode metadata = pod.putObject("metadata").put("name", name);
                metadata.put("namespace", "default");
                if (ending.contains(name)) {
                    metadata.put("deletionTimestamp", "2025-12-31T23:59:59Z");
                }
                pod.putObject("status").put("phase", phase);
            });
            return request;
        }

        private long unfinished() {
            return pods.values().stream().filter(phase -> !isFinished(phase)).count();
        }

        private static boolean isFinished(String phase) {
            return "Succeeded".equals(phase) || "Failed".equals(phase);
        }

        /** Something that happens in a cluster, to a random Pod or by the user. */
        void act() {
            if (random.nextInt(10) == 0) {
                parallelism = random.nextInt(4);
            }
            if (pods.isEmpty()) {
                return;
            }
            String name = pods.keySet().stream()
                    .skip(random.nextInt(pods.size()))
                    .findFirst()
                    .orElseThrow();
            if (ending.contains(name)) {
                ending.remove(name);
                pods.remove(name);
            } else if (isFinished(pods.get(name))) {
                if (pods.get(name).equals("Failed") || random.nextInt(20) == 0) {
                    pods.remove(name); // by the user
                }
            } else {
                switch (random.nextInt(5)) {
                    case 0 -> pods.put(name, "Failed");
                    case 1 -> ending.add(name);
                    case 2 -> pods.put(name, "Running");
                    default -> pods.put(name, "Succeeded");
                }
            }
        }
    }
}
