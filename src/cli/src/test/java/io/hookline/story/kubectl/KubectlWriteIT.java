package io.hookline.story.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changing objects with the real kubectl. */
@Tag("real")
class KubectlWriteIT {

    @TempDir
    private Path folder;

    private KubectlWorld world;
    private Kubectl kubectl;

    @BeforeEach
    void start() throws IOException {
        world = new KubectlWorld(folder);
        kubectl = world.kubectl;
    }

    @AfterEach
    void stop() {
        if (world != null) {
            world.close();
        }
    }

    @Test
    void applyingTwiceChangesNothing() {
        String file = world.file(KubectlWorld.MAP);
        assertThat(kubectl.ok("apply", "-f", file)).isEqualTo("configmap/settings created\n");
        assertThat(kubectl.ok("apply", "-f", file)).isEqualTo("configmap/settings unchanged\n");
        String changed = world.file(KubectlWorld.MAP.replace("blue", "red"));
        assertThat(kubectl.ok("apply", "-f", changed)).isEqualTo("configmap/settings configured\n");
        assertThat(kubectl.fails("create", "-f", changed))
                .startsWith("Error from server (AlreadyExists): error when creating");
    }

    @Test
    void aStaleReplaceIsAConflict() {
        world.apply(KubectlWorld.MAP);
        String stale = kubectl.ok("get", "cm", "settings", "-o", "yaml");
        kubectl.ok("label", "cm", "settings", "tier=one");
        assertThat(kubectl.fails("replace", "-f", world.file(stale.replace("blue", "red"))))
                .contains("Error from server (Conflict)", "the object has been modified");
        String fresh = kubectl.ok("get", "cm", "settings", "-o", "yaml");
        assertThat(kubectl.ok("replace", "-f", world.file(fresh.replace("blue", "red"))))
                .contains("replaced");
    }

    @Test
    void allKindsOfPatchesLabelsAndAnnotationsWork() {
        world.apply(KubectlWorld.POD);
        kubectl.ok(
                "patch", "pod", "web", "-p", "{\"spec\":{\"containers\":[{\"name\":\"main\",\"image\":\"nginx:2\"}]}}");
        kubectl.ok("patch", "pod", "web", "--type=merge", "-p", "{\"metadata\":{\"labels\":{\"m\":\"1\"}}}");
        kubectl.ok(
                "patch",
                "pod",
                "web",
                "--type=json",
                "-p",
                "[{\"op\":\"add\",\"path\":\"/metadata/labels/j\",\"value\":\"2\"}]");
        kubectl.ok("label", "pod", "web", "l=3", "m-");
        kubectl.ok("annotate", "pod", "web", "a=4");
        assertThat(kubectl.ok(
                        "get",
                        "pod",
                        "web",
                        "-o",
                        "jsonpath={.metadata.labels} {.metadata.annotations.a}" + " {.spec.containers[*].image}"))
                .isEqualTo("{\"j\":\"2\",\"l\":\"3\"} 4 nginx:2");
        assertThat(kubectl.ok("get", "pods", "-l", "j in (1,2),!m", "-o", "name"))
                .isEqualTo("pod/web\n");
        assertThat(kubectl.ok("set", "image", "pod/web", "main=nginx:3")).contains("image updated");
    }

    @Test
    void serverSideApplyCreatesAndChanges() {
        String file = world.file(KubectlWorld.MAP);
        assertThat(kubectl.ok("apply", "--server-side", "-f", file))
                .isEqualTo("configmap/settings serverside-applied\n");
        kubectl.ok("apply", "--server-side", "-f", world.file(KubectlWorld.MAP.replace("blue", "red")));
        assertThat(kubectl.ok("get", "cm", "settings", "-o", "jsonpath={.data.color}"))
                .isEqualTo("red");
    }

    @Test
    void diffShowsTheDifferenceAndWritesNothing() {
        world.apply(KubectlWorld.MAP);
        String before = kubectl.ok("get", "cm", "settings", "-o", "yaml");
        assertThat(kubectl.fails("diff", "-f", world.file(KubectlWorld.MAP.replace("blue", "red"))))
                .contains("-  color: blue", "+  color: red");
        kubectl.fails("diff", "-f", world.file(KubectlWorld.MAP.replace("settings", "other")));
        assertThat(kubectl.ok("get", "cm", "settings", "-o", "yaml")).isEqualTo(before);
        assertThat(kubectl.fails("get", "cm", "other")).contains("not found");
        assertThat(kubectl.ok("diff", "-f", world.file(KubectlWorld.MAP))).isEmpty();
        assertThat(kubectl.ok(
                        "apply", "--dry-run=server", "-f", world.file(KubectlWorld.MAP.replace("settings", "other"))))
                .contains("created (server dry run)");
        assertThat(kubectl.fails("get", "cm", "other")).contains("not found");
    }

    @Test
    void kubectlWaitsForDeletions() throws Exception {
        kubectl.ok("create", "ns", "team");
        kubectl.ok("create", "cm", "c", "-n", "team");
        world.apply(KubectlWorld.MAP.replace("name: settings", "name: settings, finalizers: [example.com/hold]"));
        Process waiting =
                kubectl.start(folder.resolve("wait.txt"), "wait", "--for=delete", "cm/settings", "--timeout=20s");
        assertThat(kubectl.ok("delete", "cm", "settings", "--wait=false")).contains("deleted");
        assertThat(kubectl.ok("get", "cm", "settings", "-o", "jsonpath={.metadata.deletionTimestamp}"))
                .isNotEmpty();
        kubectl.ok("patch", "cm", "settings", "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}");
        assertThat(waiting.waitFor()).isZero();
        assertThat(kubectl.ok("delete", "ns", "team")).isEqualTo("namespace \"team\" deleted\n");
        assertThat(kubectl.fails("get", "cm", "c", "-n", "team")).contains("NotFound");
        world.apply(KubectlWorld.MAP);
        kubectl.ok("create", "cm", "second");
        assertThat(kubectl.ok("delete", "cm", "--all")).contains("\"settings\" deleted", "\"second\" deleted");
        assertThat(kubectl.ok("delete", "cm", "gone", "--ignore-not-found")).isEmpty();
    }
}
