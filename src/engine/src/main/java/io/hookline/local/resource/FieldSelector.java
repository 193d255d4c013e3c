package io.hookline.local.resource;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** A field selector such as {@code metadata.name=x,status.phase!=Running}: an object must meet all requirements. */
public final class FieldSelector {

    private static final Set<String> METADATA = Set.of("metadata.name", "metadata.namespace");

    /** The paths that selectors may contain besides metadata, by plural with group. */
    private static final Map<String, Set<String>> SELECTABLE = Map.of(
            "pods",
                    Set.of(
                            "spec.nodeName",
                            "spec.restartPolicy",
                            "spec.schedulerName",
                            "spec.serviceAccountName",
                            "spec.hostNetwork",
                            "status.phase",
                            "status.podIP",
                            "status.nominatedNodeName"),
            "events",
                    Set.of(
                            "involvedObject.kind",
                            "involvedObject.namespace",
                            "involvedObject.name",
                            "involvedObject.uid",
                            "involvedObject.apiVersion",
                            "involvedObject.resourceVersion",
                            "involvedObject.fieldPath",
                            "reason",
                            "reportingComponent",
                            "source",
                            "type"),
            "secrets", Set.of("type"),
            "namespaces", Set.of("status.phase"),
            "nodes", Set.of("spec.unschedulable"),
            "services", Set.of("spec.clusterIP", "spec.type"),
            "replicationcontrollers", Set.of("status.replicas"),
            "jobs.batch", Set.of("status.successful"));

    /** Commas without a backslash before them. */
    private static final Pattern TERM_ENDS = Pattern.compile("(?<!\\\\),");

    private record Requirement(String path, String value, boolean equal) {}

    private final List<Requirement> requirements;

    private FieldSelector(List<Requirement> requirements) {
        this.requirements = List.copyOf(requirements);
    }

    /** Whether it selects all objects. */
    public boolean isEmpty() {
        return requirements.isEmpty();
    }

    /** Parses a selector; refuses fields that the resource does not support in selectors. */
    public static FieldSelector parse(ServedResource resource, String text) {
        List<Requirement> requirements = new ArrayList<>();
        for (String part : TERM_ENDS.split(text, -1)) {
            if (part.isEmpty()) {
                continue;
            }
            Requirement requirement = requirement(part, text);
            String stored = stored(resource, requirement.path());
            Set<String> known =
                    resource.isCustom() ? resource.selectable() : SELECTABLE.getOrDefault(resource.table(), Set.of());
            if (!METADATA.contains(stored) && !known.contains(stored)) {
                throw new ClusterException.BadRequest(notSupported(resource, requirement.path()));
            }
            requirements.add(new Requirement(stored, requirement.value(), requirement.equal()));
        }
        return new FieldSelector(requirements);
    }

    private static String notSupported(ServedResource resource, String path) {
        if (resource.isBuiltIn("jobs.batch")) {
            return "field label " + FieldError.quote(path) + " not supported for Job";
        }
        return resource.isCustom() || SELECTABLE.containsKey(resource.table())
                ? "field label not supported: " + path
                : FieldError.quote(path)
                        + " is not a known field selector: only \"metadata.name\", \"metadata.namespace\"";
    }

    /** The path in the stored object: Events of the newer group have other names; empty if it has no such name. */
    private static String stored(ServedResource resource, String path) {
        if (!resource.api().group().equals(Events.GROUP)) {
            return path;
        }
        return switch (path) {
            case "reportingController" -> "reportingComponent";
            case "reportingComponent", "source" -> "";
            default ->
                path.startsWith("regarding.")
                        ? path.replace("regarding.", "involvedObject.")
                        : path.startsWith("involvedObject.") ? "" : path;
        };
    }

    private static Requirement requirement(String part, String whole) {
        int notEqual = part.indexOf("!=");
        if (notEqual > 0) {
            return new Requirement(part.substring(0, notEqual), unescaped(part.substring(notEqual + 2)), false);
        }
        int equal = part.indexOf('=');
        if (equal > 0) {
            int value = part.startsWith("==", equal) ? equal + 2 : equal + 1;
            return new Requirement(part.substring(0, equal), unescaped(part.substring(value)), true);
        }
        throw new ClusterException.BadRequest(
                "unable to parse field selector: invalid selector: '" + whole + "'; can't understand '" + part + "'");
    }

    /** A value without the backslashes that stand before {@code \\}, {@code ,} and {@code =}. */
    private static String unescaped(String value) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' && (i + 1 == value.length() || "\\,=".indexOf(value.charAt(i + 1)) < 0)) {
                throw new ClusterException.BadRequest(
                        "invalid field selector: invalid escape sequence: " + value.substring(i));
            }
            if (c == '=') {
                throw new ClusterException.BadRequest(
                        "invalid field selector: unescaped character in value: " + (int) c);
            }
            plain.append(c == '\\' ? value.charAt(++i) : c);
        }
        return plain.toString();
    }

    public boolean matches(KubeObject object) {
        for (Requirement requirement : requirements) {
            if (value(object, requirement.path()).equals(requirement.value()) != requirement.equal()) {
                return false;
            }
        }
        return true;
    }

    private static String value(KubeObject object, String path) {
        return switch (path) {
            case "metadata.name" -> object.name();
            case "metadata.namespace" -> object.namespace();
            default -> nested(object, path);
        };
    }

    private static String nested(KubeObject object, String path) {
        String[] steps = path.split("\\.", -1);
        byte[] field = object.field(steps[0]);
        JsonNode node = field == null ? Json.NODES.missingNode() : Json.parse(field);
        for (int i = 1; i < steps.length; i++) {
            node = node.path(steps[i]);
        }
        if (Json.isAbsent(node)) {
            return absent(path);
        }
        return node.isObject() ? node.path("component").asText() : node.asText();
    }

    /** The zero value of an absent field in Go, as text. */
    private static String absent(String path) {
        return switch (path) {
            case "spec.hostNetwork", "spec.unschedulable" -> "false";
            case "status.replicas", "status.successful" -> "0";
            default -> "";
        };
    }
}
