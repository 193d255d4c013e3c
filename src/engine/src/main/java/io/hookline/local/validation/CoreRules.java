package io.hookline.local.validation;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.machinery.ObjectTrees;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonEquality;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Validates Nodes, ControllerRevisions and ReplicationControllers, except for their Pod templates. */
final class CoreRules extends FieldChecks {

    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    private static final FieldPath DATA = new FieldPath("data");

    private CoreRules() {}

    /** Checks the taints. In errors they are in the metadata, as a real server says. */
    static List<FieldError> node(JsonNode node) {
        CoreRules rules = new CoreRules();
        JsonNode taints = node.path("spec").path("taints");
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < taints.size(); i++) {
            JsonNode taint = taints.get(i);
            FieldPath place = new FieldPath("metadata.taints").index(i);
            rules.name(place.field("key"), NameForms.qualified(text(taint, "key")), taint.path("key"));
            rules.name(place.field("value"), NameForms.labelValue(text(taint, "value")), taint.path("value"));
            if (rules.has(taint, place, "effect")) {
                rules.oneOf(place.field("effect"), taint.path("effect"), EFFECTS);
            }
            if (!seen.add(text(taint, "key") + "=" + text(taint, "effect"))) {
                rules.errors.add(FieldError.duplicate(place, taint));
            }
        }
        return rules.errors;
    }

    static List<FieldError> nodeChanges(JsonNode node, JsonNode before) {
        CoreRules rules = new CoreRules();
        String old = text(before.path("spec"), "providerID");
        if (!old.isEmpty() && !old.equals(text(node.path("spec"), "providerID"))) {
            rules.forbidden(
                    new FieldPath("spec.providerID"),
                    "node updates may not change providerID except from \"\" to valid");
        }
        return rules.errors;
    }

    static List<FieldError> revision(JsonNode revision) {
        CoreRules rules = new CoreRules();
        rules.notNegative(FieldPath.ROOT, revision, "revision");
        if (!revision.path("data").isObject()) {
            rules.required(DATA, "data must be a valid JSON object");
        }
        return rules.errors;
    }

    static List<FieldError> revisionChanges(JsonNode revision, JsonNode before) {
        CoreRules rules = new CoreRules();
        rules.notNegative(FieldPath.ROOT, revision, "revision");
        if (!JsonEquality.strict(revision.path("data"), before.path("data"))) {
            rules.invalid(DATA, revision.path("data"), "field is immutable");
        }
        return rules.errors;
    }

    static List<FieldError> replicationController(JsonNode spec) {
        CoreRules rules = new CoreRules();
        FieldPath place = new FieldPath("spec");
        rules.notNegative(place, spec, "minReadySeconds");
        rules.notNegative(place, spec, "replicas");
        JsonNode selector = spec.path("selector");
        if (selector.isEmpty()) {
            rules.required(place.field("selector"), "");
        }
        if (ObjectTrees.isAbsent(spec.path("template"))) {
            rules.required(place.field("template"), "");
            return rules.errors;
        }
        JsonNode labels = spec.at("/template/metadata/labels");
        boolean matches = selector.properties().stream()
                .allMatch(label -> label.getValue().equals(labels.path(label.getKey())));
        if (!selector.isEmpty() && !matches) {
            rules.invalid(
                    new FieldPath("spec.template.metadata.labels"),
                    labels,
                    "`selector` does not match template `labels`");
        }
        JsonNode policy = spec.at("/template/spec/restartPolicy");
        rules.oneOf(new FieldPath("spec.template.spec.restartPolicy"), policy, List.of("Always"));
        return rules.errors;
    }
}
