package io.hookline.cli.dev.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.dev.record.RecordedCases.Result;
import io.hookline.object.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which calls are stored, and under which names. */
class RecordedCasesTest {

    @TempDir
    private Path folder;

    private RecordedCases cases;

    @BeforeEach
    void open() {
        cases = new RecordedCases(folder, CallRecorder.Rules.SESSION);
    }

    private static ObjectNode request(String now, String color, int version) {
        return Json.object("""
                {"now":"%s","parent":{"metadata":{"name":"shop","resourceVersion":"%d","managedFields":[{"time":%d}]},
                 "spec":{"color":"%s"}}}""".formatted(now, version, version, color).getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<JsonNode> answer(String json) {
        return Optional.of(Json.parse(json.getBytes(StandardCharsets.UTF_8)));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("fixtures"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aCallIsStoredAsARequestAndAnAnswer() throws Exception {
        Result result = cases.add("shop", request("t1", "blue", 1), answer("{\"children\":[]}"));

        assertThat(result).isEqualTo(new Result.Stored(folder.resolve("fixtures/001-shop.answer.json"), true));
        assertThat(files()).containsExactly("001-shop.answer.json", "001-shop.request.json");
        assertThat(Files.readString(folder.resolve("fixtures/001-shop.request.json")))
                .startsWith("{\n  \"now\": \"t1\",\n  \"parent\": {\n    \"metadata\": {\n      \"name\": \"shop\",")
                .contains("\"resourceVersion\": \"1\"");
    }

    @Test
    void anEqualCallIsStoredOnceThoughTimeAndVersionsDiffer() throws Exception {
        cases.add("shop", request("t1", "blue", 1), answer("{}"));

        assertThat(cases.add("shop", request("t2", "blue", 2), answer("{}"))).isEqualTo(new Result.Known());
        assertThat(cases.add("shop", request("t2", "red", 2), answer("{}"))).isInstanceOf(Result.Stored.class);
        assertThat(cases.add("shop", request("t3", "blue", 3), answer("{\"status\":{}}")))
                .isInstanceOf(Result.Stored.class);
        assertThat(files()).hasSize(6);
    }

    @Test
    void aCallThatFailsAgainIsStoredWithoutAnAnswerAndGetsThatOfALaterCall() throws Exception {
        assertThat(cases.add("shop", request("t0", "blue", 1), Optional.empty()))
                .isEqualTo(new Result.Known());
        assertThat(cases.add("shop", request("t1", "blue", 1), Optional.empty()))
                .isEqualTo(new Result.Stored(folder.resolve("fixtures/001-shop.answer.json"), false));
        assertThat(cases.add("shop", request("t2", "blue", 1), Optional.empty()))
                .isEqualTo(new Result.Known());
        assertThat(files()).containsExactly("001-shop.request.json");

        cases.add("shop", request("t3", "blue", 1), answer("{}"));

        assertThat(files()).containsExactly("001-shop.answer.json", "001-shop.request.json");
        assertThat(Files.readString(folder.resolve("fixtures/001-shop.request.json")))
                .contains("\"now\": \"t3\"");
        assertThat(cases.add("shop", request("t4", "blue", 1), Optional.empty()))
                .isEqualTo(new Result.Known());
    }

    @Test
    void aFailedCallIsStoredAtOnceIfTheRulesSaySo() throws Exception {
        cases = new RecordedCases(folder, new CallRecorder.Rules(1, "", true));

        assertThat(cases.add("shop", request("t0", "blue", 1), Optional.empty()))
                .isEqualTo(new Result.Stored(folder.resolve("fixtures/001-shop.answer.json"), false));
        assertThat(cases.add("shop", request("t1", "blue", 2), Optional.empty()))
                .isEqualTo(new Result.Known());
        assertThat(cases.add("shop", request("t1", "red", 2), Optional.empty())).isEqualTo(new Result.Full());
    }

    @Test
    void aCallThatFailedInAnEarlierSessionIsCompletedByThisOne() throws Exception {
        cases = new RecordedCases(folder, new CallRecorder.Rules(9, "", true));
        cases.add("shop", request("t0", "blue", 1), Optional.empty());
        cases = new RecordedCases(folder, new CallRecorder.Rules(9, "", true));

        assertThat(cases.add("shop", request("t1", "blue", 2), Optional.empty()))
                .isEqualTo(new Result.Known());
        assertThat(cases.add("shop", request("t2", "blue", 3), answer("{}")))
                .isEqualTo(new Result.Stored(folder.resolve("fixtures/001-shop.answer.json"), true));
        assertThat(files()).containsExactly("001-shop.answer.json", "001-shop.request.json");
    }

    @Test
    void casesOfEarlierSessionsStayAndAreNotStoredAgain() throws Exception {
        cases.add("shop", request("t1", "blue", 1), answer("{}"));
        Files.writeString(folder.resolve("fixtures/first.request.json"), "{}");
        Files.writeString(folder.resolve("fixtures/000-broken.request.json"), "{");
        Files.writeString(folder.resolve("fixtures/000-broken.answer.json"), "{}");
        cases = new RecordedCases(folder, CallRecorder.Rules.SESSION);

        assertThat(cases.add("shop", request("t2", "blue", 2), answer("{}"))).isEqualTo(new Result.Known());
        cases.add("system:node", request("t1", "red", 1), answer("{}"));

        assertThat(files())
                .contains("001-shop.answer.json", "002-system-node.answer.json", "first.request.json")
                .hasSize(7);
    }

    /** As in another session, or after the parent was deleted and created. */
    @Test
    void anEqualCallForAnotherObjectOfTheSameNameIsStoredOnce() throws Exception {
        String request = """
                {"parent":{"metadata":{"name":"shop","uid":"%1$s","creationTimestamp":"%2$s"}},
                 "children":{"Pod.v1":{"a":{"metadata":{"name":"a","uid":"pod-%1$s","labels":{"controller-uid":"%1$s"},
                 "ownerReferences":[{"uid":"%1$s"}]}}}}}""";
        ObjectNode first = Json.object(request.formatted("77aa", "t1").getBytes(StandardCharsets.UTF_8));
        ObjectNode second = Json.object(request.formatted("88bb", "t2").getBytes(StandardCharsets.UTF_8));
        ObjectNode orphan = Json.object(request.formatted("99cc", "t3")
                .replace("[{\"uid\":\"99cc\"}]", "[{\"uid\":\"other\"}]")
                .getBytes(StandardCharsets.UTF_8));

        cases.add("shop", first, answer("{\"status\":\"77aa\"}"));

        assertThat(cases.add("shop", second, answer("{\"status\":\"88bb\"}"))).isEqualTo(new Result.Known());
        assertThat(cases.add("shop", orphan, answer("{\"status\":\"99cc\"}"))).isInstanceOf(Result.Stored.class);
    }

    /** As when a disk was full. */
    @Test
    void aCallThatCouldNotBeWrittenIsStoredWhenItIsRepeated() throws Exception {
        Path inTheWay = folder.resolve("fixtures/001-shop.answer.json");
        Files.createDirectories(inTheWay.resolve("folder"));
        assertThatThrownBy(() -> cases.add("shop", request("t1", "blue", 1), answer("{}")))
                .isInstanceOf(IOException.class);
        assertThat(files()).as("no request without its answer").containsExactly("001-shop.answer.json");
        Files.delete(inTheWay.resolve("folder"));
        Files.delete(inTheWay);

        assertThat(cases.add("shop", request("t2", "blue", 1), answer("{}")))
                .isEqualTo(new Result.Stored(inTheWay, true));
    }

    @Test
    void thereIsAMaximumOfCases() throws Exception {
        for (int i = 0; i < CallRecorder.Rules.SESSION.maxCases(); i++) {
            cases.add("shop", request("t", "color" + i, 1), answer("{}"));
        }

        assertThat(cases.add("shop", request("t", "another", 1), answer("{}"))).isEqualTo(new Result.Full());
        assertThat(cases.add("shop", request("t", "color3", 1), answer("{}"))).isEqualTo(new Result.Known());
        assertThat(files()).hasSize(2 * CallRecorder.Rules.SESSION.maxCases());
    }
}
