package io.hookline.story.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Field managers with the real kubectl. */
@Tag("real")
class KubectlOwnershipIT {

    private static final String MANAGERS =
            "jsonpath={range .metadata.managedFields[*]}{.manager} {.operation} {.subresource}{\"\\n\"}{end}";

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

    private String managers(String object) {
        return kubectl.ok("get", object, "-o", MANAGERS);
    }

    @Test
    void serverSideApplyTakesOverFromClientSideApply() {
        world.apply(KubectlWorld.MAP);
        assertThat(managers("cm/settings")).isEqualTo("kubectl-client-side-apply Update \n");

        String changed = world.file(KubectlWorld.MAP.replace("blue", "red"));
        assertThat(kubectl.ok("apply", "--server-side", "-f", changed))
                .isEqualTo("configmap/settings serverside-applied\n");

        assertThat(managers("cm/settings"))
                .as("kubectl owns the fields, and the annotation apart from them")
                .contains("kubectl Apply \n", "kubectl-last-applied Apply \n")
                .doesNotContain("client-side");
        String removed = world.file(KubectlWorld.MAP.replace("color: blue", ""));
        kubectl.ok("apply", "--server-side", "-f", removed);
        assertThat(kubectl.ok("get", "cm", "settings", "-o", "jsonpath={.data}"))
                .isEmpty();
    }

    @Test
    void aConflictIsExplainedAndCanBeForced() {
        kubectl.ok("apply", "--server-side", "-f", world.file(KubectlWorld.MAP));
        String changed = world.file(KubectlWorld.MAP.replace("blue", "red"));

        assertThat(kubectl.fails("apply", "--server-side", "--field-manager=other", "-f", changed))
                .startsWith("error: Apply failed with 1 conflict: conflict with \"kubectl\": .data.color\n")
                .contains("--force-conflicts");
        kubectl.ok("apply", "--server-side", "--field-manager=other", "--force-conflicts", "-f", changed);

        assertThat(managers("cm/settings")).isEqualTo("other Apply \n");
        assertThat(kubectl.fails("diff", "--server-side", "-f", world.file(KubectlWorld.MAP)))
                .contains("Apply failed with 1 conflict: conflict with \"other\": .data.color");
    }

    @Test
    void eachCommandHasAManagerOfItsOwn() {
        world.apply(KubectlWorld.POD);
        kubectl.ok("label", "pod", "web", "l=1");
        kubectl.ok("annotate", "pod", "web", "a=1", "--field-manager=me");
        kubectl.ok("set", "image", "pod/web", "main=nginx:2");

        assertThat(managers("pod/web"))
                .contains(
                        "kubectl-client-side-apply Update \n",
                        "kubectl-label Update \n",
                        "me Update \n",
                        "kubectl-set ");
    }

    @Test
    void managedFieldsAreShownOnRequestOnly() {
        world.apply(KubectlWorld.MAP);

        assertThat(kubectl.ok("get", "cm", "settings", "-o", "yaml")).doesNotContain("managedFields");
        assertThat(kubectl.ok("get", "cm", "settings", "-o", "yaml", "--show-managed-fields"))
                .contains("manager: kubectl-client-side-apply", "f:color: {}");
    }

    @Test
    void theScaleIsOwnedBySubresource() {
        kubectl.ok("create", "deployment", "web", "--image=nginx:1");
        kubectl.ok("scale", "deployment", "web", "--replicas=3");

        assertThat(managers("deployment/web")).isEqualTo("kubectl Update scale\nkubectl-create Update \n");
    }
}
