package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.contract.RawApi.Answer;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What requests get for an answer that a cluster's interface does not show: warnings, limits of bodies, list metadata. */
@Worlds(World.Kind.HTTP)
class RequestContractTest extends ClusterFixture {

    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final String MERGE = "application/merge-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";
    private static final String JSON_PATCH = "application/json-patch+json";
    private static final String APPLY = "application/apply-patch+yaml";

    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    private static final String TWICE = """
            {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"twice","name":"twice"},
            "foo":1,"data":{"a":"1","a":"2","a":"3","b":"1"},"foo":2,"data":{"c":"1"}}""";

    private static final String TWICE_IN_YAML = """
            apiVersion: v1
            kind: ConfigMap
            kind: ConfigMap
            metadata: {name: twice, labels: {
              x: y,
              x: z}}
            data:
              a: "1"
              a: "2"
              b: "1"
            """;

    private RawApi api() {
        return world.server().orElseThrow();
    }

    private String maps() {
        return "/api/v1/namespaces/" + namespace() + "/configmaps";
    }

    @BeforeEach
    final void createPatched() {
        api().send("POST", maps(), JSON, "{\"metadata\":{\"name\":\"request-target\"},\"data\":{\"a\":\"1\"}}");
    }

    @Test
    void strictValidationRefusesFieldsThatOccurTwice() {
        Answer answer = api().send("POST", maps() + "?dryRun=All&fieldValidation=Strict", JSON, TWICE);

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.message())
                .isEqualTo("ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error:"
                        + " duplicate field \"metadata.name\", unknown field \"foo\", duplicate field \"data.a\","
                        + " duplicate field \"data\"");
    }

    @Test
    void fieldsThatOccurTwiceAreWarnedAboutUnlessTheyAreToBeIgnored() {
        for (String mode : new String[] {"", "&fieldValidation=Warn"}) {
            Answer answer = api().send("POST", maps() + "?dryRun=All" + mode, JSON, TWICE);
            assertThat(answer.code()).isEqualTo(201);
            assertThat(answer.warnings())
                    .containsExactly(
                            "299 - \"duplicate field \\\"metadata.name\\\"\"",
                            "299 - \"unknown field \\\"foo\\\"\"",
                            "299 - \"duplicate field \\\"data.a\\\"\"",
                            "299 - \"duplicate field \\\"data\\\"\"");
        }
        Answer ignored = api().send("POST", maps() + "?dryRun=All&fieldValidation=Ignore", JSON, TWICE);
        assertThat(ignored.code()).isEqualTo(201);
        assertThat(ignored.warnings()).isEmpty();
    }

    @Test
    void nestedFieldsThatOccurTwiceAreNamedByTheirPath() {
        String deployment = """
                {"metadata":{"name":"d"},"spec":{"replicas":1,"replicas":2,"selector":{"matchLabels":{"a":"b"}},
                "template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[
                {"name":"c","image":"i","image":"j"},
                {"name":"d","image":"i","env":[{"name":"x","name":"y"}],"odd":{"a":1,"a":2},"odd":1}]}}}}""";

        Answer answer = api().send(
                        "POST",
                        "/apis/apps/v1/namespaces/" + namespace() + "/deployments?fieldValidation=Strict",
                        JSON,
                        deployment);

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.message())
                .isEqualTo("Deployment in version \"v1\" cannot be handled as a Deployment: strict decoding error:"
                        + " duplicate field \"spec.replicas\", duplicate field"
                        + " \"spec.template.spec.containers[0].image\", duplicate field"
                        + " \"spec.template.spec.containers[1].env[0].name\", unknown field"
                        + " \"spec.template.spec.containers[1].odd\"");
    }

    @Test
    void yamlKeysThatOccurTwiceAreNamedByTheirLine() {
        Answer strict = api().send("POST", maps() + "?dryRun=All&fieldValidation=Strict", YAML, TWICE_IN_YAML);
        assertThat(strict.code()).isEqualTo(400);
        assertThat(strict.message())
                .isEqualTo("ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error: yaml:"
                        + " unmarshal errors:\n  line 3: key \"kind\" already set in map\n"
                        + "  line 6: key \"x\" already set in map\n  line 9: key \"a\" already set in map");

        Answer warned = api().send("POST", maps() + "?dryRun=All", YAML, TWICE_IN_YAML);
        assertThat(warned.code()).isEqualTo(201);
        assertThat(warned.json().at("/data/a").asText()).isEqualTo("2");
        assertThat(warned.warnings())
                .containsExactly(
                        "299 - \"line 3: key \\\"kind\\\" already set in map\"",
                        "299 - \"line 6: key \\\"x\\\" already set in map\"",
                        "299 - \"line 9: key \\\"a\\\" already set in map\"");
    }

    @Test
    void anUpdateWithFieldsThatOccurTwiceIsRefusedToo() {
        String body = "{\"metadata\":{\"name\":\"request-target\"},\"data\":{\"a\":\"1\",\"a\":\"2\"}}";

        Answer answer = api().send("PUT", maps() + "/request-target?dryRun=All&fieldValidation=Strict", JSON, body);

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.message()).endsWith("strict decoding error: duplicate field \"data.a\"");
    }

    @Test
    void aMergePatchWithFieldsThatOccurTwiceIsRefusedOrWarnedAbout() {
        String patch = "{\"data\":{\"a\":\"1\",\"a\":\"2\"},\"foo\":{\"x\":1,\"x\":2}}";
        for (String type : new String[] {MERGE, "application/strategic-merge-patch+json"}) {
            Answer strict = api().send("PATCH", maps() + "/request-target?fieldValidation=Strict", type, patch);
            assertThat(strict.code()).isEqualTo(422);
            assertThat(strict.message())
                    .startsWith(" \"\" is invalid: patch: Invalid value: ")
                    .endsWith(": strict decoding error: duplicate field \"data.a\", duplicate field \"foo.x\","
                            + " unknown field \"foo\"");

            Answer warned = api().send("PATCH", maps() + "/request-target?dryRun=All", type, patch);
            assertThat(warned.code()).isEqualTo(200);
            assertThat(warned.json().at("/data/a").asText()).isEqualTo("2");
            assertThat(warned.warnings())
                    .containsExactly(
                            "299 - \"duplicate field \\\"data.a\\\"\"",
                            "299 - \"duplicate field \\\"foo.x\\\"\"",
                            "299 - \"unknown field \\\"foo\\\"\"");
        }
    }

    @Test
    void aJsonPatchWithFieldsThatOccurTwiceIsRefused() {
        String patch = "[{\"op\":\"test\",\"path\":\"/x\",\"path\":\"/data/a\",\"value\":\"1\"},"
                + "{\"op\":\"add\",\"path\":\"/data\",\"value\":{\"q\":\"1\",\"q\":\"2\"}}]";

        Answer answer = api().send("PATCH", maps() + "/request-target?fieldValidation=Strict", JSON_PATCH, patch);

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.message())
                .endsWith(": strict decoding error: json patch duplicate field \"[0].path\", json patch duplicate field"
                        + " \"[1].value.q\", duplicate field \"data.q\"");
    }

    @Test
    void anApplyPatchWithKeysThatOccurTwiceIsRefusedOrWarnedAbout() {
        String patch =
                "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: request-applied\ndata:\n  k: '1'\n  k: '2'\n  k: '3'\n";
        String path = maps() + "/request-applied?dryRun=All&fieldManager=contract";

        Answer strict = api().send("PATCH", path + "&fieldValidation=Strict", APPLY, patch);
        assertThat(strict.code()).isEqualTo(400);
        assertThat(strict.message())
                .isEqualTo("error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n"
                        + "  line 7: key \"k\" already set in map\n  line 8: key \"k\" already set in map");

        Answer warned = api().send("PATCH", path, APPLY, patch);
        assertThat(warned.code()).isEqualTo(201);
        assertThat(warned.json().at("/data/k").asText()).isEqualTo("3");
        assertThat(warned.warnings())
                .containsExactly(
                        "299 - \"line 7: key \\\"k\\\" already set in map\"",
                        "299 - \"line 8: key \\\"k\\\" already set in map\"");
    }

    @Test
    void anotherKindOfFieldValidationIsInvalid() {
        Answer answer = api().send(
                        "POST",
                        maps() + "?dryRun=All&fieldValidation=Bogus",
                        JSON,
                        "{\"metadata\":{\"name\":\"bogus\"}}");

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.message())
                .isEqualTo("CreateOptions.meta.k8s.io \"\" is invalid: fieldValidation: Unsupported value: \"Bogus\":"
                        + " supported values: \"\", \"Ignore\", \"Strict\", \"Warn\"");
    }

    @Test
    void aBodyOfMoreThanThreeMebibytesIsTooLarge() {
        String body = "{\"metadata\":{\"name\":\"large\"},\"data\":{\"a\":\"" + "x".repeat(4_000_000) + "\"}}";

        for (Answer answer : new Answer[] {
            api().send("POST", maps(), JSON, body),
            api().send("PATCH", maps() + "/request-target", MERGE, body),
            api().send("DELETE", maps() + "/request-target", JSON, body)
        }) {
            assertThat(answer.code()).isEqualTo(413);
            assertThat(answer.message()).isEqualTo("Request entity too large: limit is 3145728");
            assertThat(answer.json().path("reason").asText()).isEqualTo("RequestEntityTooLarge");
        }
    }

    @Test
    void aPageSaysHowManyItemsRemainUnlessASelectorChoosesThem() {
        for (int i = 0; i < 5; i++) {
            api().send(
                            "POST",
                            maps(),
                            JSON,
                            "{\"metadata\":{\"name\":\"request-page-" + i + "\",\"labels\":{\"x\":\"y\"}}}");
        }
        int all = list("").path("items").size();

        JsonNode first = list("?limit=2");
        assertThat(first.at("/metadata/remainingItemCount").asInt()).isEqualTo(all - 2);
        JsonNode second =
                list("?limit=2&continue=" + first.at("/metadata/continue").asText());
        assertThat(second.at("/metadata/remainingItemCount").asInt()).isEqualTo(all - 4);
        assertThat(list("?limit=" + all).path("metadata").has("remainingItemCount"))
                .isFalse();
        assertThat(list("?limit=1&labelSelector=x").path("metadata").has("remainingItemCount"))
                .isFalse();
        assertThat(list("?limit=1&fieldSelector=metadata.name!=request-target")
                        .path("metadata")
                        .has("remainingItemCount"))
                .isFalse();
    }

    @Test
    void anUpdateThatCreatesAnObjectIsAnswered201() {
        String roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/" + namespace() + "/roles/";
        String role = "{\"metadata\":{\"name\":\"put-role\"},\"rules\":[]}";

        assertThat(api().send("PUT", roles + "put-role", JSON, role).code()).isEqualTo(201);
        assertThat(api().send("PUT", roles + "put-role", JSON, role).code()).isEqualTo(200);
        assertThat(api().send("PUT", roles + "other", JSON, role.replace("put-role\"", "other\",\"uid\":\"u\""))
                        .code())
                .isEqualTo(409);
    }

    /** Also with an apply: whether the object is new is known when it is written, not before. */
    @Test
    void ofRequestsThatCreateAnObjectAtOnceOneIsAnswered201() throws Exception {
        String roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/" + namespace() + "/roles/";
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int round = 0; round < 40; round++) {
                String role = "role-at-once-" + round;
                String map = "map-at-once-" + round;
                List<Callable<Answer>> puts = Collections.nCopies(
                        8,
                        () -> api().send(
                                        "PUT",
                                        roles + role,
                                        JSON,
                                        "{\"metadata\":{\"name\":\"" + role + "\"},\"rules\":[]}"));
                List<Callable<Answer>> applies = Collections.nCopies(
                        8,
                        () -> api().send(
                                        "PATCH",
                                        maps() + "/" + map + "?fieldManager=m",
                                        APPLY,
                                        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" + map
                                                + "\"}}"));
                for (List<Callable<Answer>> requests : List.of(puts, applies)) {
                    List<Integer> codes = new ArrayList<>();
                    for (Future<Answer> answer : threads.invokeAll(requests)) {
                        codes.add(answer.get().code());
                    }
                    assertThat(codes).containsOnlyOnce(201);
                }
            }
        }
    }

    /** Its definition goes with it. */
    @Test
    void theDeletionOfTheLastObjectOfADefinitionThatEndsIsAnswered() {
        for (String last : List.of("DELETE", "PATCH")) {
            String plural = last.equals("DELETE") ? "lasts" : "ends";
            String path = "/apis/request.example.com/v1/namespaces/" + namespace() + "/" + plural;
            String uid = define(plural, path);
            api().send(
                            "POST",
                            maps(),
                            JSON,
                            "{\"metadata\":{\"name\":\"of-" + plural + "\",\"finalizers\":[\"example.com/hold\"],"
                                    + "\"ownerReferences\":[{\"apiVersion\":\"request.example.com/v1\",\"kind\":\"K"
                                    + plural
                                    + "\",\"name\":\"a\",\"uid\":\"" + uid + "\",\"blockOwnerDeletion\":true}]}}");
            if (last.equals("DELETE")) {
                api().send("DELETE", path + "/a?propagationPolicy=Foreground", "", "");
            }
            api().send("DELETE", DEFINITIONS + "/" + plural + ".request.example.com", "", "");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> api().send("GET", path + "/a", "", "")
                            .json()
                            .path("metadata")
                            .has("deletionTimestamp"));

            Answer answer = last.equals("DELETE")
                    ? api().send("DELETE", path + "/a?propagationPolicy=Background", "", "")
                    : api().send("PATCH", path + "/a", MERGE, "{\"metadata\":{\"finalizers\":null}}");

            assertThat(answer.code()).as(last).isEqualTo(200);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> api().send("GET", DEFINITIONS + "/" + plural + ".request.example.com", "", "")
                                    .code()
                            == 404);
            api().send("PATCH", maps() + "/of-" + plural, MERGE, "{\"metadata\":{\"finalizers\":null}}");
        }
    }

    /** Creates a definition, and an object of it, whose uid is returned. */
    private String define(String plural, String path) {
        String finalizers = plural.equals("ends") ? ",\"finalizers\":[\"example.com/hold\"]" : "";
        api().send(
                        "POST",
                        DEFINITIONS,
                        JSON,
                        "{\"metadata\":{\"name\":\"" + plural
                                + ".request.example.com\"},\"spec\":{\"group\":\"request.example.com\","
                                + "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"" + plural + "\",\"kind\":\"K"
                                + plural
                                + "\"},\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":"
                                + "{\"openAPIV3Schema\":{\"type\":\"object\"}}}]}}");
        String object = "{\"apiVersion\":\"request.example.com/v1\",\"kind\":\"K" + plural
                + "\",\"metadata\":{\"name\":\"a\"" + finalizers + "}}";
        return Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> api().send("POST", path, JSON, object), answer -> answer.code() == 201)
                .json()
                .at("/metadata/uid")
                .asText();
    }

    @Test
    void anUpdateNamesTheObjectAlsoInItsBody() {
        Answer answer = api().send("PUT", maps() + "/request-target", JSON, "{\"data\":{\"a\":\"1\"}}");

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.message()).contains("name must be provided");
    }

    @Test
    void metadataOfAListAndOfAnObjectAreDifferentForms() {
        String object = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
        String list = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

        assertThat(api().get(maps() + "?limit=1", object).code()).isEqualTo(406);
        assertThat(api().get(maps() + "?limit=1", list).code()).isEqualTo(200);
        assertThat(api().get(maps() + "/request-target", list).code()).isEqualTo(406);
        assertThat(api().get(maps() + "/request-target", object).code()).isEqualTo(200);
        for (String verb : new String[] {"PATCH", "PUT", "DELETE"}) {
            Answer answer = api().send(
                            verb,
                            maps() + "/request-target?dryRun=All",
                            verb.equals("PATCH") ? MERGE : JSON,
                            list,
                            verb.equals("DELETE") ? "{}" : "{\"metadata\":{\"name\":\"request-target\"}}");
            assertThat(answer.code()).as(verb).isEqualTo(verb.equals("DELETE") ? 200 : 406); // a Status has no form
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta1"})
    void tablesAndMetadataHaveTheVersionThatIsAskedFor(String version) {
        String apiVersion = "meta.k8s.io/" + version;
        String form = "application/json;g=meta.k8s.io;v=" + version + ";as=";

        JsonNode table = api().get(maps(), form + "Table").json();
        JsonNode list = api().get(maps(), form + "PartialObjectMetadataList").json();
        JsonNode object = api().get(maps() + "/request-target", form + "PartialObjectMetadata")
                .json();

        assertThat(List.of(table, table.at("/rows/0/object"), list, object))
                .extracting(each -> each.path("apiVersion").asText())
                .containsOnly(apiVersion);
        assertThat(list.at("/items/0/kind").asText()).isEqualTo("PartialObjectMetadata");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/api/v1/namespaces/default/serviceaccounts | {metadata: {name: table}, secrets: [{name: a}]} | Name,Age | table",
                "/api/v1/namespaces/default/podtemplates | {metadata: {name: table}, template: {metadata: {labels: {a: b, c: d}}, spec: {containers:"
                        + " [{name: c, image: i}, {name: d, image: j}]}}} | Name,Containers,Images,Pod Labels"
                        + " | table;c,d;i,j;a=b,c=d",
                "/apis/networking.k8s.io/v1/ingressclasses | {metadata: {name: table}, spec: {controller: example.com/c, parameters: {apiGroup:"
                        + " example.com, kind: P, name: p}}} | Name,Controller,Parameters,Age"
                        + " | table;example.com/c;P.example.com/p",
                "/apis/networking.k8s.io/v1/ingressclasses | {metadata: {name: table, annotations:"
                        + " {ingressclass.kubernetes.io/is-default-class: 'true'}}, spec: {controller: example.com/c}}"
                        + " | Name,Controller,Parameters,Age | table (default);example.com/c;<none>",
                "/apis/storage.k8s.io/v1/csidrivers | {metadata: {name: table}, spec: {tokenRequests: [{audience: a}, {audience: b,"
                        + " expirationSeconds: 600}], volumeLifecycleModes: [Ephemeral, Persistent]}} | Name,AttachRequired,"
                        + "PodInfoOnMount,StorageCapacity,TokenRequests,RequiresRepublish,Modes,Age"
                        + " | table;true;false;false;a,b;false;Ephemeral,Persistent",
                "/apis/storage.k8s.io/v1/csinodes | {metadata: {name: table}, spec: {drivers: [{name: d, nodeID: node}]}} | Name,Drivers,Age"
                        + " | table;1",
                "/apis/storage.k8s.io/v1/volumeattachments | {metadata: {name: table}, spec: {attacher: example.com, nodeName: node, source:"
                        + " {persistentVolumeName: v}}} | Name,Attacher,PV,Node,Attached,Age"
                        + " | table;example.com;v;node;false",
                "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations | {metadata: {name: table}, webhooks: []}"
                        + " | Name,Webhooks,Age | table;0",
                "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations | {metadata: {name: table}, webhooks: []}"
                        + " | Name,Webhooks,Age | table;0",
            })
    void aTableHasTheColumnsOfTheKind(String path, String object, String columns, String cells) {
        Answer answer =
                api().send("POST", path + "?dryRun=All", YAML, "application/json;as=Table;g=meta.k8s.io;v=v1", object);

        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        answer.json()
                .path("columnDefinitions")
                .forEach(column -> names.add(column.path("name").asText()));
        answer.json().at("/rows/0/cells").forEach(cell -> values.add(cell.asText()));
        assertThat(String.join(",", names)).isEqualTo(columns);
        if (names.contains("Age")) {
            values.removeLast();
        }
        assertThat(String.join(";", values)).isEqualTo(cells);
    }

    @Test
    void aTokenIsReviewed() {
        JsonNode right = review(api().token()).json();
        assertThat(right.at("/status/authenticated").asBoolean()).isTrue();
        assertThat(right.at("/status/user/username").asText()).isNotEmpty();
        assertThat(right.at("/status/user/groups").toString()).contains("system:masters", "system:authenticated");

        Answer wrong = review("wrong");
        assertThat(wrong.code()).isEqualTo(201);
        assertThat(wrong.json().at("/status/authenticated").asBoolean()).isFalse();
        assertThat(wrong.json().at("/status/error").asText()).isEqualTo("invalid bearer token");

        Answer without = review("");
        assertThat(without.code()).isEqualTo(400);
        assertThat(without.message()).isEqualTo("token is required for TokenReview in authentication");
    }

    private Answer review(String token) {
        return api().send(
                        "POST",
                        "/apis/authentication.k8s.io/v1/tokenreviews",
                        JSON,
                        "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenReview\",\"spec\":{\"token\":\""
                                + token + "\"}}");
    }

    @Test
    void optionsThatAreWrongAreNamedTogether() {
        Answer create = api().send("POST", maps() + "?dryRun=Some", JSON, "{\"metadata\":{\"name\":\"dry\"}}");
        assertThat(Decisions.of(create)).isEqualTo("422 Invalid dryRun");
        assertThat(create.json().at("/details/kind").asText()).isEqualTo("CreateOptions");

        Answer delete = api().send(
                        "DELETE",
                        maps() + "/request-target",
                        JSON,
                        "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"dryRun\":[\"Some\"],"
                                + "\"propagationPolicy\":\"Sometimes\"}");
        assertThat(Decisions.of(delete)).isEqualTo("422 Invalid dryRun propagationPolicy");
        assertThat(Decisions.of(
                        api().send("GET", maps() + "?resourceVersion=1&resourceVersionMatch=Sometimes", "", "")))
                .isEqualTo("422 Invalid resourceVersionMatch");
        assertThat(Decisions.of(api().send("PATCH", maps() + "/request-target?force=true", MERGE, "{}")))
                .isEqualTo("422 Invalid force");
    }

    @Test
    void someDeletionsReturnTheObject() {
        String root = "/api/v1/namespaces/" + namespace();
        api().send("POST", root + "/serviceaccounts", JSON, "{\"metadata\":{\"name\":\"deleted\"}}");
        api().send("POST", maps(), JSON, "{\"metadata\":{\"name\":\"deleted\",\"finalizers\":[\"example.com/hold\"]}}");

        Answer account = api().send("DELETE", root + "/serviceaccounts/deleted", "", "");
        assertThat(account.json().path("kind").asText()).isEqualTo("ServiceAccount");
        Answer held = api().send("DELETE", maps() + "/deleted?orphanDependents=false", "", "");
        assertThat(held.code()).as("accepted, and not done yet").isEqualTo(202);
        api().send("PATCH", maps() + "/deleted", MERGE, "{\"metadata\":{\"finalizers\":null}}");
        Answer gone = api().send("DELETE", maps() + "/request-target", "", "");
        assertThat(gone.json().path("kind").asText()).isEqualTo("Status");
    }

    @Test
    void aPreconditionThatFailsNamesTheKind() {
        Answer answer = api().send(
                        "DELETE",
                        maps() + "/request-target",
                        JSON,
                        "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"preconditions\":{\"resourceVersion\":\"1\"}}");

        assertThat(answer.code()).isEqualTo(409);
        assertThat(answer.json().at("/details/kind").asText()).isEqualTo("ConfigMap");
    }

    @Test
    void quantitiesAreStoredInOneForm() {
        Answer pod = api().send(
                        "POST",
                        "/api/v1/namespaces/" + namespace() + "/pods?dryRun=All",
                        JSON,
                        "{\"metadata\":{\"name\":\"quantities\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\","
                                + "\"resources\":{\"limits\":{\"cpu\":0.5,\"memory\":\"1024Mi\"}}}]}}");
        assertThat(pod.json().at("/spec/containers/0/resources").toString())
                .isEqualTo("{\"limits\":{\"cpu\":\"500m\",\"memory\":\"1Gi\"},"
                        + "\"requests\":{\"cpu\":\"500m\",\"memory\":\"1Gi\"}}");

        Answer wrong = api().send(
                        "POST",
                        "/api/v1/namespaces/" + namespace() + "/persistentvolumeclaims?dryRun=All",
                        JSON,
                        "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],"
                                + "\"resources\":{\"requests\":{\"storage\":\"1 GB\"}}}}");
        assertThat(Decisions.of(wrong)).isEqualTo("400 BadRequest");
    }

    @Test
    void partsOfHealthCanBeAskedFor() {
        for (String path : new String[] {"/healthz/ping", "/livez/ping", "/readyz/etcd", "/livez?exclude=etcd"}) {
            assertThat(api().send("GET", path, "", "").text()).as(path).isEqualTo("ok");
        }
        assertThat(api().send("GET", "/livez?verbose", "", "").text())
                .contains("[+]ping ok\n", "[+]etcd ok\n")
                .endsWith("livez check passed\n");
        assertThat(api().send("GET", "/readyz/nothing", "", "").code()).isEqualTo(404);
    }

    @Test
    void anAddressOfAnotherServiceIsRefused() {
        String services = "/api/v1/namespaces/" + namespace() + "/services";
        String plain = "{'metadata':{'name':'NAME'},'spec':{'ports':[{'port':80}]}}".replace('\'', '"');
        String address = api().send("POST", services, JSON, plain.replace("NAME", "address-owner"))
                .json()
                .at("/spec/clusterIP")
                .asText();
        String asking = plain.replace("{\"ports", "{\"clusterIP\":\"" + address + "\",\"ports");
        String external = "{'metadata':{'name':'address-less'},'spec':{'type':'ExternalName','externalName':'a.b'}}"
                .replace('\'', '"');
        api().send("POST", services, JSON, external);
        String changed = "{'spec':{'type':'ClusterIP','externalName':null,'clusterIP':'ADDRESS','ports':[{'port':80}]}}"
                .replace('\'', '"')
                .replace("ADDRESS", address);

        Answer refused = api().send("POST", services, JSON, asking.replace("NAME", "address-thief"));
        assertThat(refused.message())
                .isEqualTo("Service \"address-thief\" is invalid: spec.clusterIPs: Invalid value: [\"" + address
                        + "\"]: failed to allocate IP " + address + ": provided IP is already allocated");
        assertThat(api().send("POST", services + "?dryRun=All", JSON, asking.replace("NAME", "address-thief"))
                        .code())
                .isEqualTo(201); // nothing is allocated
        assertThat(Decisions.of(api().send("PATCH", services + "/address-less", MERGE, changed)))
                .isEqualTo("422 Invalid spec.clusterIPs");
        assertThat(api().send("DELETE", services + "/address-owner", "", "").code())
                .isEqualTo(200);
        assertThat(api().send("PATCH", services + "/address-less", MERGE, changed)
                        .code())
                .isEqualTo(200);
    }

    /** A real server reads a negative grace period as one second, and a flag in any case of its letters. */
    @Test
    void oddOptionsOfADeletionAreReadFromItsQuery() {
        String pods = "/api/v1/namespaces/" + namespace() + "/pods";
        api().send(
                        "POST",
                        pods,
                        JSON,
                        "{\"metadata\":{\"name\":\"graceful\"},\"spec\":{\"nodeName\":\"n\",\"containers\":[{\"name\":\"c\","
                                + "\"image\":\"i\"}]}}");
        Answer graceful =
                api().send("DELETE", pods + "/graceful?gracePeriodSeconds=-5&orphanDependents=FALSE&odd=1", "", "");

        assertThat(graceful.code()).isEqualTo(202);
        assertThat(graceful.json().at("/metadata/deletionGracePeriodSeconds").asInt())
                .isEqualTo(1);
        assertThat(api().send("DELETE", pods + "/graceful", JSON, "{\"gracePeriodSeconds\":0}")
                        .code())
                .isEqualTo(200);
    }

    /** Requests that depend on each other: what was decided, and the objects without what differs between servers. */
    @Test
    void decidesAsARealServer() throws IOException {
        Decisions decisions = new Decisions("requests", world);
        for (Map.Entry<String, JsonNode> one : decisions.cases().properties()) {
            List<String> answers = new ArrayList<>();
            for (JsonNode step : one.getValue()) {
                step.properties().forEach(request -> answers.add(answer(request.getKey(), request.getValue())));
            }
            decisions.add(one.getKey(), String.join(" | ", answers));
        }

        assertThat(decisions.differences()).isEmpty();
    }

    private String answer(String request, JsonNode body) {
        String[] words = request.replace("NAMESPACE", namespace()).split(" ", 2);
        String text = body.isNull() ? "" : body.isTextual() ? body.textValue() : GoJson.text(body);
        String type = switch (words[0]) {
            case "STRATEGIC" -> STRATEGIC;
            case "PATCH" -> body.isArray() ? JSON_PATCH : MERGE;
            default -> body.isNull() ? "" : JSON;
        };
        String method = words[0].equals("STRATEGIC") ? "PATCH" : words[0];
        Answer answer = api().send(method, words[1], type, text.replace("NAMESPACE", namespace()));
        if (answer.code() >= 300 || answer.json().path("kind").asText().equals("Status")) {
            return Decisions.of(answer);
        }
        ObjectNode object = (ObjectNode) answer.json();
        ObjectNode metadata = object.withObjectProperty("metadata");
        metadata.remove(List.of("uid", "creationTimestamp", "managedFields", "namespace", "resourceVersion"));
        if (object.get("status") instanceof ObjectNode status) {
            status.remove("lastPhaseTransitionTime");
        }
        return answer.code() + " "
                + Decisions.sorted(object)
                        .replace(":\"" + namespace() + "\"", ":\"NAMESPACE\"")
                        .replaceAll("\"10\\.\\d+\\.\\d+\\.\\d+\"", "\"IP\"");
    }

    @Test
    void theMetadataOfAnAutoscalerAreThoseOfBothVersions() {
        String scalers = "/apis/autoscaling/%s/namespaces/" + namespace() + "/horizontalpodautoscalers";
        api().send(
                        "POST",
                        scalers.formatted("v2"),
                        JSON,
                        "{\"metadata\":{\"name\":\"partial\",\"annotations\":{\"a\":\"b\"}},\"spec\":{\"maxReplicas\":3,\"scaleTargetRef\":"
                                + "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"},\"behavior\":{}}}");

        Answer partial = api().get(
                        scalers.formatted("v1") + "/partial",
                        "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1");
        assertThat(partial.json().at("/metadata/annotations").toString()).isEqualTo("{\"a\":\"b\"}");
        Answer whole = api().send("GET", scalers.formatted("v1") + "/partial", "", "");
        assertThat(whole.json().at("/metadata/annotations")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v1/pods | field label not supported: spec.x",
                "/apis/batch/v1/jobs | field label \"spec.x\" not supported for Job",
                "/apis/apps/v1/deployments | \"spec.x\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"",
            })
    void aFieldThatCannotBeSelectedIsNamed(String path, String message) {
        Answer answer = api().send("GET", path + "?fieldSelector=spec.x%3Dy", "", "");

        assertThat(answer.json().path("message").asText()).isEqualTo(message);
    }

    /** Some types are not those of the cells. */
    @Test
    void theColumnsOfATableHaveTypes() {
        Map<String, String> types = new LinkedHashMap<>();
        for (String path : List.of(
                "/apis/apps/v1/deployments",
                "/apis/apps/v1/daemonsets",
                "/apis/apps/v1/controllerrevisions",
                "/api/v1/configmaps",
                "/api/v1/secrets",
                "/api/v1/events",
                "/apis/batch/v1/cronjobs",
                "/apis/autoscaling/v2/horizontalpodautoscalers",
                "/apis/scheduling.k8s.io/v1/priorityclasses")) {
            StringBuilder type = new StringBuilder();
            api().get(path, "application/json;as=Table;g=meta.k8s.io;v=v1")
                    .json()
                    .path("columnDefinitions")
                    .forEach(column -> type.append(column.path("type").asText().charAt(0)));
            types.put(path.substring(path.lastIndexOf('/') + 1), type.toString());
        }

        assertThat(types)
                .hasToString(
                        "{deployments=ssssssss, daemonsets=siiiiisssss, controllerrevisions=ssss, configmaps=sss, secrets=ssss,"
                                + " events=ssssssssss, cronjobs=sssbisssss, horizontalpodautoscalers=sssssss, priorityclasses=sibss}");
    }

    @Test
    void contentTypesAreReadAsARealServerReadsThem() {
        api().send("POST", maps(), JSON, "{\"metadata\":{\"name\":\"typed\"}}");
        Map<String, Integer> codes = new LinkedHashMap<>();
        for (String type : List.of(
                "Application/JSON",
                "application/json; charset=utf-8",
                "application/json ;a=\"b;c\"",
                "application/json;",
                "application/json; a=\"" + "b".repeat(6_000) + "\"",
                "application/json; foo",
                "application/json; a=",
                "application/json; a=\"b",
                "application/yaml; =b")) {
            String body = "{\"metadata\":{\"name\":\"typed\"}}";
            codes.put(type, api().send("PUT", maps() + "/typed", type, body).code());
        }
        for (String type : List.of(
                "application/merge-patch+json; a=b",
                "application/merge-patch+json;",
                "Application/Merge-Patch+json",
                "application/merge-patch+json ; a=b",
                "application/json")) {
            codes.put(type, api().send("PATCH", maps() + "/typed", type, "{}").code());
        }

        assertThat(codes.values())
                .as("%s", codes)
                .containsExactly(200, 200, 200, 200, 200, 415, 415, 415, 415, 200, 200, 415, 415, 415);
    }

    @Test
    void anEvictionIsNotAnsweredWithATable() {
        String pods = "/api/v1/namespaces/" + namespace() + "/pods";
        api().send(
                        "POST",
                        pods,
                        JSON,
                        "{\"metadata\":{\"name\":\"evicted\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
        String eviction = "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"evicted\"},"
                + "\"deleteOptions\":{\"dryRun\":[\"All\"]}}";
        String table = "application/json;as=Table;g=meta.k8s.io;v=v1";

        List<Integer> codes = new ArrayList<>();
        for (String accept : List.of(
                table, table + ",application/json", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1")) {
            codes.add(api().send("POST", pods + "/evicted/eviction", JSON, accept, eviction)
                    .code());
        }

        assertThat(codes).containsExactly(406, 201, 201);
    }

    @Test
    void eachProblemIsACauseAlsoIfItIsRepeated() {
        Answer answer = api().send(
                        "POST",
                        "/api/v1/namespaces/" + namespace() + "/services?dryRun=All",
                        JSON,
                        "{\"metadata\":{\"name\":\"odd\"},\"spec\":{\"ports\":[{\"port\":1}],"
                                + "\"selector\":{\"a\":\"-\",\"b\":\"-\",\"c d\":\"e\"}}}");
        List<String> values = new ArrayList<>();
        answer.json()
                .at("/details/causes")
                .forEach(cause -> values.add(cause.path("message").asText().split(": ", 3)[1]));

        assertThat(values).containsExactlyInAnyOrder("\"-\"", "\"-\"", "\"c d\"");
        assertThat(answer.json().path("message").asText().split("spec.selector:", -1))
                .as("the message repeats none")
                .hasSize(3);
    }

    /** See the limitations: each of them is one of the embedded server, and none of a real one. */
    @Test
    void limitsOfTheEmbeddedServer() {
        boolean real = world.kind() == World.Kind.REAL;
        String root = "/api/v1/namespaces/" + namespace();
        Answer range = api().send(
                        "POST",
                        root + "/limitranges?dryRun=All",
                        JSON,
                        "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"limits\":[{\"type\":\"Container\",\"max\":{\"cpu\":1e3,"
                                + "\"memory\":9223372036854775809}}]}}");
        assertThat(range.json().at("/spec/limits/0/max").toString())
                .as("a quantity that is a number")
                .isEqualTo(
                        real
                                ? "{\"cpu\":\"1e3\",\"memory\":\"9223372036854775809\"}"
                                : "{\"cpu\":\"1k\",\"memory\":\"9223372036854776k\"}");
        assertThat(api().send(
                                "POST",
                                root + "/pods?dryRun=All",
                                JSON,
                                "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\","
                                        + "\"resources\":{\"limits\":{\"memory\":\"1.5\"}}}]}}")
                        .warnings())
                .as("a warning about a value")
                .hasSize(real ? 2 : 0);

        Answer applied = api().send(
                        "PATCH",
                        root + "/secrets/null?fieldManager=maker",
                        APPLY,
                        "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"null\"},\"data\":{\"a\":null}}");
        Answer same = api().send("PATCH", root + "/secrets/null", MERGE, "{}");
        assertThat(applied.json()
                        .at("/metadata/resourceVersion")
                        .equals(same.json().at("/metadata/resourceVersion")))
                .as("a null in a Secret is not written again")
                .isNotEqualTo(real);

        String scalers = "/apis/autoscaling/%s/namespaces/" + namespace() + "/horizontalpodautoscalers";
        String target =
                "\"maxReplicas\":3,\"scaleTargetRef\":{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"}";
        api().send(
                        "POST",
                        scalers.formatted("v2") + "?fieldManager=maker",
                        JSON,
                        "{\"metadata\":{\"name\":\"two\"},\"spec\":{" + target + "}}");
        String first =
                "{\"apiVersion\":\"autoscaling/v1\",\"kind\":\"HorizontalPodAutoscaler\",\"metadata\":{\"name\":\"two\"},"
                        + "\"spec\":{" + target + ",\"targetCPUUtilizationPercentage\":60}}";
        assertThat(api().send("PATCH", scalers.formatted("v1") + "/two?fieldManager=other", APPLY, first)
                        .code())
                .as("a conflict with a manager of another version")
                .isEqualTo(409);

        String metrics =
                target + ",\"metrics\":[{\"type\":\"Resource\",\"resource\":{\"name\":\"memory\",\"target\":{\"type\":"
                        + "\"AverageValue\",\"averageValue\":\"1024Mi\"}}}]";
        api().send(
                        "PATCH",
                        scalers.formatted("v2") + "/spelled?fieldManager=maker",
                        APPLY,
                        "{\"apiVersion\":\"autoscaling/v2\",\"kind\":\"HorizontalPodAutoscaler\",\"metadata\":{\"name\":\"spelled\"},"
                                + "\"spec\":{" + metrics + "}}");
        Answer again = api().send(
                        "PATCH",
                        scalers.formatted("v2") + "/spelled",
                        "application/strategic-merge-patch+json",
                        "{\"spec\":{" + metrics + "}}");
        assertThat(again.json().at("/metadata/managedFields"))
                .as("another owner of a quantity in another form")
                .hasSize(real ? 2 : 1);

        assertThat(list("").at("/items/0/kind").asText())
                .as("the kind of an element of a list")
                .isEqualTo(real ? "" : "ConfigMap");
        assertThat(api().send("GET", maps() + "?labelSelector=a%3E1", "", "").code())
                .as("a selector that compares numbers")
                .isEqualTo(real ? 200 : 400);
        assertThat(api().send("GET", maps() + "/request-target?resourceVersion=x", "", "")
                        .code())
                .as("the version of an object that is read")
                .isEqualTo(real ? 500 : 200);
        assertThat(api().send("GET", maps() + "?watch=true&timeoutSeconds=1&resourceVersion=99999999999", "", "")
                        .code())
                .as("a watch from a version of the future")
                .isEqualTo(real ? 200 : 504);
        String scaler = "/apis/autoscaling/v2/namespaces/" + namespace() + "/horizontalpodautoscalers";
        api().send(
                        "POST",
                        scaler,
                        JSON,
                        "{\"metadata\":{\"name\":\"versioned\"},\"spec\":{\"maxReplicas\":3,\"scaleTargetRef\":"
                                + "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"name\":\"d\"}}}");
        assertThat(api().send("PATCH", scaler + "/versioned?dryRun=All", MERGE, "{\"apiVersion\":\"autoscaling/v1\"}")
                        .code())
                .as("a patch of the version")
                .isEqualTo(real ? 200 : 422);
        assertThat(api().send("DELETE", maps() + "?dryRun=All&resourceVersionMatch=Exact", "", "")
                        .code())
                .as("the options of a list in the deletion of a collection")
                .isEqualTo(real ? 422 : 200);

        api().send("POST", maps(), JSON, "{\"metadata\":{\"name\":\"a-page\",\"labels\":{\"page\":\"1\"}}}");
        assertThat(list("?labelSelector=page&limit=1").at("/metadata/continue").asText())
                .as("a page after which no object is selected")
                .matches(real ? ".+" : "");
        assertThat(api().send("DELETE", maps() + "/a-page?propagationPolicy=Foreground", "", "")
                        .json()
                        .path("kind")
                        .asText())
                .as("an object in a deletion that nothing holds")
                .isEqualTo(real ? "ConfigMap" : "Status");
        assertThat(api().send(
                                "POST",
                                root + "/services?dryRun=All",
                                JSON,
                                "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"ipFamilyPolicy\":\"RequireDualStack\",\"ports\":[{\"port\":1}]}}")
                        .code())
                .as("a Service with two families")
                .isEqualTo(real ? 422 : 201);
        String finalized = "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + namespace()
                + "\"},\"spec\":{\"finalizers\":[\"kubernetes\"]}}";
        assertThat(api().send("PUT", root + "/finalize", JSON, finalized).code())
                .as("the finalizers of a namespace")
                .isEqualTo(real ? 200 : 404);
    }

    /** What a selector or the options of a list decide. */
    @Test
    void oddSelectorsAndOptionsOfListsAreRefused() {
        for (String refused : List.of(
                "labelSelector=a/b/c=d",
                "labelSelector=/a=b",
                "labelSelector=a=b/c",
                "labelSelector=a=-b",
                "labelSelector=-a",
                "labelSelector=A.b/c",
                "labelSelector=a=" + "x".repeat(64),
                "fieldSelector=metadata.name=a=b",
                "fieldSelector=metadata.name=a%5Cb",
                "fieldSelector=metadata.name=a%5C",
                "fieldSelector=%20metadata.name=a")) {
            assertThat(api().send("GET", maps() + "?" + refused, "", "").code())
                    .as(refused)
                    .isEqualTo(400);
        }
        String name = "metadata.name=request-target";
        assertThat(list("?fieldSelector=" + name + ",").path("items")).hasSize(1);
        assertThat(list("?fieldSelector=,").path("items")).isNotEmpty();
        assertThat(list("?fieldSelector=" + name + "%5C,b").path("items")).isEmpty();
        assertThat(api().send("GET", "/apis/apps/v1/replicasets?fieldSelector=status.replicas=0", "", "")
                        .code())
                .isEqualTo(400);
        assertThat(Decisions.of(api().send("GET", maps() + "?sendInitialEvents=true", "", "")))
                .isEqualTo("422 Invalid sendInitialEvents");
        assertThat(api().send("GET", maps() + "?resourceVersion=99999999999", "", "")
                        .json()
                        .at("/details/causes/0/reason")
                        .asText())
                .isEqualTo("ResourceVersionTooLarge");
    }

    /** What a real server answers to a request for a watch that cannot be one. */
    @Test
    void oddWatches() {
        Answer one = api().send("GET", maps() + "/request-target?watch=true", "", "");
        assertThat(one.json().path("kind").asText()).isEqualTo("ConfigMap");
        assertThat(api().send("GET", maps() + "/nobody?watch=true", "", "").code())
                .isEqualTo(404);
        assertThat(Decisions.of(api().send("GET", maps() + "?watch=true&continue=abc", "", "")))
                .isEqualTo("422 Invalid resourceVersionMatch");
        assertThat(Decisions.of(api().send("GET", maps() + "?watch=true&resourceVersion=x", "", "")))
                .isEqualTo("500");
        assertThat(api().send("GET", maps() + "?watch=true&limit=x", "", "").code())
                .isEqualTo(400);
    }

    /** What the options of a watch decide, and those of a list. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sendInitialEvents=false | 422 Invalid resourceVersionMatch | 422 Invalid sendInitialEvents",
                "sendInitialEvents=0&resourceVersion=0 | 422 Invalid resourceVersionMatch | 422 Invalid sendInitialEvents",
                "sendInitialEvents=false&resourceVersionMatch=Exact | 422 Invalid resourceVersionMatch |"
                        + " 422 Invalid resourceVersionMatch sendInitialEvents",
                "sendInitialEvents=true&resourceVersionMatch=NotOlderThan | 200 ADDED BOOKMARK |"
                        + " 422 Invalid resourceVersionMatch sendInitialEvents",
                "sendInitialEvents=&resourceVersionMatch=NotOlderThan | 200 ADDED BOOKMARK |"
                        + " 422 Invalid resourceVersionMatch sendInitialEvents",
                "sendInitialEvents=false&resourceVersionMatch=NotOlderThan | 200 |"
                        + " 422 Invalid resourceVersionMatch sendInitialEvents",
                "sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0 | 200 |"
                        + " 422 Invalid sendInitialEvents",
                "sendInitialEvents=false&resourceVersionMatch=NotOlderThan&continue=x | 422 Invalid resourceVersionMatch |"
                        + " 422 Invalid resourceVersionMatch sendInitialEvents",
                "resourceVersionMatch=NotOlderThan&resourceVersion=0 | 422 Invalid resourceVersionMatch | 200",
                "resourceVersion=0 | 200 ADDED BOOKMARK | 200",
                "limit= | 400 BadRequest | 400 BadRequest",
                "a=%3B;&timeoutSeconds=x | 400 BadRequest | 400 BadRequest",
                "timeoutSeconds= | 400 BadRequest | 400 BadRequest"
            })
    void theOptionsOfAWatchAndOfAList(String query, String watch, String list) {
        api().send("POST", maps(), JSON, "{\"metadata\":{\"name\":\"watched\",\"labels\":{\"watched\":\"1\"}}}");
        String path = maps() + "?labelSelector=watched&" + query;

        Answer watched = api().send("GET", path + "&watch=true&timeoutSeconds=1&allowWatchBookmarks=true", "", "");
        StringBuilder decision = new StringBuilder(Integer.toString(watched.code()));
        watched.text()
                .lines()
                .filter(_ -> watched.code() == 200)
                .map(line -> Json.parse(line.getBytes(StandardCharsets.UTF_8))
                        .path("type")
                        .asText())
                .distinct() // some servers tell a version twice
                .forEach(type -> decision.append(' ').append(type));
        assertThat(watched.code() == 200 ? decision.toString() : Decisions.of(watched))
                .isEqualTo(watch);
        assertThat(Decisions.of(api().send("GET", path, "", ""))).isEqualTo(list);
    }

    /** The charset of a body is not that of the query either. */
    @ParameterizedTest
    @ValueSource(strings = {";charset", "; charset=", ";charset=\"", "; charset=odd", "; charset=utf-16"})
    void aPatchMayHaveAnyCharset(String charset) {
        Answer patched = api().send(
                        "PATCH",
                        maps() + "/request-target?dryRun=All&fieldManager=e%2B",
                        MERGE + charset,
                        "{\"data\":{\"a\":\"2\"}}");
        assertThat(patched.code()).isEqualTo(200);
        assertThat(patched.text()).contains("\"e+\"");
    }

    @Test
    void theBookmarksOfATableHaveARow() {
        String table = "application/json;as=Table;g=meta.k8s.io;v=v1";
        String query = maps() + "?labelSelector=nothing&watch=true&timeoutSeconds=1&allowWatchBookmarks=true";
        JsonNode bookmark = Json.parse(
                api().get(query, table).text().lines().findFirst().orElseThrow().getBytes(StandardCharsets.UTF_8));

        assertThat(bookmark.path("type").asText()).isEqualTo("BOOKMARK");
        ObjectNode row = (ObjectNode) bookmark.at("/object/rows/0");
        assertThat(((ObjectNode) row.at("/object/metadata")).remove("resourceVersion"))
                .isEqualTo(bookmark.at("/object/metadata/resourceVersion"));
        assertThat(Decisions.sorted(row))
                .isEqualTo("{\"cells\":[\"\",0,\"<unknown>\"],\"object\":{\"apiVersion\":\"meta.k8s.io/v1\","
                        + "\"kind\":\"PartialObjectMetadata\",\"metadata\":{\"annotations\":{"
                        + "\"k8s.io/initial-events-end\":\"true\"}}}}");
        assertThat(api().get(query + "&includeObject=None", table).text())
                .contains("\"kind\":\"PartialObjectMetadata\"");
        assertThat(api().get(maps() + "?includeObject=None", table).text()).contains("\"object\":null");
        assertThat(api().get(query + "&includeObject=Odd", table).code()).isEqualTo(400);
        assertThat(api().get(maps() + "?includeObject=metadata", table).code()).isEqualTo(400);
    }

    /** The first value that a path finds; none if the path fails for the object. */
    @Test
    void thePathsOfColumns() {
        Map<String, String> cells = new LinkedHashMap<>();
        cells.put(".spec.l[1:]", "2");
        cells.put(".spec.l[-2:]", "2");
        cells.put(".spec.l[1::2]", "2");
        cells.put(".spec.l[:]", "1");
        cells.put(".spec.l[0:0]", "null");
        cells.put(".spec.l[0:9]", "null");
        cells.put(".spec.l[1,0]", "2");
        cells.put(".spec.l[0,9]", "null");
        cells.put(".spec.s[0]", "null");
        cells.put(".spec.lists[*][0]", "null");
        cells.put(".spec['x','s']", "text");
        cells.put(".spec.items[0:2].n", "a");
        cells.put(".spec.items[?(@.v)].n", "b");
        cells.put(".spec.items[?(@.w)].n", "null");
        cells.put(".spec.items[?(@.v>1)].n", "c");
        cells.put(".spec.items[?(@.v>=2)].n", "c");
        cells.put(".spec.items[?(@.v<=1)].n", "b");
        cells.put(".spec.items[?(@.v==\"1\")].n", "null");
        cells.put(".spec.items[?(@.n > 'a')].n", "b");
        cells.put(".spec[?(@.s)]", "null");
        ObjectNode definition = Json.object(("""
                {"metadata":{"name":"paths.odd.example.com"},"spec":{"group":"odd.example.com","scope":"Cluster",
                "names":{"kind":"Path","plural":"paths"},"versions":[{"name":"v1","served":true,"storage":true,
                "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}""").getBytes(StandardCharsets.UTF_8));
        cells.keySet()
                .forEach(path -> ((ObjectNode) definition.at("/spec/versions/0"))
                        .withArrayProperty("additionalPrinterColumns")
                        .addObject()
                        .put("name", path)
                        .put("type", "string")
                        .put("jsonPath", path));
        api().send("POST", DEFINITIONS, JSON, GoJson.text(definition));
        String paths = "/apis/odd.example.com/v1/paths";
        String object = """
                {"apiVersion":"odd.example.com/v1","kind":"Path","metadata":{"name":"o"},"spec":{"l":[1,2,3],"s":"text",
                "lists":[[1],[]],"items":[{"n":"a"},{"n":"b","v":1},{"n":"c","v":2}]}}""";
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> api().send("POST", paths, JSON, object).code() == 201);
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            JsonNode row = api().get(paths + "/o", "application/json;as=Table;g=meta.k8s.io;v=v1")
                    .json()
                    .at("/rows/0/cells");
            assertThat(row.valueStream().skip(1).map(JsonNode::asText)).containsExactlyElementsOf(cells.values());
        });
        api().send("DELETE", DEFINITIONS + "/paths.odd.example.com", "", "");
    }

    @Test
    void directivesOfStrategicMergePatches() {
        String deployments = "/apis/apps/v1/namespaces/" + namespace() + "/deployments";
        api().send("POST", deployments, JSON, """
                {"metadata":{"name":"patched"},"spec":{"selector":{"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
                "spec":{"tolerations":[{"key":"t","operator":"Exists"}],"containers":[{"name":"c","image":"i","ports":[
                {"containerPort":80},{"containerPort":80,"protocol":"UDP"},{"containerPort":81}]},{"name":"d","image":"i"}]}}}}""");
        String template = "{\"spec\":{\"template\":{\"spec\":%s}}}";
        Map<String, String> decisions = new LinkedHashMap<>();
        for (String patch : List.of(
                "{\"spec\":{\"strategy\":{\"$retainKeys\":[\"rollingUpdate\"],\"type\":\"Recreate\"}}}",
                "{\"spec\":{\"strategy\":{\"$retainKeys\":\"type\",\"type\":\"Recreate\"}}}",
                "{\"spec\":{\"strategy\":{\"$patch\":\"merge\",\"type\":\"Recreate\"}}}",
                template.formatted("{\"containers\":[{\"name\":\"d\",\"$patch\":\"merge\",\"image\":\"j\"}]}"),
                template.formatted("{\"containers\":[{\"name\":\"d\",\"$patch\":\"odd\",\"image\":\"j\"}]}"),
                template.formatted("{\"tolerations\":[{\"$patch\":\"replace\"},{\"key\":\"z\"}]}"),
                template.formatted("{\"securityContext\":{\"$retainKeys\":[\"runAsUser\"],\"runAsGroup\":1}}"),
                template.formatted(
                        "{\"containers\":[{\"name\":\"d\",\"securityContext\":{\"$retainKeys\":[\"privileged\"],\"runAsGroup\":1}}]}"),
                template.formatted(
                        "{\"containers\":[{\"name\":\"d\",\"livenessProbe\":{\"$patch\":\"replace\",\"tcpSocket\":{\"port\":1}}}]}"),
                template.formatted(
                        "{\"containers\":[{\"name\":\"c\",\"ports\":[{\"containerPort\":80,\"$patch\":\"delete\"}]}]}"),
                template.formatted(
                        "{\"containers\":[{\"name\":\"d\",\"ports\":[{\"containerPort\":1},{\"containerPort\":1,"
                                + "\"protocol\":\"UDP\"}]},{\"name\":\"a\",\"image\":\"i\",\"ports\":[{\"containerPort\":2},"
                                + "{\"containerPort\":2,\"$patch\":\"delete\"}]}]}"),
                template.formatted("{\"containers\":[{\"name\":\"a\",\"image\":\"i\",\"env\":[{\"value\":\"v\"}]}]}"),
                template.formatted(
                        "{\"containers\":[{\"name\":\"c\",\"$patch\":\"delete\"},{\"name\":\"c\",\"image\":\"j\"}]}"),
                template.formatted("{\"volumes\":[{\"name\":\"v\",\"emptyDir\":{},\"$patch\":\"replace\"}]}"),
                template.formatted("{\"$setElementOrder/containers\":[{\"name\":\"d\"},{\"name\":\"c\"}],"
                        + "\"containers\":[{\"name\":\"c\"},{\"name\":\"d\"}]}"))) {
            Answer answer = api().send("PATCH", deployments + "/patched?dryRun=All", STRATEGIC, patch);
            JsonNode containers = answer.json().at("/spec/template/spec/containers");
            decisions.put(
                    patch,
                    Decisions.of(answer) + " ports "
                            + containers.path(0).path("ports").size()
                            + (containers.path(1).has("ports")
                                    ? " and " + containers.path(1).path("ports").size()
                                    : "")
                            + (containers.path(1).has("livenessProbe") ? " probe" : ""));
        }

        assertThat(decisions.values())
                .containsExactly(
                        "400 BadRequest ports 0",
                        "400 BadRequest ports 0",
                        "500 ports 0",
                        "500 ports 0",
                        "500 ports 0",
                        "422 Invalid spec.template.spec.tolerations[0].operator ports 0",
                        "400 BadRequest ports 0",
                        "200 ports 3",
                        "200 ports 3",
                        "200 ports 1",
                        "200 ports 3 and 2",
                        "422 Invalid spec.template.spec.containers[0].env[0].name ports 0",
                        "200 ports 0",
                        "200 ports 3",
                        "500 ports 0");
    }

    @Test
    void aConversionWebhookHasAPort() {
        Answer definition = api().send("POST", DEFINITIONS + "?dryRun=All", JSON, """
                {"metadata":{"name":"converts.odd.example.com"},"spec":{"group":"odd.example.com","scope":"Cluster",
                "names":{"kind":"Convert","plural":"converts"},"conversion":{"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],
                "clientConfig":{"service":{"name":"a","namespace":"b"}}}},"versions":[{"name":"v1","served":true,"storage":true,
                "schema":{"openAPIV3Schema":{"type":"object"}}}]}}""");
        assertThat(definition
                        .json()
                        .at("/spec/conversion/webhook/clientConfig/service/port")
                        .asInt())
                .isEqualTo(443);
    }

    private JsonNode list(String query) {
        return api().send("GET", maps() + query, "", "").json();
    }
}
