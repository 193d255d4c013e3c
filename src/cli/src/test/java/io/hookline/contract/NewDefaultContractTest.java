package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.contract.RawApi.Answer;
import io.hookline.object.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * What an API server promises of custom resources that exist when their schema changes: they are read with the defaults
 * of the version in which they are stored, and without what it does not have any more. The next write stores that, even
 * if the request changes nothing.
 */
@Worlds(World.Kind.HTTP)
class NewDefaultContractTest extends ClusterFixture {

    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";
    private static final String APPLY = "application/apply-patch+yaml";

    private static final String FORMER = "{\"color\":\"red\",\"gone\":1}";
    private static final String NOW = "{\"color\":\"red\",\"inner\":{\"x\":\"y\"},\"size\":3}";
    private static final String NOW_IN_OTHER = "{\"color\":\"red\",\"size\":3}";

    private String plural = "";
    private String path = "";
    private String other = "";

    @BeforeEach
    final void define(TestInfo test) {
        plural = "pebbles" + Integer.toHexString(test.getDisplayName().hashCode());
        path = "/apis/newdefault.example.com/v1/namespaces/" + world.namespace() + "/" + plural;
        other = path.replace("/v1/", "/v1beta1/");
        send("POST", DEFINITIONS, JSON, definition("'gone':{'type':'integer'}", ""));
        Awaitility.await("both versions are served")
                .atMost(Duration.ofSeconds(60))
                .until(() -> List.of(path, other).stream()
                        .allMatch(version -> send("GET", version, "", "").code() == 200
                                && send("POST", version + "?dryRun=All", JSON, "{}")
                                                .code()
                                        != 404));
    }

    /** Each test has a kind of its own: a real server goes on with a former schema for a while. */
    private String definition(String stored, String served) {
        return ("{'metadata':{'name':'PLURAL.newdefault.example.com'},'spec':{'group':'newdefault.example.com',"
                        + "'scope':'Namespaced','names':{'plural':'PLURAL','kind':'KIND'},'versions':["
                        + version("v1", true, stored) + "," + version("v1beta1", false, served) + "]}}")
                .replace("PLURAL", plural)
                .replace("KIND", plural.replace("pebbles", "Pebble"))
                .replace('\'', '"');
    }

    private static String version(String name, boolean storage, String fields) {
        String more = fields.isEmpty() ? "" : "," + fields;
        return "{'name':'" + name + "','served':true,'storage':" + storage
                + ",'schema':{'openAPIV3Schema':{'type':'object','properties':{'spec':{'type':'object','properties':{"
                + "'color':{'type':'string'}" + more + "}}}}}}";
    }

    private Answer send(String method, String to, String type, String body) {
        return world.server().orElseThrow().send(method, to, type, body);
    }

    private Answer patch(String to, String type, String body) {
        return send("PATCH", to, type, body);
    }

    private String pebble(String name, String version, String spec) {
        return "{\"apiVersion\":\"newdefault.example.com/" + version + "\",\"kind\":\""
                + plural.replace("pebbles", "Pebble") + "\",\"metadata\":{\"name\":\"" + name + "\"},\"spec\":" + spec
                + "}";
    }

    private Answer create(String name) {
        return send("POST", path, JSON, pebble(name, "v1", FORMER));
    }

    /** The stored version loses a field and gets two defaults; the other one has a default for one of these fields. */
    private void change() {
        String name = DEFINITIONS + "/" + plural + ".newdefault.example.com";
        String versions = definition(
                "'size':{'type':'integer','default':3},'inner':{'type':'object','default':{},'properties':{"
                        + "'x':{'type':'string','default':'y'}}}",
                "'size':{'type':'integer','default':7}");
        assertThat(patch(name, MERGE, versions).code()).isEqualTo(200);
        send("POST", path, JSON, pebble("first", "v1", FORMER));
        Awaitility.await("the new schema counts")
                .atMost(Duration.ofSeconds(60))
                .until(() -> spec(send("GET", path + "/first", "", "").json()).equals(NOW));
    }

    private static String spec(JsonNode object) {
        return Decisions.sorted(object.path("spec"));
    }

    private static long version(JsonNode object) {
        return object.at("/metadata/resourceVersion").asLong();
    }

    private static List<String> managers(JsonNode object) {
        return object.at("/metadata/managedFields")
                .valueStream()
                .map(entry -> entry.path("manager").asText() + " "
                        + Decisions.sorted(entry.at("/fieldsV1/f:spec")).replace('"', '\''))
                .toList();
    }

