package io.hookline.cli.check.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** YAML files beside the manifests of a project. */
class BrokenYamlTest {

    @TempDir
    private Path folder;

    private final Map<String, String> files = GoodProject.files();

    @Test
    void aFileThatIsNotYamlIsNamedWithItsLine() throws Exception {
        files.put("other.yaml", "name: other\na: [\n");

        assertThat(GoodProject.findings(folder, files))
                .singleElement()
                .asString()
                .startsWith("warning other.yaml:3: not YAML: ")
                .endsWith("; it is ignored");
    }

    @Test
    void aFileThatIsNotTextIsNamedWithTheLineOfTheFirstInvalidByte() throws Exception {
        GoodProject.findings(folder, files);
        Files.write(folder.resolve("other.yml"), "kind: A\nname: Jürgen\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(GoodProject.findings(folder, files))
                .containsExactly("warning other.yml:2: not UTF-8 text; it is ignored");
    }

    @Test
    void aFileThatIsNotAManifestIsIgnored() throws Exception {
        files.put("values.yaml", "replicas: 2\n");
        files.put("empty.yaml", "# nothing\n");
        files.put(".hidden.yaml", "a: [\n");
        files.put("broken.txt", "a: [\n");

        assertThat(GoodProject.findings(folder, files)).isEmpty();
    }
}
