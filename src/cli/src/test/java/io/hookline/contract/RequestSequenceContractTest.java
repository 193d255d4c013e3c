package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.contract.RawApi.Answer;
import io.hookline.contract.RequestSequence.Kind;
import io.hookline.contract.RequestSequence.Step;
import io.hookline.contract.RequestSequence.Version;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Random sequences of requests get the same decisions as from another embedded server: codes, reasons, the fields of
 * causes, stored objects and events of watches. {@code hookline.seed} and {@code hookline.sequences} explore others.
 */
@Worlds(World.Kind.HTTP)
class RequestSequenceContractTest extends ClusterFixture {

    private static final long FIRST_SEED = Long.getLong("hookline.seed", 1);
    private static final int SEQUENCES = Integer.getInteger("hookline.sequences", 60);
    private static final int STEPS = 10;
    private static final int BATCH = 100;

    /** A handler of the real server ended without an answer, which decides nothing. */
    private static final String CRASHED = "no answer";

    private static final Pattern UID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final String LABELLED = "?labelSelector=sequence%3DPREFIX";

    private final List<String> found = new ArrayList<>();
    private int runs;

    @BeforeEach
    final void define() {
        define(world);
    }

    private static void define(World world) {
        RawApi api = world.server().orElseThrow();
        String definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
        RequestSequence.Definitions.all().forEach(crd -> api.send("POST", definitions, "application/json", crd));
        for (Kind kind : List.of(Kind.TOY, Kind.OLD_TOY, Kind.BRICK)) {
            String path = kind.collection.replace("NAMESPACE", world.namespace());
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> api.send("GET", path, "", "").code() == 200
                            && api.send("POST", path + "?dryRun=All", "application/json", "{}")
                                            .code()
                                    != 404);
        }
    }

    @Test
    void decidesAsARealServer() throws IOException {
        try (World opened = World.open(World.Kind.HTTP)) {
            World reference = ofAnotherNamespace(opened);
            define(reference);
            if (world.kind() != World.Kind.REAL) {
                world = ofAnotherNamespace(world);
            }
            for (long seed = FIRST_SEED; seed < FIRST_SEED + SEQUENCES; seed += BATCH) {
                batch(reference, seed, Math.min(seed + BATCH, FIRST_SEED + SEQUENCES));
                Files.createDirectories(Path.of("target", "decisions"));
                Files.writeString(Path.of("target", "decisions", "sequences.txt"), String.join("\n", found));
            }
        }
        assertThat(found).isEmpty();
    }

    /** Some rules are other ones in the namespace {@code default}. */
    private static World ofAnotherNamespace(World world) {
        String name = "sequences";
        world.server()
                .orElseThrow()
                .send("POST", "/api/v1/namespaces", "application/json", "{\"metadata\":{\"name\":\"" + name + "\"}}");
        return new World(world.kind(), world.cluster(), name, world.memory(), world.server(), () -> {});
    }

    @Test
    void whatIsWrittenInAnotherVersionGetsTheDefaultsOfTheStoredOne() {
        RawApi api = world.server().orElseThrow();
        String json = "application/json";
        api.send(
                "POST",
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                json,
                "{'metadata':{'name':'marbles.sequences.example.com'},'spec':{'group':'sequences.example.com','scope':'Namespaced',"
                                .replace('\'', '"')
                        + ("'names':{'plural':'marbles','kind':'Marble'},'versions':[{'name':'v1','served':true,'storage':true,"
                                        + "'schema':{'openAPIV3Schema':{'type':'object','properties':{'spec':{'type':'object',"
                                        + "'properties':{'color':{'type':'string'},'size':{'type':'integer','default':3}}}}}}},"
                                        + "{'name':'v1beta1','served':true,'storage':false,'deprecated':true,'schema':{"
                                        + "'openAPIV3Schema':{'type':'object','properties':{'spec':{'type':'object','properties':{"
                                        + "'size':{'type':'integer'},'color':{'type':'string','default':'green'}}}}}}}]}}")
                                .replace('\'', '"'));
        String path = "/apis/sequences.example.com/v1beta1/namespaces/" + world.namespace() + "/marbles";
        String marble =
                "{\"apiVersion\":\"sequences.example.com/v1beta1\",\"kind\":\"Marble\",\"metadata\":{\"name\":\"old\"},"
                        + "\"spec\":{\"unknown\":1}}";
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() ->
                        api.send("POST", path + "?dryRun=All", json, marble).code() == 201);

        Answer answer = api.send("POST", path, json, marble);
        assertThat(Decisions.sorted(answer.json().path("spec"))).isEqualTo("{\"color\":\"green\",\"size\":3}");
        assertThat(answer.warnings())
                .contains("299 - \"sequences.example.com/v1beta1 Marble is deprecated; use sequences.example.com/v1"
                        + " Marble\"");
        String stored = path.replace("v1beta1", "v1") + "/old";
        assertThat(Decisions.sorted(api.send("GET", stored, "", "").json().path("spec")))
                .isEqualTo("{\"color\":\"green\",\"size\":3}");
        Answer same = api.send("PATCH", stored, "application/merge-patch+json", "{}");
        assertThat(same.json().at("/metadata/resourceVersion"))
                .as("the default is stored with the next write, even if that changes nothing")
                .isNotEqualTo(answer.json().at("/metadata/resourceVersion"));
        api.send("DELETE", stored, "", "");
    }

    @Test
    void anotherVersionShowsWhatItsSchemaHasAndKeepsNothingElseOfWhatIsWrittenInIt() {
        RawApi api = world.server().orElseThrow();
        String path = Kind.TOY.collection.replace("NAMESPACE", world.namespace());
        String old = Kind.OLD_TOY.collection.replace("NAMESPACE", world.namespace());
        Answer created = api.send(
                "POST",
                path,
                "application/json",
                "{\"apiVersion\":\"sequences.example.com/v1\",\"kind\":\"Toy\",\"metadata\":{\"name\":\"shown\"},"
                        + "\"spec\":{\"color\":\"red\",\"maybe\":null,\"parts\":[{\"name\":\"p\"}],\"free\":{\"a\":[1]}}}");
        String version = created.json().at("/metadata/resourceVersion").asText();

        String shown = "{\"color\":\"red\",\"count\":1,\"free\":{\"a\":[1]},\"maybe\":null}";
        String after = shown.replace("null", "\"m\"");
        String selected = "?fieldSelector=metadata.name%3Dshown";
        assertThat(Decisions.sorted(
                        api.send("GET", old + "/shown", "", "").json().path("spec")))
                .as("without defaults of this version")
                .isEqualTo(shown);
        assertThat(Decisions.sorted(
                        api.send("GET", old + selected, "", "").json().at("/items/0/spec")))
                .isEqualTo(shown);
        String event = api.send("GET", old + selected + "&watch=1&timeoutSeconds=1", "", "")
                .text()
                .lines()
                .findFirst()
                .orElseThrow();
        assertThat(Decisions.sorted(
                        Json.parse(event.getBytes(StandardCharsets.UTF_8)).at("/object/spec")))
                .isEqualTo(shown);
        String merge = "application/merge-patch+json";
        Answer patched = api.send("PATCH", old + "/shown", merge, "{}");
        assertThat(Decisions.sorted(patched.json().path("spec"))).isEqualTo(after);
        assertThat(patched.json().at("/metadata/resourceVersion").asText())
                .as("the object is stored without what the other version does not show")
                .isNotEqualTo(version);
        assertThat(Decisions.sorted(
                        api.send("GET", path + "/shown", "", "").json().path("spec")))
                .isEqualTo(after);
        api.send("DELETE", path + "/shown", "", "");
    }

    @Test
    void aScaleWithoutReplicasIsAnErrorOfTheServer() {
        RawApi api = world.server().orElseThrow();
        String old = Kind.OLD_TOY.collection.replace("NAMESPACE", world.namespace());
        api.send(
                "PATCH",
                old + "/bare?fieldManager=m",
                "application/apply-patch+yaml",
                "{\"apiVersion\":\"sequences.example.com/v1beta1\",\"kind\":\"Toy\",\"metadata\":{\"name\":\"bare\"}}");

        Answer scale = api.send("GET", old.replace("v1beta1", "v1") + "/bare/scale", "", "");
        assertThat(Decisions.of(scale)).startsWith("500 InternalError");
        assertThat(scale.json().path("details").has("name")).isFalse();
        api.send("DELETE", old + "/bare", "", "");
    }

    /** See the limitations. */
    @Test
    void anotherKindIsReportedAlone() {
        RawApi api = world.server().orElseThrow();
        Answer answer = api.send(
                "POST",
                Kind.TOY.collection.replace("NAMESPACE", world.namespace()),
                "application/json",
                "{\"apiVersion\":\"sequences.example.com/v1\",\"kind\":\"Other\",\"metadata\":{\"name\":\"other\"},\"spec\":"
                        + "{\"color\":\"red\",\"tags\":[\"x\",\"x\"]}}");

        assertThat(Decisions.of(answer))
                .isEqualTo(world.kind() == World.Kind.REAL ? "422 Invalid kind spec.tags[1]" : "422 Invalid kind");
    }

    /** A patch of the scale gives them to its manager, and an object that is not of its schema's types gives nothing. */
    @Test
    void theReplicasBelongToNobodyAfterAScaleWasReplacedNorAnythingAfterAValueOfAnotherType() {
        RawApi api = world.server().orElseThrow();
        String toy = Kind.TOY.collection.replace("NAMESPACE", world.namespace()) + "/scaled";
        api.send(
                "PATCH",
                toy + "?fieldManager=maker",
                "application/apply-patch+yaml",
                "{\"apiVersion\":\"sequences.example.com/v1\",\"kind\":\"Toy\",\"metadata\":{\"name\":\"scaled\"},"
                        + "\"spec\":{\"color\":\"red\",\"count\":2}}");
        String merge = "application/merge-patch+json";

        api.send("PATCH", toy + "/scale?fieldManager=scaler", merge, "{\"spec\":{\"replicas\":3}}");
        assertThat(owners(api, toy)).containsExactlyInAnyOrder("maker f:color", "scaler f:count");
        String scale = "{\"metadata\":{\"name\":\"scaled\"},\"spec\":{\"replicas\":3}}";
        api.send("PUT", toy + "/scale?fieldManager=scaler", "application/json", scale);
        assertThat(owners(api, toy)).as("also if they are the same").containsExactly("maker f:color");
        api.send("PATCH", toy + "/status?fieldManager=other", merge, "{\"spec\":{\"count\":\"many\"}}");
        assertThat(owners(api, toy)).isEmpty();
        api.send("DELETE", toy, "", "");
    }

    private static List<String> owners(RawApi api, String object) {
        return api.send("GET", object, "", "")
                .json()
                .at("/metadata/managedFields")
                .valueStream()
                .map(entry -> entry.path("manager").asText() + " "
                        + String.join(
                                " ",
                                new TreeSet<>(entry.at("/fieldsV1/f:spec")
                                        .propertyStream()
                                        .map(Map.Entry::getKey)
                                        .toList())))
                .toList();
    }

    /** Runs sequences, whose events are read together at the end. */
    private void batch(World reference, long first, long end) {
        Map<Kind, String> start = versions(world);
        Map<Kind, String> referenceStart = versions(reference);
        Map<Long, Run> runsOfSeeds = new TreeMap<>();
        for (long seed = first; seed < end; seed++) {
            RequestSequence sequence = new RequestSequence(seed);
            List<Step> steps = sequence.steps(STEPS);
            Run run = run(reference, sequence.kind(), steps);
            if (run.differs()) {
                shrink(reference, seed, sequence.kind(), steps);
            } else {
                runsOfSeeds.put(seed, run);
            }
        }
        Map<String, List<String>> events = events(world, start);
        Map<String, List<String>> expected = events(reference, referenceStart);
        runsOfSeeds.forEach((seed, run) -> {
            List<String> of = events.getOrDefault(run.prefix(), List.of());
            List<String> wanted = expected.getOrDefault(run.prefix(), List.of());
            if (!of.equals(wanted)) {
                found.add("seed " + seed + ": events\n" + String.join("\n", run.told()) + "\n  embedded "
                        + String.join("\n           ", wanted) + "\n  other    " + String.join("\n           ", of));
            }
        });
    }

    private void shrink(World reference, long seed, Kind kind, List<Step> steps) {
        List<Step> smallest = new ArrayList<>(steps);
        Run last = run(reference, kind, smallest);
        if (!last.differs()) {
            found.add("seed " + seed + ": differs once, and not again");
            return;
        }
        for (int i = smallest.size() - 1; i >= 0; i--) {
            List<Step> fewer = new ArrayList<>(smallest);
            fewer.remove(i);
            Run run = run(reference, kind, fewer);
            if (run.differs()) {
                smallest = fewer;
                last = run;
            }
        }
        found.add("seed " + seed + ":\n" + String.join("\n", last.told()));
    }

    private Run run(World reference, Kind kind, List<Step> steps) {
        String prefix = "q" + FIRST_SEED + "-" + ++runs;
        Side embedded = new Side(reference, prefix);
        Side other = new Side(world, prefix);
        List<String> told = new ArrayList<>();
        boolean differs = false;
        List<Step> all = new ArrayList<>(steps);
        all.add(new Step("GET", kind.collection + LABELLED, "", "application/json", "", null));
        all.add(new Step("DELETE", kind.collection + LABELLED, "", "application/json", "", null));
        for (Step step : all) {
            String wanted = other.send(step);
            String decision = embedded.send(step);
            if (wanted.equals(CRASHED)) {
                told.add("  " + step + "\n    = " + CRASHED);
                break;
            }
            if (wanted.equals(decision)) {
                told.add("  " + step + "\n    = " + cut(wanted));
            } else {
                told.add("  " + step + "\n    embedded " + decision + "\n    other    " + wanted);
                differs = true;
                break;
            }
        }
        return new Run(prefix, told, differs);
    }

    private static String cut(String text) {
        return text.length() > 160 ? text.substring(0, 160) + "..." : text;
    }

    /** What both servers answered, up to the first difference. */
    private record Run(String prefix, List<String> told, boolean differs) {}

    private static Map<Kind, String> versions(World world) {
        Map<Kind, String> versions = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            String path = kind.collection.replace("NAMESPACE", world.namespace()) + "?limit=1";
            versions.put(
                    kind,
                    world.server()
                            .orElseThrow()
                            .send("GET", path, "", "")
                            .json()
                            .at("/metadata/resourceVersion")
                            .asText());
        }
        return versions;
    }

    /** The events of all kinds since a version, by the prefix of the objects' names. */
    private static Map<String, List<String>> events(World world, Map<Kind, String> since) {
        Map<String, List<String>> events = new HashMap<>();
        List<String> streams = since.entrySet().parallelStream()
                .map(kind -> world.server()
                        .orElseThrow()
                        .send(
                                "GET",
                                kind.getKey().collection.replace("NAMESPACE", world.namespace())
                                        + "?watch=1&timeoutSeconds=1&resourceVersion=" + kind.getValue(),
                                "",
                                "")
                        .text())
                .toList();
        for (String stream : streams) {
            stream.lines().forEach(line -> {
                JsonNode event = Json.parse(line.getBytes(StandardCharsets.UTF_8));
                ObjectNode object = (ObjectNode) event.path("object");
                String name = object.at("/metadata/name").asText();
                Matcher prefix = Pattern.compile("q\\d+-\\d+").matcher(name);
                boolean ofController = name.contains("."); // an Event about one of the objects
                String of = prefix.find() && !ofController ? prefix.group() : "";
                events.computeIfAbsent(of, _ -> new ArrayList<>())
                        .add(event.path("type").asText() + " " + normal(object, of, world.namespace()));
            });
        }
        return events;
    }

    /** An object or a list without what differs between servers and runs. */
    private static String normal(ObjectNode tree, String prefix, String namespace) {
        strip(tree);
        return UID.matcher(Decisions.sorted(tree))
                .replaceAll("UID")
                .replace(prefix, "PREFIX")
                .replace("\"" + namespace + "\"", "\"NAMESPACE\"")
                .replaceAll("PREFIX-gen-[a-z0-9]{5}", "PREFIX-gen-XXXXX")
                .replaceAll("\"10\\.(0|96)\\.\\d+\\.\\d+\"", "\"IP\"");
    }

    private static void strip(ObjectNode tree) {
        if (tree.get("metadata") instanceof ObjectNode metadata) {
            metadata.remove(List.of("uid", "managedFields", "resourceVersion", "continue", "selfLink"));
            for (String time : List.of("creationTimestamp", "deletionTimestamp")) {
                if (metadata.path(time).isTextual()) {
                    metadata.put(time, "TIME");
                }
            }
        }
        tree.path("items").forEach(item -> {
            ((ObjectNode) item).remove(List.of("apiVersion", "kind"));
            strip((ObjectNode) item);
        });
    }

    /** One server, and the objects that it showed. */
    private static final class Side {

        private final World world;
        private final String prefix;
        private final Map<String, ObjectNode> last = new HashMap<>();
        private final Map<String, String> first = new HashMap<>();

        Side(World world, String prefix) {
            this.world = world;
            this.prefix = prefix;
        }

        String send(Step step) {
            String path = named(step.path());
            String object = path.split("\\?", 2)[0].replaceAll("/(status|scale|nothing)$", "");
            String body = step.version() == null ? named(step.body()) : update(step, object);
            ObjectNode seen = last.getOrDefault(object, Json.NODES.objectNode());
            body = body.replace("\"UID\"", "\"" + seen.at("/metadata/uid").asText("0") + "\"")
                    .replace(
                            "\"VERSION\"",
                            "\"" + seen.at("/metadata/resourceVersion").asText("1") + "\"");
            Answer answer;
            try {
                answer = world.server().orElseThrow().send(step.method(), path, step.type(), step.accept(), body);
            } catch (UncheckedIOException e) {
                if (world.kind() == World.Kind.REAL
                        && String.valueOf(e.getMessage()).contains("RST_STREAM")) {
                    return CRASHED;
                }
                throw e;
            }
            return decision(answer, object, path.contains("dryRun"));
        }

        private String named(String text) {
            return text.replace("PREFIX", prefix).replace("NAMESPACE", world.namespace());
        }

        private String update(Step step, String path) {
            ObjectNode change = Json.object(named(step.body()).getBytes(StandardCharsets.UTF_8));
            ObjectNode tree = last.getOrDefault(path, Json.NODES.objectNode()).deepCopy();
            if (step.path().contains("/scale")) {
                tree = Json.NODES.objectNode();
                tree.putObject("spec").put("replicas", 5 + change.toString().length() % 7);
                tree.putObject("metadata").put("name", path.substring(path.lastIndexOf('/') + 1));
                return GoJson.text(tree);
            }
            ObjectNode metadata = tree.withObjectProperty("metadata");
            metadata.put("name", path.substring(path.lastIndexOf('/') + 1));
            Decisions.merge(tree, change);
            if (tree.get("metadata") instanceof ObjectNode merged) {
                switch (step.version() == null ? Version.NONE : step.version()) {
                    case CURRENT -> {}
                    case FIRST -> merged.put("resourceVersion", first.getOrDefault(path, ""));
                    case NONE -> merged.remove("resourceVersion");
                    case ZERO -> merged.put("resourceVersion", "0");
                    case NOT_A_NUMBER -> merged.put("resourceVersion", "abc");
                }
            }
            return GoJson.text(tree);
        }

        private String decision(Answer answer, String path, boolean dryRun) {
            String warnings = answer.warnings().isEmpty() || answer.code() >= 300 ? "" : " " + answer.warnings();
            if (answer.text().isEmpty() || !answer.text().startsWith("{")) {
                return answer.code() + warnings;
            }
            ObjectNode tree = (ObjectNode) answer.json();
            if (tree.path("kind").asText().equals("Status") && answer.code() >= 300) {
                TreeSet<String> fields = new TreeSet<>();
                tree.at("/details/causes")
                        .forEach(cause -> fields.add(cause.path("field").asText()));
                ObjectNode details =
                        tree.path("details").isObject() ? (ObjectNode) tree.get("details") : Json.NODES.objectNode();
                details.remove(Arrays.asList("causes", "retryAfterSeconds", "uid"));
                return answer.code() + " " + tree.path("reason").asText() + " " + fields + " "
                        + normal(details, prefix, world.namespace()) + warnings;
            }
            boolean whole = tree.path("metadata").has("resourceVersion")
                    && tree.path("metadata").has("name");
            if (whole
                    && !dryRun
                    && !tree.path("kind").asText().equals("Scale")
                    && !tree.path("kind").asText().equals("PartialObjectMetadata")) {
                String named = path.endsWith("/" + tree.at("/metadata/name").asText())
                        ? path
                        : path + "/" + tree.at("/metadata/name").asText();
                last.put(named, tree.deepCopy());
                first.putIfAbsent(named, tree.at("/metadata/resourceVersion").asText());
            }
            return answer.code() + " " + normal(tree, prefix, world.namespace()) + warnings;
        }
    }
}
