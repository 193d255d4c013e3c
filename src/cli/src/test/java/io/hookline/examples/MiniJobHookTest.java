package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The hook of the mini-job example, with Pods that fail and are deleted. */
class MiniJobHookTest {

    private static ExampleHook hook;

    @BeforeAll
    static void load() {
        hook = new ExampleHook("mini-job");
    }

    @AfterAll
    static void close() {
        hook.close();
    }

    @Test
    void aFailedPodStaysCountedAfterItIsDeleted() throws Exception {
        Job job = new Job(1);
        job.sync();
        job.phase("pi-0", "Failed");
        job.sync();
        job.delete("pi-0");
        job.phase("pi-1", "Failed");

        job.sync();

        assertThat(job.status.path("failed").asInt()).isEqualTo(2);
        assertThat(job.reason()).isEqualTo("BackoffLimitExceeded");
        assertThat(job.pods).containsOnlyKeys("pi-1");
    }

    @Test
    void aSucceededPodStaysCountedAfterItIsDeleted() throws Exception {
        Job job = new Job(1);
        ((ObjectNode) job.request.at("/parent/spec")).put("completions", 2);
        job.sync();
        job.phase("pi-0", "Succeeded");
        job.sync();
        job.delete("pi-0");
        job.sync();
        job.phase("pi-1", "Succeeded");

        job.sync();

        assertThat(job.reason()).isEqualTo("CompletionsReached");
        assertThat(job.created).containsExactly("pi-0", "pi-1");
    }

    @Test
    void aPodThatIsDeletedBeforeItHasEndedIsNoFailure() throws Exception {
        Job job = new Job(0);
        job.sync();
        job.delete("pi-0");

        job.sync();

        assertThat(job.status.path("failed").asInt()).isZero();
        assertThat(job.pods).containsOnlyKeys("pi-0");
    }

    @ParameterizedTest
    @MethodSource("io.hookline.testing.Seeds#some")
    void aJobWhosePodsAllFailEndsAfterItsLastAllowedAttemptWhicheverPodsAreDeleted(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Job job = new Job(5);

        for (int call = 0; call < 200 && job.reason().isEmpty(); call++) {
            job.sync();
            for (String name : List.copyOf(job.pods.keySet())) {
                switch (random.nextInt(4)) {
                    case 0 -> job.fail(name);
                    case 1 -> job.deleteIfCounted(name);
                    default -> {}
                }
            }
        }

        assertThat(job.reason()).isEqualTo("BackoffLimitExceeded");
        assertThat(job.created).hasSize(6).doesNotHaveDuplicates();
    }

    /** A job and the cluster around it. */
    private static final class Job {

        private final ObjectNode request;
        private final TreeMap<String, ObjectNode> pods = new TreeMap<>();
        private final List<String> created = new ArrayList<>();
        private JsonNode status;
        private int uid;

        Job(int backoffLimit) throws Exception {
            request = hook.request("new");
            ((ObjectNode) request.at("/parent/spec")).put("backoffLimit", backoffLimit);
            status = request.at("/parent/status");
        }

        String reason() {
            return status.at("/conditions/0/reason").asText();
        }

        /** Calls the hook, and creates and deletes Pods as the watcher does. */
        void sync() throws Exception {
            ((ObjectNode) request.path("parent")).set("status", status);
            ((ObjectNode) request.path("children")).putObject("Pod.v1").setAll(pods);
            JsonNode answer = hook.sync(request);
            status = answer.path("status");
            List<String> desired = new ArrayList<>();
            answer.path("children")
                    .forEach(pod -> desired.add(pod.at("/metadata/name").asText()));
            pods.keySet().retainAll(desired);
            desired.stream().filter(name -> !pods.containsKey(name)).forEach(this::create);
        }

        private void create(String name) {
            ObjectNode pod = Json.NODES.objectNode().put("apiVersion", "v1").put("kind", "Pod");
            pod.putObject("metadata")
                    .put("name", name)
                    .put("namespace", "default")
                    .put("uid", "uid-" + uid++);
            pod.putObject("status").put("phase", "Pending");
            pods.put(name, pod);
            created.add(name);
        }

        void phase(String name, String phase) {
            ((ObjectNode) pods.get(name).path("status")).put("phase", phase);
        }

        void fail(String name) {
            phase(name, "Failed");
        }

        void delete(String name) {
            pods.remove(name);
        }

        void deleteIfCounted(String name) {
            String uid = pods.get(name).at("/metadata/uid").asText();
            status.path("counted").forEach(one -> {
                if (one.asText().equals(uid)) {
                    delete(name);
                }
            });
        }
    }
}
