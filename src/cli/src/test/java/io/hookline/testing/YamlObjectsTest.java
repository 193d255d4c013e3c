package io.hookline.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.hookline.hook.Sync;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects that tests read from YAML. */
class YamlObjectsTest {

    private static final String TWO = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: a}
            data: {mode: "0644"}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: b}
            """;

    @TempDir
    private Path folder;

    @Test
    void allDocumentsOfAFileAreRead() throws IOException {
        Path file = Files.writeString(folder.resolve("two.yaml"), TWO);

        assertThat(YamlObjects.read(file)).extracting(KubeObject::name).containsExactly("a", "b");
        assertThat(YamlObjects.parse(TWO)).hasSize(2);
    }

    @Test
    void theObjectsAreTheInputOfAHook() {
        Sync<ConfigMap> in = Sync.of(ConfigMap.class, YamlObjects.one(TWO.split("---")[0]))
                .children(YamlObjects.parse(TWO.replace("ConfigMap", "Secret")))
                .build();

        assertThat(in.parent().getData()).containsEntry("mode", "0644");
        assertThat(in.children("v1", "Secret")).hasSize(2);
    }

    @Test
    void anErrorNamesFileAndLine() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.yaml"), TWO.replace("{name: b}", "{}"));

        assertThatThrownBy(() -> YamlObjects.read(file)).hasMessageStartingWith(file + ":8");
        assertThatThrownBy(() -> YamlObjects.read(folder.resolve("none.yaml")))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("none.yaml");
        assertThatThrownBy(() -> YamlObjects.one(TWO))
                .hasMessage("text: expected one object, found 2: [ConfigMap a, ConfigMap b]");
    }
}
