package io.hookline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.terminal.Build;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The commands of {@code deploy.md} that need a container runtime, which tests do not have: their files and names agree. */
class DeployGuideTest {

    private static final String OUR_IMAGE = "registry.example.com/hookline:" + new Build().version();
    private static final String HOOKS_IMAGE = "registry.example.com/hookline-hooks:" + new Build().version();

    private static List<String> starting(String words) throws IOException {
        return DeployGuide.commands().stream()
                .filter(command -> command.startsWith(words))
                .toList();
    }

    @Test
    void imagesAreBuiltFromFilesThatExistAndPushedUnderTheSameName() throws IOException {
        assertThat(starting("docker "))
                .containsExactly(
                        "docker build -t " + OUR_IMAGE + " --target watch .",
                        "docker build -t " + HOOKS_IMAGE + " .",
                        "docker push " + OUR_IMAGE,
                        "docker push " + HOOKS_IMAGE,
                        "docker build -t registry.example.com/my-hooks:1 -f hooks.Dockerfile .",
                        "docker push registry.example.com/my-hooks:1");
        assertThat(Path.of("Dockerfile")).exists();
        assertThat(DeployGuide.file("hooks.Dockerfile").lines())
                .containsExactly("FROM " + HOOKS_IMAGE, "COPY hooks /hooks");
        assertThat(Path.of("hooks")).isDirectory();
    }

    @Test
    void theKustomizationDeploysTheImageThatIsBuilt() throws IOException {
        var images = Yaml.documents(DeployGuide.file("deploy/kustomization.yaml"))
                .getFirst()
                .tree()
                .path("images");

        assertThat(images).hasSize(2).allSatisfy(image -> {
            boolean isHooks = image.path("name").asText().endsWith("-hooks");
            assertThat(image.path("newName").asText() + ":"
                            + image.path("newTag").asText())
                    .isEqualTo(isHooks ? HOOKS_IMAGE : OUR_IMAGE);
            assertThat(Files.readString(Path.of("manifests", isHooks ? "hooks" : "watcher", "deployment.yaml")))
                    .contains("image: " + image.path("name").asText() + ":");
        });
    }

    @Test
    void theLogIsReadOfTheJobThatPlansWhenItHasEnded() throws IOException {
        YamlDocument job = Yaml.documents(DeployGuide.file("plan.yaml")).getFirst();

        assertThat(job.tree().at("/spec/template/spec/containers/0/image").asText())
                .isEqualTo(OUR_IMAGE);
        assertThat(job.tree().at("/spec/template/spec/containers/0/args/0").asText())
                .isEqualTo("plan");
        String namespace = job.tree().at("/metadata/namespace").asText();
        String name = "job/" + job.tree().at("/metadata/name").asText();
        assertThat(DeployGuide.commands())
                .containsSequence(
                        "kubectl wait --namespace " + namespace
                                + " --for=jsonpath='{.status.conditions}' --timeout=10m " + name,
                        "kubectl logs --namespace " + namespace + " " + name);
    }

    @Test
    void theImageHasTheFoldersThatThePageNames() throws IOException {
        assertThat(Files.readString(Path.of("Dockerfile"))).contains("RUN mkdir /hooks");
        assertThat(Files.readString(Path.of("manifests/hooks/deployment.yaml"))).contains("--hooks=/hooks");
    }
}
