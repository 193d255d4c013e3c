package io.hookline.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.Admission;
import io.hookline.hook.Answer;
import io.hookline.hook.JavaHook;
import io.hookline.hook.MutateHook;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.hook.ValidateHook;
import io.hookline.hook.Verdict;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.server.call.CallRejectedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FixtureRunnerTest {

    @TempDir
    Path folder;

    private final HookProgram hook = JavaHook.of(InstantSource.fixed(FixtureRunner.NOW), new Speaker());

    /** The parent's name selects its behaviour. */
    private static final class Speaker implements SyncHook<KubeObject> {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public Answer sync(Sync<KubeObject> in) {
            return switch (in.parent().name()) {
                case "later" -> Answer.retryAfter(Duration.ofSeconds(5));
                case "fickle" -> Answer.of().status(Map.of("call", calls.incrementAndGet()));
                case "thrower" -> throw new IllegalStateException("no luck");
                default -> Answer.of().status(Map.of("now", in.now(), "list", new int[] {1, 2}));
            };
        }
    }

    @Test
    void aCaseWhoseAnswerIsTheExpectedOnePasses() throws Exception {
        fixture(
                "ann",
                "{\"children\":[],\"status\":{\"now\":\"2026-01-01T00:00:00Z\",\"list\":[1.0,2]},\"finalized\":null}");
        fixture("later", "{\"retryAfterSeconds\":5}");

        FixtureReport report = FixtureRunner.run(folder, hook);

        assertThat(report.passed()).isTrue();
        assertThat(report).hasToString("PASS ann\nPASS later");
    }

    /** Refuses what has no label. */
    private static final class Judge implements ValidateHook<KubeObject>, MutateHook<KubeObject> {
        @Override
        public Verdict validate(Admission<KubeObject> in) {
            return Verdict.allowed().deniedIf(in.object().labels().isEmpty(), "metadata.labels", "must not be empty");
        }

        @Override
        public KubeObject mutate(Admission<KubeObject> in) {
            ObjectNode labelled = in.object().tree();
            labelled.withObject("/metadata/labels").put("a", "b");
            return KubeObject.of(labelled);
        }
    }

    @Test
    void theNameOfACaseSaysWhichHookOfAnAdmissionIsCalled() throws Exception {
        String object = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\"%s}}";
        String labels = ",\"labels\":{\"a\":\"b\"}";
        admission("mutate-no-label", object.formatted(""), "{\"object\":" + object.formatted(labels) + "}");
        admission("validate", object.formatted(labels), "{\"causes\":[],\"warnings\":[]}");
        admission("validate-no-label", object.formatted(""), "{\"causes\":[],\"warnings\":[]}");
        admission("no-label", object.formatted(""), "{}");
        admission("mutate-a-list", "[]", "{}");

        FixtureReport report = FixtureRunner.run(folder, JavaHook.of(InstantSource.system(), new Judge()));

        assertThat(report).hasToString("""
                        FAIL mutate-a-list
                          mutate-a-list.request.json: object: expected an object, was a list
                        PASS mutate-no-label
                        FAIL no-label
                          the request is of an admission, since it has the field "operation": the name of the case must begin with validate- or mutate-
                        PASS validate
                        FAIL validate-no-label
                          causes[0]: expected absent, was {"field":"metadata.labels","message":"must not be empty"}""");
    }

    private void admission(String name, String object, String answer) throws IOException {
        Files.createDirectories(folder.resolve("fixtures"));
        Files.writeString(
                FixtureRunner.requestFile(folder, name), "{\"operation\":\"CREATE\",\"object\":" + object + "}");
        Files.writeString(FixtureRunner.answerFile(folder, name), answer);
    }

    @Test
    void differencesNameThePlaceTheExpectedAndTheSeen() throws Exception {
        fixture("ann", "{\"children\":[{\"kind\":\"Pod\"}],\"status\":{\"list\":[1,3]}}");

        FixtureReport report = FixtureRunner.run(folder, hook);

        assertThat(report.passed()).isFalse();
        assertThat(report).hasToString("""
                        FAIL ann
                          children[0]: expected {"kind":"Pod"}, was absent
                          status.list[1]: expected 3, was 2
                          status.now: expected absent, was "2026-01-01T00:00:00Z\"""");
    }

    @Test
    void aMisspeltFieldOfTheAnswerFailsThoughTheFixtureExpectsIt() throws Exception {
        HookProgram misspelling = answering("{\"childen\":[]}");
        fixture("ann", "{\"childen\":[]}");

        assertThat(FixtureRunner.run(folder, misspelling))
                .hasToString("FAIL ann\n  unknown field \"childen\"; did you mean \"children\"?");
    }

    @Test
    void anUnknownFieldThatIsLikeNoOtherIsOnlyAWarning() throws Exception {
        fixture("ann", "{\"comment\":[]}");

        FixtureReport report = FixtureRunner.run(folder, answering("{\"comment\":[]}"));

        assertThat(report.passed()).isTrue();
        assertThat(report).hasToString("PASS ann\n  warning: unknown field \"comment\"; it is ignored");
    }

    @Test
    void anUnknownFieldOfASelectorIsAnErrorWithWhatIsMeant() {
        String rule = "{\"relatedResources\":[{\"apiVersion\":\"v1\",\"resource\":\"pods\",\"labelSelector\":%s}]}";
        assertThat(unknown(rule.formatted("{\"app\":\"x\"}")))
                .containsExactly(
                        "unknown field \"relatedResources[0].labelSelector.app\"; did you mean \"matchLabels.app\"?");
        assertThat(unknown(rule.formatted("{\"matchLabel\":{}}")))
                .containsExactly(
                        "unknown field \"relatedResources[0].labelSelector.matchLabel\"; did you mean \"matchLabels\"?");
        assertThat(unknown(
                        rule.formatted("{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\",\"vals\":[]}]}")))
                .containsExactly("unknown field \"relatedResources[0].labelSelector.matchExpressions[0].vals\"; did you"
                        + " mean \"values\"?");
    }

    private static List<String> unknown(String answer) {
        List<AnswerFields.Unknown> fields =
                AnswerFields.unknown(JsonText.of(answer).tree(), ControllerType.COMPOSITE, HookType.CUSTOMIZE);
        assertThat(fields).allMatch(AnswerFields.Unknown::isError);
        return fields.stream().map(AnswerFields.Unknown::toString).toList();
    }

    private static HookProgram answering(String answer) {
        return answering(_ -> answer);
    }

    private static HookProgram answering(UnaryOperator<String> answer) {
        return new HookProgram() {
            @Override
            public Set<HookType> types() {
                return Set.of(HookType.SYNC);
            }

            @Override
            public HookReply call(HookType type, byte[] request, Optional<Instant> now) {
                return new HookReply.Answered(JsonText.of(answer.apply(new String(request, StandardCharsets.UTF_8))));
            }
        };
    }

    @Test
    void aDifferenceOfASecretIsNamedWithoutItsValues() throws Exception {
        String answer = """
                {"children":[{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},"data":{"a":%s},"type":"%s"},
                  {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"},"data":{"a":"%s"}}]}""";
        fixture("ann", answer.formatted("\"hunter2\"", "A", "one"));

        assertThat(FixtureRunner.run(folder, answering(answer.formatted("\"swordfish\"", "B", "two"))))
                .hasToString("""
                        FAIL ann
                          children[0].data.a: expected "(hidden)", was "(hidden)"
                          children[0].type: expected "A", was "B"
                          children[1].data.a: expected "one", was "two\"""");
        assertThat(FixtureRunner.run(folder, answering(answer.formatted("{\"b\":\"swordfish\"}", "A", "one")))
                        .toString())
                .contains("children[0].data.a: expected ")
                .doesNotContain("hunter2", "swordfish");
    }

    @Test
    void theBeginningOfAnAnswerWithoutAFileHasNoValuesOfSecrets() throws Exception {
        fixture("ann", "");

        assertThat(FixtureRunner.run(
                                folder,
                                answering(
                                        "{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"stringData\":{\"a\":\"hunter2\"}}]}"))
                        .toString())
                .contains("(hidden)")
                .doesNotContain("hunter2");
    }

    @Test
    void aHookThatAnswersDifferentlyTheSecondTimeFails() throws Exception {
        fixture("fickle", "{\"status\":{\"call\":1}, \"children\":[]}");

        assertThat(FixtureRunner.run(folder, hook))
                .hasToString("FAIL fickle\n  the same request gave two different answers: status.call is 1, then 2");
    }

    @Test
    void aFailingHookAndAnInvalidFixtureAreFailures() throws Exception {
        fixture("thrower", "{}");
        Files.writeString(folder.resolve("fixtures/alone.answer.json"), "{}");
        Files.writeString(folder.resolve("fixtures/broken.request.json"), "{\n  \"parent\": {},\n}\n");
        Files.writeString(folder.resolve("fixtures/broken.answer.json"), "{}");
        Files.writeString(folder.resolve("fixtures/customize.request.json"), "{\"controller\":{},\"parent\":{}}");
        Files.writeString(folder.resolve("fixtures/customize.answer.json"), "{}");

        String text = FixtureRunner.run(folder, hook).toString();

        assertThat(text)
                .containsPattern("FAIL thrower\n  FixtureRunnerTest.java:\\d+ IllegalStateException: no luck$")
                .contains("FAIL alone\n  missing file ")
                .contains(
                        "FAIL broken\n  broken.request.json: document: Unexpected character ('}' (code 125)): was expecting"
                                + " double-quote to start field name at line 3, column 1\n")
                .contains("FAIL customize\n  the request is of type customize, but the hook does not implement it");
    }

    @Test
    void aHookThatGivesNoAnswerInTimeFailsItsCase() throws Exception {
        fixture("ann", "{}");
        HookProgram hanging = new HookProgram() {
            @Override
            public Set<HookType> types() {
                return Set.of(HookType.SYNC);
            }

            @Override
            public HookReply call(HookType type, byte[] request, Optional<Instant> now) {
                throw new CallRejectedException(504, "sync.sh gave no answer within 10 s and was killed");
            }
        };

        assertThat(FixtureRunner.run(folder, hanging))
                .hasToString("FAIL ann\n  sync.sh gave no answer within 10 s and was killed");
    }

    @Test
    void anErrorInAnAnswerIsReportedWithFileAndPlace() throws Exception {
        fixture("ann", "{\"children\":[}");

        assertThat(FixtureRunner.run(folder, hook).toString())
                .startsWith("FAIL ann\n  ann.answer.json: document: Unexpected close marker '}'")
                .contains("(for Array starting at line: 1, column: 13)")
                .endsWith(" at line 1, column 14");
    }

    @Test
    void aMissingAnswerFileIsReportedWithTheBeginningOfTheAnswerAndHowToStoreIt() throws Exception {
        fixture("ann", "{}");
        Path answer = folder.resolve("fixtures/ann.answer.json");
        Files.delete(answer);

        assertThat(FixtureRunner.run(folder, hook)).hasToString("""
                FAIL ann
                  missing file %s: run `hookline test-hook --write %s` to store what the hook returned:
                    {
                      "status": {
                        "list": [
                          1,
                          2
                        ],
                        "now": "2026-01-01T00:00:00Z"
                      },
                      "children": []
                    }""".formatted(answer, folder));
    }

    @Test
    void onlyTheBeginningOfALongAnswerIsShown() throws Exception {
        fixture("ann", "");

        String text = FixtureRunner.run(
                        folder, answering("{\"children\":[],\"status\":{\"a\":1,\"b\":[1,2,3,4,5,6,7,8,9,10,11,12]}}"))
                .toString();

        assertThat(text.lines()).hasSize(2 + 12 + 1);
        assertThat(text).endsWith("\n    ... (20 lines)");
    }

    /** The shell truncates the file before the hook is called, if the output is redirected into it. */
    @Test
    void anEmptyAnswerFileCountsAsMissing() throws Exception {
        fixture("ann", "\n");

        assertThat(FixtureRunner.run(folder, hook).toString())
                .startsWith("FAIL ann\n  empty file " + folder.resolve("fixtures/ann.answer.json")
                        + ": run `hookline test-hook --write ");
    }

    @Test
    void aCaseWithATimeOfItsOwnRunsAtThatTimeWhichIsNotSent() throws Exception {
        fixture("ann", "{\"children\":[],\"status\":{\"now\":\"2020-02-02T02:02:02Z\",\"list\":[1,2]}}");
        Path request = folder.resolve("fixtures/ann.request.json");
        Files.writeString(request, Files.readString(request).replaceFirst("\\{", "{\"now\":\"2020-02-02T02:02:02Z\","));

        assertThat(FixtureRunner.run(folder, hook)).hasToString("PASS ann");

        HookProgram echo = answering(sent -> "{\"children\":[],\"status\":" + sent + "}");
        Files.writeString(folder.resolve("fixtures/ann.answer.json"), "{}");
        assertThat(FixtureRunner.run(folder, echo).toString())
                .contains("status")
                .doesNotContain("2020-02-02");
    }

    @Test
    void aTimeThatIsNotValidFailsItsCase() throws Exception {
        fixture("ann", "{}");
        Path request = folder.resolve("fixtures/ann.request.json");
        Files.writeString(request, Files.readString(request).replaceFirst("\\{", "{\"now\":\"noon\","));

        assertThat(FixtureRunner.run(folder, hook))
                .hasToString(
                        "FAIL ann\n  ann.request.json: now: expected a time such as 2026-01-01T00:00:00Z, was \"noon\"");
    }

    @Test
    void aRedactedValueOfASecretEqualsAnyTextAndAnotherOneDoesNot() throws Exception {
        String secret = "{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"%s\",\"metadata\":{\"name\":\"a\"},"
                + "\"stringData\":{\"password\":\"%s\"}}]}";
        fixture("ann", secret.formatted("Secret", "(redacted)"));

        assertThat(FixtureRunner.run(folder, answering(secret.formatted("Secret", "hunter2"))))
                .hasToString("PASS ann");

        fixture("ann", secret.formatted("ConfigMap", "(redacted)"));
        assertThat(FixtureRunner.run(folder, answering(secret.formatted("ConfigMap", "hunter2"))))
                .hasToString("FAIL ann\n  children[0].stringData.password: expected \"(redacted)\", was \"hunter2\"");
    }

    @Test
    void copiesOfARedactedValueEqualAnyTextBesideTheOtherText() throws Exception {
        String answer = "{\"status\":{\"url\":\"db://%s@db\",\"login\":\"%s\"},\"children\":[{\"apiVersion\":\"v1\","
                + "\"kind\":\"Secret\",\"metadata\":{\"name\":\"a\"},\"stringData\":{\"password\":\"%s\"}}]}";
        fixture("ann", answer.formatted("(redacted)", "Ym9iOihyZWRhY3RlZCk=", "(redacted)"));

        assertThat(FixtureRunner.run(folder, answering(answer.formatted("hunter2", "Ym9iOmh1bnRlcjI=", "hunter2"))))
                .hasToString("PASS ann");
        assertThat(FixtureRunner.run(
                                folder,
                                answering(answer.formatted("hunter2@a", "x", "hunter2")
                                        .replace("db:", "pg:")))
                        .toString())
                .contains("status.url: expected \"db://(redacted)@db\", was \"pg://hunter2@a@db\"");
    }

    @Test
    void aFolderWithoutFixturesHasNoCases() throws Exception {
        assertThat(FixtureRunner.run(folder, hook).cases()).isEmpty();
    }

    @Test
    void equalDocumentsHaveNoDifference() {
        byte[] json = "{\"a\":[1,{\"b\":null}]}".getBytes(StandardCharsets.UTF_8);
        byte[] same = "{\"a\":[1.0,{}]}".getBytes(StandardCharsets.UTF_8);

        assertThat(Difference.between(Json.parse(json), Json.parse(same))).isEmpty();
    }

    private void fixture(String name, String answer) throws IOException {
        Path fixtures = Files.createDirectories(folder.resolve("fixtures"));
        Files.writeString(
                fixtures.resolve(name + ".request.json"),
                "{\"controller\":{},\"parent\":{\"metadata\":{\"name\":\"" + name + "\"}},\"children\":{}}");
        Files.writeString(fixtures.resolve(name + ".answer.json"), answer);
    }
}
