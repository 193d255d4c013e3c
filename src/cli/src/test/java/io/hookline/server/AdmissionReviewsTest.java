package io.hookline.server;

import static io.restassured.RestAssured.given;
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
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.object.Json;
import io.hookline.process.metrics.MetricsPage;
import io.hookline.server.call.HookSettings;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
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

    record Service(ObjectMeta metadata, Spec spec) implements Parent {
        record Spec(List<Port> ports, List<Host> hosts, Set<Host> more) {}

        record Port(String name, int port) {}

        record Host(String host, List<Route> paths) {}

        record Route(String path) {}

        Service with(List<Port> ports, List<Host> hosts) {
            return new Service(metadata, new Spec(ports, hosts, spec.more()));
        }
    }

    private static final String SERVICE = """
            {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s", "namespace": "home"}, "spec": {
             "ports": [%s, %s], "hosts": [%s, %s], "more": [%s, %s]}}
            """;

    private static final String HTTP = "{\"name\":\"http\",\"nodePort\":30080,\"port\":80,\"protocol\":\"TCP\"}";
    private static final String HTTPS = "{\"name\":\"https\",\"nodePort\":30443,\"port\":443,\"protocol\":\"TCP\"}";
    private static final String A = "{\"host\":\"a\",\"paths\":[{\"path\":\"/x\",\"type\":\"Exact\"}],\"tls\":true}";
    private static final String B = "{\"host\":\"b\",\"paths\":[],\"tls\":false}";

    /** The lists of the service after the hook, as JSON; empty if it has not changed them. */
    private String changedLists(MutateHookOfService hook) throws Exception {
        serve(hook);
        JsonNode response = response("/room/mutate", created(SERVICE.formatted(HTTP, HTTPS, A, B, A, B)));
        StringBuilder lists = new StringBuilder();
        if (response.has("patch")) {
            for (JsonNode operation : patch(response)) {
                lists.append(operation.path("path").asText()).append(operation.path("value"));
            }
        }
        return lists.toString();
    }

    /** So that the type of the object is known. */
    private interface MutateHookOfService extends MutateHook<Service> {}

    private static MutateHookOfService ports(UnaryOperator<List<Service.Port>> change) {
        return in -> in.object()
                .with(
                        change.apply(in.object().spec().ports()),
                        in.object().spec().hosts());
    }

    private static MutateHookOfService hosts(UnaryOperator<List<Service.Host>> change) {
        return in -> in.object()
                .with(
                        in.object().spec().ports(),
                        change.apply(in.object().spec().hosts()));
    }

    @Test
    void anItemWithANameKeepsTheFieldsThatItsRecordDoesNotDeclare() throws Exception {
        Service.Port added = new Service.Port("new", 1);
        Service.Port changed = new Service.Port("https", 444);
        String asChanged = HTTPS.replace("443,\"prot", "444,\"prot");

        assertThat(changedLists(ports(ports -> ports))).isEmpty();
        assertThat(changedLists(ports(ports -> List.of(ports.get(0), changed))))
                .isEqualTo("/spec/ports[" + HTTP + "," + asChanged + "]");
        assertThat(changedLists(ports(ports -> List.of(changed)))).isEqualTo("/spec/ports[" + asChanged + "]");
        assertThat(changedLists(ports(ports -> List.of(added, changed, ports.get(0)))))
                .isEqualTo("/spec/ports[{\"name\":\"new\",\"port\":1}," + asChanged + "," + HTTP + "]");
        assertThat(changedLists(ports(List::reversed))).isEqualTo("/spec/ports[" + HTTPS + "," + HTTP + "]");
        assertThat(changedLists(ports(ports -> List.of(ports.get(0), new Service.Port("tls", 443)))))
                .as("renamed")
                .isEqualTo("/spec/ports[" + HTTP + "," + HTTPS.replace("https", "tls") + "]");
        assertThat(changedLists(ports(ports -> List.of(ports.get(0), added))))
                .as("another item")
                .isEqualTo("/spec/ports[" + HTTP + ",{\"name\":\"new\",\"port\":1}]");
        assertThat(changedLists(ports(ports -> List.of(ports.get(0), ports.get(0)))))
                .as("each original once")
                .isEqualTo("/spec/ports[" + HTTP + ",{\"name\":\"http\",\"port\":80}]");
    }

    @Test
    void anItemWithoutANameKeepsThemAtItsPlace() throws Exception {
        Service.Host added = new Service.Host("c", List.of());
        String asAdded = "{\"host\":\"c\",\"paths\":[]}";

        assertThat(changedLists(hosts(hosts -> List.of(added, hosts.get(1)))))
                .isEqualTo("/spec/hosts[{\"host\":\"c\",\"paths\":[],\"tls\":true}," + B + "]");
        assertThat(changedLists(hosts(hosts -> List.of(added, hosts.get(1), hosts.get(0)))))
                .isEqualTo("/spec/hosts[" + asAdded + "," + B + "," + A + "]");
        assertThat(changedLists(hosts(hosts -> List.of(hosts.get(1))))).isEqualTo("/spec/hosts[" + B + "]");
        assertThat(changedLists(hosts(hosts -> List.of(hosts.get(1), hosts.get(0)))))
                .isEqualTo("/spec/hosts[" + B + "," + A + "]");
        assertThat(changedLists(hosts(hosts -> List.of(
                        new Service.Host("a", List.of(new Service.Route("/y"), new Service.Route("/x"))),
                        hosts.get(1)))))
                .as("a list in an item of a list")
                .isEqualTo("/spec/hosts[" + A.replace("[{\"path\":\"/x\"", "[{\"path\":\"/y\"},{\"path\":\"/x\"") + ","
                        + B + "]");
    }

    @Test
    void anItemOfASetKeepsThemInAnyOrder() throws Exception {
        String changed = changedLists(in -> {
            Set<Service.Host> more = new LinkedHashSet<>();
            for (Service.Host host : in.object().spec().more()) {
                more.add(host.host().equals("a") ? host : new Service.Host("c", host.paths()));
            }
            Service.Spec spec = in.object().spec();
            return new Service(in.object().metadata(), new Service.Spec(spec.ports(), spec.hosts(), more));
        });

        assertThat(changed)
                .startsWith("/spec/more[")
                .contains(A, B.replace("\"b\"", "\"c\""))
                .hasSize("/spec/more[,]".length() + A.length() + B.length());
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

    private static final String STORED = """
            {"apiVersion": "home.example.com/v1", "kind": "Room", "metadata": {"name": "attic", "namespace": "home", %s},
             "spec": {"target": 20}, "status": {"now": 19}}
            """;

    private static final String REBUILD = "jq '{object: {apiVersion: .object.apiVersion, kind: .object.kind,"
            + " metadata: (.object.metadata | %s), spec: .object.spec}}'\n";

    private Response mutated(String script, String review) throws Exception {
        write("mutate.sh", "#!/bin/bash\n" + script);
        load();
        return call("/room/mutate", review);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "uid": "u-1"                            | {name, namespace}                             | no metadata.uid, which it got
            "uid": "u-1"                            | .uid = "u-2"                                  | another metadata.uid than it got
            "uid": "u-1", "resourceVersion": "7"    | {name, namespace, uid}                        | no metadata.resourceVersion, which it got
            "creationTimestamp": "2026-01-01T00:00:00Z" | {name, namespace, labels}                 | no metadata.creationTimestamp, which it got
            "creationTimestamp": null, "finalizers": ["f"] | {name, namespace}                      | no metadata.finalizers, which it got
            "ownerReferences": [{"uid": "o"}]       | {name, namespace}                             | no metadata.ownerReferences, which it got
            "labels": {"a": "b"}                    | {name, namespace}                             | no metadata.labels, which it got
            "annotations": {"a": "b"}               | {name, namespace, annotations: null}          | no metadata.annotations, which it got
            "generateName": "attic-"                | {name, namespace}                             | no metadata.generateName, which it got
            """)
    void anObjectThatWasBuiltAnewIsRefused(String metadata, String kept, String problem) throws Exception {
        Response failed = mutated(REBUILD.formatted(kept), created(STORED.formatted(metadata)));

        assertThat(failed.body().tree().path("error").asText())
                .isEqualTo("mutate returned " + problem + "; it must return the whole object, with its changes");
        assertThat(failed.status()).isEqualTo(500);
    }

    @Test
    void aJavaObjectThatWasBuiltAnewIsRefused() throws Exception {
        serve((MutateHookOfConfigMap) in -> new ConfigMapBuilder()
                .withNewMetadata()
                .withName("m")
                .endMetadata()
                .build());

        Response failed = call(
                "/room/mutate",
                created("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"m\",\"uid\":\"u\"}}"));

        assertThat(failed.body().tree().path("error").asText()).startsWith("mutate returned no metadata.uid, which");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "uid": "u-1", "labels": {"a": "b"}, "finalizers": ["f"] | {name, namespace, uid} | [{"op":"remove","path":"/metadata/finalizers"},{"op":"remove","path":"/metadata/labels"}]
            "labels": {"a": "b"}, "finalizers": ["f"] | . + {labels: {}, finalizers: []} | [{"op":"replace","path":"/metadata/finalizers","value":[]},{"op":"remove","path":"/metadata/labels/a"}]
            "uid": "u-1", "managedFields": [{"manager": "m"}], "generation": 3, "creationTimestamp": null | {name, namespace, uid, selfLink: "x"} |
            """)
    void fieldsOfTheApiServerAreInNoPatch(String metadata, String kept, String patch) throws Exception {
        Response answer = mutated(REBUILD.formatted(kept), created(STORED.formatted(metadata)));

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(200);
        JsonNode response = answer.body().tree().path("response");
        if (patch == null) {
            assertThat(response.has("patch")).isFalse();
        } else {
            assertThat(patch(response)).hasToString(patch);
        }
    }

    @Test
    void theStatusIsChangedInRequestsForItOnly() throws Exception {
        String script = "jq '{object: (.object | .status.now = 20)}'\n";
        String review = review("UPDATE", STORED.formatted("\"uid\": \"u\""), STORED.formatted("\"uid\": \"u\""), false);

        assertThat(mutated(script, review).body().tree().path("response").has("patch"))
                .isFalse();
        assertThat(patch(mutated(script, review.replace("\"dryRun\"", "\"subResource\": \"status\", \"dryRun\""))
                        .body()
                        .tree()
                        .path("response")))
                .hasToString("[{\"op\":\"replace\",\"path\":\"/status/now\",\"value\":20}]");
    }

    private static final String LARGE = """
            {"apiVersion": "home.example.com/v1", "kind": "Room", "metadata": {"name": "attic", "namespace": "home"},
             "spec": {"target": 20, "serial": 9007199254740993, "low": -1234567890123456789, "few": 9007199254740991,
              "list": [{"id": 9223372036854775807}, {"id": 1234567890123456789, "on": false}, 1]}}
            """;

    @Test
    void largeIntegersThatJavaScriptRoundsStayAsTheyWere() throws Exception {
        write("mutate.js", """
                exports.mutate = ({object}) => {
                  object.spec.target = 21;
                  object.spec.few -= 1;
                  object.spec.list = [object.spec.list[1], object.spec.list[0]];
                  return {object};
                };
                """);
        load();

        assertThat(patch(response("/room/mutate", created(LARGE))))
                .hasToString("[{\"op\":\"replace\",\"path\":\"/spec/few\",\"value\":9007199254740990},"
                        + "{\"op\":\"replace\",\"path\":\"/spec/list\",\"value\":"
                        + "[{\"id\":1234567890123456789,\"on\":false},{\"id\":9223372036854775807}]},"
                        + "{\"op\":\"replace\",\"path\":\"/spec/target\",\"value\":21}]");
    }

    @Test
    void largeIntegersThatJsonnetRoundsStayAsTheyWere() throws Exception {
        write("mutate.jsonnet", """
                function(request)
                  {object: request.object + {spec+: {target: 21, list: [
                    if std.isObject(item) then item + {new: 1} else item for item in super.list]}}}
                """);
        load();

        assertThat(patch(response("/room/mutate", created(LARGE))))
                .hasToString(
                        "[{\"op\":\"replace\",\"path\":\"/spec/list\",\"value\":[{\"id\":9223372036854775807,\"new\":1},"
                                + "{\"id\":1234567890123456789,\"new\":1,\"on\":false},1]},"
                                + "{\"op\":\"replace\",\"path\":\"/spec/target\",\"value\":21}]");
    }

    @Test
    void aRefusedCallIsExplainedToTheApiServer() throws Exception {
        bench.table.put("room", new HookProgram() {
            @Override
            public Set<HookType> types() {
                return Set.of(HookType.MUTATE);
            }

            @Override
            public HookReply call(HookType type, byte[] request, Optional<Instant> now) {
                return new HookReply.Later(Optional.of(Duration.ofSeconds(7)));
            }
        });
        Path tokens = Files.writeString(folder.resolve("tokens"), "secret\n");
        CallRules rules = CallRules.OPEN.withTokens(BearerTokens.in(tokens, () -> 0));
        try (HookServer server = HookServer.start(
                WebOptions.at(new Address("127.0.0.1", 0)), bench.hooks, rules, () -> MetricsPage.of(bench.registry))) {
            RequestSpecification caller = given().baseUri(server.uri().toString())
                    .contentType("application/json")
                    .body(created(ROOM.formatted("20")));
            assertExplained(
                    caller.post("/room/mutate"),
                    401,
                    "the call has no valid bearer token: check authorization of the webhook");
            caller.header("Authorization", "Bearer secret");
            assertExplained(
                    caller.post("/room/validate"), 404, "no hook is served at /room/validate; known are /room/mutate");
            io.restassured.response.Response later = caller.post("/room/mutate");
            assertExplained(later, 429, "the hook asks for a later call");
            assertThat(later.header("Retry-After")).isEqualTo("7");
            assertThat(caller.post("/room/sync").body().asString()).doesNotContain("Status");
        }
    }

    private static void assertExplained(io.restassured.response.Response response, int code, String message) {
        JsonNode status = Json.parse(response.body().asByteArray());
        assertThat(response.statusCode()).isEqualTo(code);
        assertThat(status.path("kind").asText()).isEqualTo("Status");
        assertThat(status.path("code").asInt()).isEqualTo(code);
        assertThat(status.path("message").asText()).isEqualTo(message);
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
