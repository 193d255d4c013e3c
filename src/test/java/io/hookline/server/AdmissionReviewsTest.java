package io.hookline.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Admission;
import io.hookline.hook.JavaHook;
import io.hookline.hook.MutateHook;
import io.hookline.hook.Parent;
import io.hookline.hook.ValidateHook;
import io.hookline.hook.Verdict;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.object.Json;
import io.hookline.server.call.HookSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Validate and mutate hooks, as the API server calls them. */
class AdmissionReviewsTest {

    private static final String ROOM = """
            {"apiVersion": "home.example.com/v1", "kind": "Room", "metadata": {"name": "attic", "namespace": "home",
             "labels": {"a/b": "c~d"}}, "spec": {"target": %s, "note": "warm", "more": {"x": 1.50}}}
            """;

    private static final String REVIEW = """
            {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "r-1",
             "kind": {"group": "home.example.com", "version": "v1", "kind": "Room"}, "name": "attic", "namespace": "home",
             "operation": "%s", "object": %s, "oldObject": %s, "dryRun": %s, "userInfo": {"username": "ann"}}}
            """;

    private final Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)));

    @TempDir
    Path folder;

    record Room(ObjectMeta metadata, Spec spec) implements Parent {
        record Spec(Integer target, String unit) {}
    }

    /** Says in a warning what it was called with. */
    private static final class Rules implements ValidateHook<Room>, MutateHook<Room> {
        @Override
        public Verdict validate(Admission<Room> in) {
            Optional<Integer> old = in.old().map(room -> room.spec().target());
            boolean same = old.equals(Optional.of(in.object().spec().target()));
            return Verdict.allowed()
                    .deniedIf(!same && in.object().spec().target() > 30, "spec.target", "must be at most 30 degrees")
                    .deniedIf(in.operation() == Admission.Operation.DELETE && old.orElseThrow() == 0, "", "is frozen")
                    .warnedIf(true, in.operation() + " by " + in.user() + (in.dryRun() ? ", dry" : ""));
        }

        @Override
        public Room mutate(Admission<Room> in) {
            Room room = in.object();
            if (room.spec().target() != null) {
                return room;
            }
            return new Room(room.metadata(), new Room.Spec(21, "C"));
        }
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private Response call(String path, String body) throws InterruptedException {
        return bench.hooks.serve(path, Requests.utf8(body));
    }

    private void serve(Object... hooks) {
        bench.table.put("room", JavaHook.of(InstantSource.system(), hooks));
    }

    private static String review(String operation, String object, String old, boolean dryRun) {
        return REVIEW.formatted(operation, object, old, dryRun);
    }

    private static String created(String object) {
        return review("CREATE", object, "null", false);
    }

    private JsonNode response(String path, String review) throws InterruptedException {
        Response answer = call(path, review);
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
        JsonNode json = answer.body().tree();
        assertThat(json.path("apiVersion").asText()).isEqualTo("admission.k8s.io/v1");
        assertThat(json.path("kind").asText()).isEqualTo("AdmissionReview");
        assertThat(json.at("/response/uid").asText()).isEqualTo("r-1");
        return json.path("response");
    }

    private static JsonNode patch(JsonNode response) {
        assertThat(response.path("patchType").asText()).isEqualTo("JSONPatch");
        return Json.parse(Base64.getDecoder().decode(response.path("patch").asText()));
    }

    @Test
    void anAllowedObjectIsStoredWithWarnings() throws Exception {
        serve(new Rules());

        JsonNode response = response("/room/validate", created(ROOM.formatted("20")));

        assertThat(response.path("allowed").asBoolean()).isTrue();
        assertThat(response.has("status")).isFalse();
        assertThat(response.path("warnings")).hasToString("[\"CREATE by ann\"]");
    }

    @Test
    void aRefusalNamesTheFieldAsTheApiServerDoes() throws Exception {
        serve(new Rules());

        JsonNode response = response("/room/validate", created(ROOM.formatted("40")));

        assertThat(response.path("allowed").asBoolean()).isFalse();
        JsonNode status = response.path("status");
        assertThat(status.path("code").asInt()).isEqualTo(422);
        assertThat(status.path("reason").asText()).isEqualTo("Invalid");
        assertThat(status.path("message").asText()).isEqualTo("spec.target: must be at most 30 degrees");
        assertThat(status.path("details"))
                .isEqualTo(Json.parse(Requests.utf8(
                        "{\"name\":\"attic\",\"group\":\"home.example.com\",\"kind\":\"Room\",\"causes\":[{"
                                + "\"reason\":\"FieldValueInvalid\",\"message\":\"must be at most 30 degrees\","
                                + "\"field\":\"spec.target\"}]}")));
    }

    @Test
    void anUpdateHasTheOldObjectAndADeletionTheDeletedOne() throws Exception {
        serve(new Rules());
        String hot = ROOM.formatted("40");

        assertThat(response("/room/validate", review("UPDATE", hot, hot, true)).toString())
                .contains("\"allowed\":true", "UPDATE by ann, dry");
        assertThat(response("/room/validate", review("UPDATE", hot, ROOM.formatted("20"), false))
                        .path("allowed")
                        .asBoolean())
                .isFalse();
        assertThat(response("/room/validate", review("DELETE", "null", ROOM.formatted("20"), false))
                        .path("allowed")
                        .asBoolean())
                .isTrue();
        assertThat(response("/room/validate", review("DELETE", "null", ROOM.formatted("0"), false))
                        .at("/status/message")
                        .asText())
                .isEqualTo("is frozen");
    }

    @Test
    void aRecordChangesOnlyWhatItDeclares() throws Exception {
        serve(new Rules());
        String cold = ROOM.formatted("null").replace("\"target\": null, ", "");

        JsonNode response = response("/room/mutate", created(cold));

        assertThat(response.path("allowed").asBoolean()).isTrue();
        assertThat(patch(response))
                .hasToString("[{\"op\":\"add\",\"path\":\"/spec/target\",\"value\":21},"
                        + "{\"op\":\"add\",\"path\":\"/spec/unit\",\"value\":\"C\"}]");
        assertThat(response("/room/mutate", created(ROOM.formatted("20"))).has("patch"))
                .isFalse();
    }

    @Test
    void aBuiltInClassCanBeChanged() throws Exception {
        serve((MutateHookOfConfigMap) in -> new ConfigMapBuilder(in.object())
                .editMetadata()
                .removeFromLabels("a/b")
                .addToLabels("c~d", "e")
                .endMetadata()
                .addToData("x", "y")
                .build());
        String map =
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\",\"labels\":{\"a/b\":\"1\",\"z\":\"2\"}},"
                        + "\"unknown\":{\"kept\":true}}";

        assertThat(patch(response("/room/mutate", created(map))))
                .hasToString("[{\"op\":\"add\",\"path\":\"/data\",\"value\":{\"x\":\"y\"}},"
                        + "{\"op\":\"remove\",\"path\":\"/metadata/labels/a~1b\"},"
                        + "{\"op\":\"add\",\"path\":\"/metadata/labels/c~0d\",\"value\":\"e\"}]");
    }

    /** So that the type of the object is known. */
    private interface MutateHookOfConfigMap extends MutateHook<ConfigMap> {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            hello                     | request body is not valid JSON: unexpected 'h' at byte 0
            []                        | expected an object, was a list
            {}                        | apiVersion: expected admission.k8s.io/v1, was missing
            {"apiVersion": "admission.k8s.io/v1beta1"} | apiVersion: expected admission.k8s.io/v1, was "admission.k8s.io/v1beta1"
            {"apiVersion": "admission.k8s.io/v1", "kind": "TokenReview"} | kind: expected AdmissionReview, was "TokenReview"
            {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview"} | request: expected an object, was missing
            {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"operation": "CREATE"}} | request.uid: expected a string, was missing
            {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": ""}} | request.uid: expected a string, was empty
            {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u", "operation": "CONNECT"}} | request.operation: expected CREATE, UPDATE, DELETE, was "CONNECT"
            {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u", "operation": "CREATE"}} | request.object: expected an object, was missing
            {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u", "operation": "UPDATE", "object": {}, "oldObject": 1}} | request.oldObject: expected an object, was a number
            {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u", "uid": "v"}} | request.uid: the field occurs twice
            {"controller": {}, "parent": {}, "children": {}} | apiVersion: expected admission.k8s.io/v1, was missing
            """)
    void aBadReviewIsABadRequestThatNamesThePlace(String body, String problem) throws Exception {
        serve(new Rules());
        for (String path : new String[] {"/room/validate", "/room/mutate"}) {
            Response answer = call(path, body);

            assertThat(answer.body().tree().path("error").asText()).isEqualTo(problem);
            assertThat(answer.status()).isEqualTo(400);
        }
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private void load() {
        bench.table.put("room", bench.loader.load(folder));
    }

    private void assertThatScriptsWork() throws Exception {
        load();
        assertThat(response("/room/validate", created(ROOM.formatted("40")))
                        .at("/status/message")
                        .asText())
                .isEqualTo("spec.target: too hot");
        assertThat(response("/room/validate", created(ROOM.formatted("20")))
                        .path("allowed")
                        .asBoolean())
                .isTrue();
        JsonNode mutated = response("/room/mutate", created(ROOM.formatted("20")));
        assertThat(patch(mutated)).hasToString("[{\"op\":\"add\",\"path\":\"/spec/unit\",\"value\":\"C\"}]");
        assertThat(mutated.path("warnings")).hasToString("[\"unit C\"]");
    }

    @Test
    void pythonFunctionsAreFound() throws Exception {
        write("validate.py", """
                def validate(request):
                    hot = request["object"]["spec"]["target"] > 30
                    return {"causes": [{"field": "spec.target", "message": "too hot"}] if hot else []}
                """);
        write("mutate.py", """
                def mutate(request):
                    room = request["object"]
                    room["spec"].setdefault("unit", "C")
                    return {"object": room, "warnings": ["unit C"]}
                """);
        assertThatScriptsWork();
    }

    @Test
    void javaScriptFunctionsAreFound() throws Exception {
        write("validate.js", """
                exports.validate = ({object}) =>
                  ({causes: object.spec.target > 30 ? [{field: 'spec.target', message: 'too hot'}] : []});
                """);
        write("mutate.js", """
                exports.mutate = ({object}) => {
                  object.spec.unit ??= 'C';
                  return {object, warnings: ['unit C']};
                };
                """);
        assertThatScriptsWork();
    }

    @Test
    void jsonnetFunctionsAreFound() throws Exception {
        write("validate.jsonnet", """
                function(request)
                  {causes: if request.object.spec.target > 30 then [{field: 'spec.target', message: 'too hot'}] else []}
                """);
        write("mutate.jsonnet", """
                function(request)
                  {object: request.object + {spec+: {unit: 'C'}}, warnings: ['unit C']}
                """);
        assertThatScriptsWork();
    }

    @Test
    void executablesAreFound() throws Exception {
        write("validate.sh", """
                #!/bin/bash
                jq 'if .object.spec.target > 30 then {causes: [{field: "spec.target", message: "too hot"}]} else {} end'
                """);
        write("mutate.sh", """
                #!/bin/bash
                jq '{object: (.object | .spec.unit = "C"), warnings: ["unit C"]}'
                """);
        assertThatScriptsWork();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            validate | {"cause": []}                        | validate returned a wrong answer: cause: unknown field; did you mean "causes"?
            validate | {"allowed": false}                   | validate returned a wrong answer: allowed: unknown field; known are causes, warnings
            validate | {"causes": {}}                       | validate returned a wrong answer: causes: expected a list, was an object
            validate | {"causes": [{"field": "spec.a"}]}    | validate returned a wrong answer: causes[0].message: expected a string, was missing
            validate | {"causes": [{"message": "m", "fild": "x"}]} | validate returned a wrong answer: causes[0].fild: unknown field; did you mean "field"?
            validate | {"warnings": ["a", 1]}               | validate returned a wrong answer: warnings[1]: expected a string, was a number
            mutate   | {}                                   | mutate returned a wrong answer: object: expected an object, was missing
            mutate   | {"object": {"spec": {}}}             | mutate returned another apiVersion than it got; it must return the whole object, with its changes
            """)
    void aWrongAnswerIsAnErrorOfTheHookThatNamesThePlace(String type, String answer, String problem) throws Exception {
        write(type + ".sh", "#!/bin/sh\ncat > /dev/null\necho '" + answer + "'\n");
        load();

        Response failed = call("/room/" + type, created(ROOM.formatted("20")));

        assertThat(failed.body().tree().path("error").asText()).isEqualTo(problem);
        assertThat(failed.status()).isEqualTo(500);
    }

    @Test
    void aHookThatFailsNamesItsLine() throws Exception {
        write("validate.py", "def validate(request):\n    return request['object']['spec']['missing']\n");
        load();

        Response failed = call("/room/validate", created(ROOM.formatted("20")));

        assertThat(failed.status()).isEqualTo(500);
        String problem = "validate.py:2 KeyError: 'missing'";
        assertThat(failed.body().tree().path("error").asText()).isEqualTo(problem);
        assertThat(failed.body().tree().path("kind").asText()).isEqualTo("Status");
        assertThat(failed.body().tree().path("message").asText()).isEqualTo(problem);
    }

    @Test
    void aHookWithoutOneOfTheTypesIsNotServedThere() throws Exception {
        serve((ValidateHookOfRoom) in -> Verdict.allowed());

        Response missing = call("/room/mutate", created(ROOM.formatted("20")));

        assertThat(missing.status()).isEqualTo(404);
        assertThat(new String(missing.body().raw(), StandardCharsets.UTF_8)).contains("known are /room/validate");
    }

    /** So that the type of the object is known. */
    private interface ValidateHookOfRoom extends ValidateHook<Room> {}
}
