package io.hookline.local.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.local.cel.CelRules;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.local.resource.ServedResource.Behaviour;
import io.hookline.local.schema.Schema;
import io.hookline.local.schema.SchemaReader;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Converts CustomResourceDefinitions to served resources. */
public final class CrdResources {

    public static final String TABLE = "customresourcedefinitions.apiextensions.k8s.io";

    private static final Set<String> VERBS =
            Set.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");

    /**
     * What discovery lists while the objects go with their definition. A patch or an update is accepted all the same.
     */
    private static final Set<String> VERBS_AT_THE_END = Set.of("delete", "deletecollection", "get", "list", "watch");

    private static final Set<Behaviour> CUSTOM =
            EnumSet.of(Behaviour.CUSTOM, Behaviour.GENERATION, Behaviour.SUBDOMAIN);

    private static final Set<Behaviour> CONVERTED_BY_WEBHOOK =
            EnumSet.of(Behaviour.CUSTOM, Behaviour.GENERATION, Behaviour.SUBDOMAIN, Behaviour.WEBHOOK_CONVERSION);

    private static final String TERMINATING = "Terminating";

    private CrdResources() {}

    /** The resources of all served versions. */
    public static List<ServedResource> read(KubeObject definition) {
        ObjectNode tree = definition.tree();
        JsonNode spec = tree.path("spec");
        Set<String> verbs = isTerminating(tree) ? VERBS_AT_THE_END : VERBS;
        Map<String, Supplier<Schema>> schemas = new HashMap<>();
        for (JsonNode version : spec.path("versions")) {
            schemas.put(
                    apiVersion(spec, version),
                    new ReadSchema(version.path("schema").path("openAPIV3Schema")));
        }
        List<ServedResource> served = new ArrayList<>();
        for (JsonNode version : spec.path("versions")) {
            if (version.path("served").asBoolean()) {
                served.add(version(spec, version, verbs, schemas));
            }
        }
        return served;
    }

    /** A schema, read on first use: who only lists resources may have a definition that no API server would accept. */
    private static final class ReadSchema implements Supplier<Schema> {

        private final JsonNode json;
        private @Nullable Schema schema;

        ReadSchema(JsonNode json) {
            this.json = json;
        }

        @Override
        public synchronized Schema get() {
            if (schema == null) {
                schema = SchemaReader.read(json);
            }
            return schema;
        }
    }

    /** Whether two states of a definition have the same resources: those of the former state stay, with compiled rules. */
    public static boolean same(KubeObject before, KubeObject after) {
        return before.tree().path("spec").equals(after.tree().path("spec"))
                && isTerminating(before.tree()) == isTerminating(after.tree());
    }

    /** Whether two states of a definition have the same versions, with the same schemas. */
    public static boolean sameVersions(KubeObject before, KubeObject after) {
        return before.tree().at("/spec/versions").equals(after.tree().at("/spec/versions"));
    }

    private static String apiVersion(JsonNode spec, JsonNode version) {
        return spec.path("group").asText() + "/" + version.path("name").asText();
    }

    private static ServedResource version(
            JsonNode spec, JsonNode version, Set<String> verbs, Map<String, Supplier<Schema>> schemas) {
        JsonNode names = spec.path("names");
        String group = spec.path("group").asText();
        JsonNode scale = version.path("subresources").path("scale");
        Set<String> subresources = new HashSet<>();
        version.path("subresources").fieldNames().forEachRemaining(subresources::add);
        ApiResource api = new ApiResource(
                apiVersion(spec, version),
                names.path("plural").asText(),
                names.path("singular").asText(),
                names.path("kind").asText(),
                spec.path("scope").asText().equals("Namespaced"),
                ObjectTrees.texts(names.path("shortNames")),
                ObjectTrees.texts(names.path("categories")),
                verbs,
                subresources);
        return new ServedResource(
                api,
                api.groupResource(),
                group + "/" + storageVersion(spec),
                spec.at("/conversion/strategy").asText().equals("Webhook") ? CONVERTED_BY_WEBHOOK : CUSTOM,
                Objects.requireNonNull(schemas.get(apiVersion(spec, version))),
                subresources.contains("scale") ? scale(scale) : ScalePaths.NONE,
                CelRules.of(version.path("schema").path("openAPIV3Schema")),
                schemas,
                version.path("selectableFields")
                        .valueStream()
                        .map(field -> path(field.path("jsonPath")))
                        .collect(Collectors.toSet()));
    }

