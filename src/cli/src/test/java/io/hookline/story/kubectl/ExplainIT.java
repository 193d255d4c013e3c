package io.hookline.story.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the real {@code kubectl explain} prints about the kinds of the examples. */
@Tag("real")
class ExplainIT {

    @TempDir
    private Path folder;

    @Test
    void noFieldOfASpecIsPrintedWithoutADescription() throws IOException {
        List<String> manifests = manifests();
        try (KubectlWorld world = new KubectlWorld(folder)) {
            world.apply(String.join("---\n", manifests));
            List<String> printed = crds(manifests).stream()
                    .map(crd -> explain(world, crd, ".spec"))
                    .toList();
            assertThat(printed)
                    .hasSizeGreaterThan(40)
                    .allSatisfy(text -> assertThat(text).contains("\nDESCRIPTION:\n"))
                    .allSatisfy(text -> assertThat(text).doesNotContain("<no description>"));
            assertThat(explain(world, memcached(manifests), ".status.conditions"))
                    .contains(
                            "Degraded: whether the Memcached is being deleted.",
                            "Reason for the status as one CamelCase")
                    .doesNotContain("<no description>");
        }
    }

    private static JsonNode memcached(List<String> manifests) {
        return crds(manifests).stream()
                .filter(crd -> crd.at("/spec/names/kind").asText().equals("Memcached"))
                .findFirst()
                .orElseThrow();
    }

    private static String explain(KubectlWorld world, JsonNode crd, String path) {
        String version = crd.at("/spec/versions/0/name").asText();
        return world.kubectl.ok(
                "explain",
                crd.at("/spec/names/plural").asText() + path,
                "--api-version",
                crd.at("/spec/group").asText() + "/" + version);
    }

    private static List<String> manifests() throws IOException {
        List<String> texts = new ArrayList<>();
        try (Stream<Path> examples = Files.list(Path.of("examples"))) {
            for (Path file : examples.map(example -> example.resolve("crd.yaml"))
                    .filter(Files::exists)
                    .sorted()
                    .toList()) {
                texts.add(Files.readString(file));
            }
        }
        return texts;
    }

    private static List<JsonNode> crds(List<String> manifests) {
        return manifests.stream()
                .flatMap(text -> Yaml.documents(text).stream())
                .map(YamlDocument::tree)
                .toList();
    }
}
