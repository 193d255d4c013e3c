package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.LabelSelector;
import io.hookline.object.NearestName;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The manifest of a controller, which may be invalid.
 *
 * @param spec its spec, which nobody may change
 * @param hookNames the hooks of this process that it calls, by their names
 */
record ControllerManifest(Manifest manifest, JsonNode spec, Set<String> hookNames) {

    private static final FieldPath SPEC = FieldPath.ROOT.field("spec");

    /**
     * A resource that a controller names.
     *
     * @param place of the rule in the controller
     * @param labels selects the parents; selects everything for children
     */
    record Rule(
            ControllerManifest controller, FieldPath place, String apiVersion, String resource, LabelSelector labels) {

        String group() {
            return apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
        }

        boolean isOfSameResource(Rule other) {
            return resource.equals(other.resource) && group().equals(other.group());
        }

        /** {@code configmaps (v1)}. */
        @Override
        public String toString() {
            return resource + " (" + apiVersion + ")";
        }
    }

    static ControllerManifest of(Manifest manifest) {
        Set<String> hookNames = Scenario.hookPaths(manifest).stream()
                .map(path -> path.replaceFirst("^/", "").replaceFirst("/.*", ""))
                .collect(Collectors.toSet());
        return new ControllerManifest(manifest, manifest.object().tree().path("spec"), hookNames);
    }

    boolean isComposite() {
        return manifest.object().kind().equals("CompositeController");
    }

    /** Whether it generates selectors, or is meant to: another check reports the misspelt field. */
    boolean generatesSelector() {
        return spec.properties().stream()
                .filter(field -> NearestName.of(field.getKey(), List.of("generateSelector"))
                        .isPresent())
                .anyMatch(field -> field.getValue().asBoolean());
    }

    List<Rule> parents() {
        return isComposite() ? rules("parentResource") : rules("resources");
    }

    List<Rule> children() {
        return rules(childrenField());
    }

    /** The field of the spec that declares the children. */
    String childrenField() {
        return isComposite() ? "childResources" : "attachments";
    }

    private List<Rule> rules(String field) {
        JsonNode node = spec.path(field);
        FieldPath place = SPEC.field(field);
        List<Rule> rules = new ArrayList<>();
        if (node.isObject()) {
            rules.add(rule(node, place));
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            rules.add(rule(node.get(i), place.index(i)));
        }
        return rules;
    }

    private Rule rule(JsonNode rule, FieldPath place) {
        return new Rule(
                this,
                place,
                rule.path("apiVersion").asText(),
                rule.path("resource").asText(),
                labels(rule, place));
    }

    private static LabelSelector labels(JsonNode rule, FieldPath place) {
        JsonNode selector = rule.path("labelSelector");
        try {
            return selector.isObject()
                    ? LabelSelector.fromJson(selector, place.field("labelSelector"))
                    : LabelSelector.EVERYTHING;
        } catch (DecodeException _) {
            return LabelSelector.EVERYTHING; // reported by another check
        }
    }

    /** Whether it calls a hook of a type, at any server. */
    boolean declares(HookType type) {
        return spec.path("hooks").has(type.text());
    }

    /** {@code CompositeController webapp}. */
    @Override
    public String toString() {
        return manifest.object().toString();
    }
}