    private static ScalePaths scale(JsonNode scale) {
        return new ScalePaths(
                path(scale.path("specReplicasPath")),
                path(scale.path("statusReplicasPath")),
                path(scale.path("labelSelectorPath")));
    }

    private static String path(JsonNode jsonPath) {
        String text = jsonPath.asText();
        return text.startsWith(".") ? text.substring(1) : text;
    }

    /** The first version that is marked as the storage version; empty if there is none. */
    public static String storageVersion(JsonNode spec) {
        for (JsonNode version : spec.path("versions")) {
            if (version.path("storage").asBoolean()) {
                return version.path("name").asText();
            }
        }
        return "";
    }

    /** Fills in the defaults of a CustomResourceDefinition's spec. */
    public static void complete(ObjectNode tree) {
        ObjectNode spec = ObjectTrees.object(tree, "spec");
        ObjectNode names = ObjectTrees.object(spec, "names");
        String kind = names.path("kind").asText();
        if (!kind.isEmpty()) {
            ObjectTrees.fallback(names, "singular", kind.toLowerCase(Locale.ROOT));
            ObjectTrees.fallback(names, "listKind", kind + "List");
        }
        if (!spec.path("conversion").isObject()) {
            spec.putObject("conversion").put("strategy", "None");
        }
        if (spec.at("/conversion/webhook/clientConfig/service") instanceof ObjectNode service) {
            ObjectTrees.fallback(service, "port", 443);
        }
        // A null is the same as no default.
        for (String field : List.of("default", "example")) {
            for (JsonNode version : spec.path("versions")) {
                version.path("schema").findParents(field).stream()
                        .filter(schema -> schema.path(field).isNull())
                        .forEach(schema -> ((ObjectNode) schema).remove(field));
            }
        }
    }

    /** Writes the status of a CustomResourceDefinition: its names are accepted and served at once. */
    public static void accept(ObjectNode tree, String now) {
        JsonNode spec = tree.path("spec");
        ObjectNode status = ObjectTrees.object(tree, "status");
        status.set("acceptedNames", spec.path("names").deepCopy());
        if (!status.path("conditions").isArray()) {
            status.putArray("conditions")
                    .add(condition("NamesAccepted", "NoConflicts", "no conflicts found", now))
                    .add(condition("Established", "InitialNamesAccepted", "the initial names have been accepted", now));
        }
    }

    /** Adds the storage version of a CustomResourceDefinition to the versions that objects may be stored in. */
    public static void addStoredVersion(ObjectNode tree) {
        ObjectNode status = ObjectTrees.object(tree, "status");
        if (!status.path("storedVersions").isArray()) {
            status.putArray("storedVersions");
        }
        String stored = storageVersion(tree.path("spec"));
        if (!ObjectTrees.texts(status.path("storedVersions")).contains(stored)) {
            status.withArrayProperty("storedVersions").add(stored);
        }
    }

    /**
     * Says in the conditions of a CustomResourceDefinition that its objects are being deleted.
     *
     * @return whether that is new
     */
    public static boolean terminate(ObjectNode tree, String now) {
        if (isTerminating(tree)) {
            return false;
        }
        ObjectTrees.object(tree, "status")
                .withArrayProperty("conditions")
                .add(condition(
                        TERMINATING, "InstanceDeletionInProgress", "CustomResource deletion is in progress", now));
        return true;
    }

    /** Whether discovery lists a resource with fewer verbs than are accepted, since its definition is being deleted. */
    public static boolean isEnding(ApiResource resource) {
        return resource.verbs().equals(VERBS_AT_THE_END);
    }

    private static boolean isTerminating(ObjectNode tree) {
        return Json.ofType(tree.path("status").path("conditions"), TERMINATING)
                .path("status")
                .asText()
                .equals("True");
    }

    private static ObjectNode condition(String type, String reason, String message, String now) {
        ObjectNode condition = Json.NODES.objectNode();
        condition.put("type", type).put("status", "True").put("reason", reason);
        return condition.put("message", message).put("lastTransitionTime", now);
    }
}
