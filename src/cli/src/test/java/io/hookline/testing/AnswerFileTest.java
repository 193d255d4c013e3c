package io.hookline.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerFileTest {

    @TempDir
    private Path folder;

    private String written(Path file, String json) throws IOException {
        AnswerFile.write(file, Json.parse(json.getBytes(StandardCharsets.UTF_8)));
        return Files.readString(file);
    }

    @Test
    void aNewFileHasOneFieldInALineInTheOrderOfTheHook() throws Exception {
        Path file = folder.resolve("fixtures/new.answer.json");

        assertThat(written(file, "{\"status\":{\"ready\":true},\"children\":[],\"labels\":{},\"list\":[1,2.5]}"))
                .isEqualTo("""
                {
                  "status": {
                    "ready": true
                  },
                  "children": [],
                  "labels": {},
                  "list": [
                    1,
                    2.5
                  ]
                }
                """);
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
        try (Stream<Path> files = Files.list(file.getParent())) {
            assertThat(files).as("no temporary file stays").containsExactly(file);
        }
    }

    @Test
    void knownFieldsKeepTheirOrderAndNewOnesFollow() throws Exception {
        Path file = Files.writeString(
                folder.resolve("a.answer.json"),
                "{\"children\":[{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}],\"old\":1,\"status\":{}}");

        assertThat(written(
                                file,
                                "{\"status\":{\"a\":1},\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"Job\",\"spec\":{}}],\"new\":2}")
                        .replaceAll("\\s", ""))
                .isEqualTo(
                        "{\"children\":[{\"kind\":\"Job\",\"apiVersion\":\"v1\",\"spec\":{}}],\"status\":{\"a\":1},\"new\":2}");
    }

    @Test
    void aCopyOfARedactedValueStaysRedactedIfOnlyItDiffers() throws Exception {
        Path file = Files.writeString(
                folder.resolve("a.answer.json"), "{\"url\":\"db://(redacted)@db\",\"old\":\"db://(redacted)@db\"}");

        assertThat(written(file, "{\"url\":\"db://hunter2@db\",\"old\":\"pg://none\"}")
                        .replaceAll("\\s", ""))
                .isEqualTo("{\"url\":\"db://(redacted)@db\",\"old\":\"pg://none\"}");
    }

    @Test
    void aRedactedValueStaysRedacted() throws Exception {
        Path file = Files.writeString(folder.resolve("a.answer.json"), "{\"data\":{\"key\":\"(redacted)\"},\"x\":1}");

        assertThat(written(file, "{\"data\":{\"key\":\"hunter2\"},\"x\":2}").replaceAll("\\s", ""))
                .isEqualTo("{\"data\":{\"key\":\"(redacted)\"},\"x\":2}");
    }

    @Test
    void aFileWithoutContentIsNoAnswerAndOneThatIsNotJsonIsAnError() throws Exception {
        Path file = Files.writeString(folder.resolve("a.answer.json"), " \n");

        assertThat(AnswerFile.read(file)).isEmpty();
        assertThat(AnswerFile.read(folder.resolve("none"))).isEmpty();
        Files.writeString(file, "{");
        assertThatThrownBy(() -> AnswerFile.read(file)).isInstanceOf(DecodeException.class);
    }
}
