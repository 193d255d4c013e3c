package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The step of the build that adds to the list of parts what Maven does not know, without Maven. */
class PartsListTest {

    private static final Path CONSOLE = Path.of("src/engine/src/main/resources/io/hookline/console");
    private static final Path PREACT = CONSOLE.resolve("preact.cdx.json");

    @TempDir
    private Path folder;

    @Test
    void theLibraryOfThePageIsTheOneThatItsEntryNames() throws Exception {
        JsonNode part = Json.parse(Files.readAllBytes(PREACT));
        byte[] library = Files.readAllBytes(CONSOLE.resolve("preact.js"));
        String version = part.path("version").asText();

        assertThat(part.path("hashes"))
                .hasSize(2)
                .allSatisfy(hash -> assertThat(hash.path("content").asText())
                        .isEqualTo(HexFormat.of()
                                .formatHex(MessageDigest.getInstance(
                                                hash.path("alg").asText())
                                        .digest(library))));
        assertThat(part.path("purl").asText()).isEqualTo("pkg:npm/preact@" + version);
        assertThat(part.path("bom-ref").asText()).isEqualTo("pkg:npm/preact@" + version);
        assertThat(part.at("/externalReferences/0/url").asText()).endsWith("/preact-" + version + ".tgz");
        assertThat(part.at("/licenses/0/license/id").asText()).isEqualTo("MIT");
        assertThat(CONSOLE.resolve("preact.LICENSE")).content().startsWith("The MIT License");
    }

    @Test
    void aPartIsAddedToTheModuleThatHasIt() throws Exception {
        Path list = Files.writeString(folder.resolve("hookline.cdx.json"), """
                {"bomFormat": "CycloneDX", "specVersion": "1.6",
                 "components": [{"name": "javalin", "bom-ref": "pkg:maven/io.javalin/javalin@7?type=jar"}],
                 "dependencies": [
                  {"ref": "pkg:maven/io.hookline/hookline-engine@1?type=jar", "dependsOn": ["pkg:maven/io.javalin/javalin@7?type=jar"]},
                  {"ref": "pkg:maven/io.hookline/hookline-engine-more@1?type=jar", "dependsOn": []},
                  {"ref": "pkg:maven/io.javalin/javalin@7?type=jar"}]}
                """);

        assertThat(add(list)).isEmpty();

        JsonNode parts = Json.parse(Files.readAllBytes(list));
        assertThat(parts.path("components")).hasSize(2);
        JsonNode preact = Json.parse(Files.readAllBytes(PREACT));
        assertThat(parts.at("/components/1")).isEqualTo(preact);
        assertThat(parts.path("dependencies"))
                .isEqualTo(Json.parse(
                        """
                [{"ref": "pkg:maven/io.hookline/hookline-engine@1?type=jar",
                  "dependsOn": ["pkg:maven/io.javalin/javalin@7?type=jar", "PREACT"]},
                 {"ref": "pkg:maven/io.hookline/hookline-engine-more@1?type=jar", "dependsOn": []},
                 {"ref": "pkg:maven/io.javalin/javalin@7?type=jar"},
                 {"ref": "PREACT", "dependsOn": []}]
                """.replace("PREACT", preact.path("bom-ref").asText()).getBytes(StandardCharsets.UTF_8)));
    }

    /** Maven without a network makes none, and says so nowhere that {@code mvn -q} shows. */
    @Test
    void aMissingListIsReportedAndNoFailure() throws Exception {
        Path list = folder.resolve("hookline.cdx.json");

        assertThat(add(list))
                .startsWith("[WARNING] The distribution gets no list of its parts (hookline.cdx.json)")
                .contains("run mvn package without -o");
        assertThat(list).doesNotExist();
    }

    /** Runs it on a list, and returns what it printed. */
    private String add(Path list) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(
                List.of("src/cli/src/main/bom/PartsList.java", list.toString(), "hookline-engine", PREACT.toString()));
        Path printed = folder.resolve("printed");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();

        assertThat(process.waitFor()).isZero();
        return Files.readString(printed);
    }
}