    private static JsonNode event(Answer stream) {
        return Json.parse(stream.text().lines().findFirst().orElseThrow().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsShowIt() {
        long created = version(create("shown").json());
        change();

        JsonNode shown = send("GET", path + "/shown", "", "").json();
        assertThat(spec(shown)).isEqualTo(NOW);
        assertThat(version(shown)).as("nothing was written").isEqualTo(created);
        assertThat(spec(send("GET", other + "/shown", "", "").json()))
                .as("converted, without defaults of that version")
                .isEqualTo(NOW_IN_OTHER);
        String selected = "?fieldSelector=metadata.name%3Dshown";
        assertThat(spec(send("GET", path + selected, "", "").json().at("/items/0")))
                .isEqualTo(NOW);
        assertThat(spec(event(send("GET", path + selected + "&watch=1&timeoutSeconds=1", "", ""))
                        .path("object")))
                .isEqualTo(NOW);
    }

    @Test
    void watchesEndAndStartAnew() {
        long created = version(create("watched").json());
        String watch = path + "?watch=1&timeoutSeconds=60&resourceVersion=" + created;
        CompletableFuture<Answer> open = CompletableFuture.supplyAsync(() -> send("GET", watch, "", ""));
        change();

        assertThat(open).succeedsWithin(Duration.ofSeconds(30));
        JsonNode error = event(send("GET", watch, "", ""));
        assertThat(error.path("type").asText()).isEqualTo("ERROR");
        assertThat(error.at("/object/reason").asText()).isEqualTo("Expired");
    }

    @Test
    void aPatchThatChangesNothingStoresIt() {
        long created = version(create("patched").json());
        change();

        assertThat(version(patch(path + "/patched?dryRun=All", MERGE, "{}").json()))
                .isEqualTo(created);
        JsonNode patched = patch(path + "/patched", MERGE, "{}").json();
        assertThat(version(patched)).isGreaterThan(created);
        assertThat(spec(patched)).isEqualTo(NOW);
        assertThat(patched.at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(managers(patched)).containsExactly("Java-http-client {'.':{},'f:color':{},'f:gone':{}}");
        assertThat(version(patch(path + "/patched", MERGE, "{}").json())).isEqualTo(version(patched));
    }

    @Test
    void anUpdateToWhatIsShownGivesItToNobody() {
        long created = version(create("updated").json());
        change();
        String shown = send("GET", path + "/updated", "", "").text();

        Answer updated = send("PUT", path + "/updated?fieldManager=updater", JSON, shown);
        assertThat(updated.code()).isEqualTo(200);
        assertThat(version(updated.json())).isGreaterThan(created);
        assertThat(updated.json().at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(managers(updated.json())).hasSize(1);
        assertThat(send("PUT", path + "/updated", JSON, shown).code()).isEqualTo(409);
    }

    @Test
    void anApplyOfTheDefaultChangesNothingElse() {
        create("applied");
        change();

        JsonNode applied = patch(path + "/applied?fieldManager=applier", APPLY, pebble("applied", "v1", "{\"size\":3}"))
                .json();
        assertThat(spec(applied)).isEqualTo(NOW);
        assertThat(applied.at("/metadata/generation").asInt()).isEqualTo(1);
        assertThat(managers(applied))
                .containsExactly("applier {'f:size':{}}", "Java-http-client {'.':{},'f:color':{},'f:gone':{}}");
    }

    @Test
    void aPatchOfTheOtherVersionKeepsTheDefaultThatItShows() {
        create("converted");
        change();

        JsonNode converted = patch(other + "/converted", MERGE, "{}").json();
        assertThat(spec(converted)).isEqualTo(NOW_IN_OTHER);
        assertThat(version(patch(other + "/converted", MERGE, "{}").json()))
                .as("stored without the default that this version does not show")
                .isEqualTo(version(converted));
        JsonNode stored = patch(path + "/converted", MERGE, "{}").json();
        assertThat(version(stored)).as("stored with it").isGreaterThan(version(converted));
        assertThat(spec(stored)).isEqualTo(NOW);
    }

    @Test
    void theFormerSchemaShowsWhatWasWritten() {
        create("kept");
        change();
        String name = DEFINITIONS + "/" + plural + ".newdefault.example.com";
        patch(name, MERGE, definition("'gone':{'type':'integer'}", ""));

        Awaitility.await("the object is read as it was written")
                .atMost(Duration.ofSeconds(60))
                .until(() -> spec(send("GET", path + "/kept", "", "").json()).equals(FORMER));
    }
}
