package io.hookline.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.local.LocalCluster;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.schema.StrictFields;
import io.hookline.object.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks unknown and duplicate fields: they are refused, reported as warnings, or silently removed, depending on the
 * parameter {@code fieldValidation}. Thread-safe.
 */
final class FieldValidation {

    /** The maximum length of all warnings of a response: they are headers, whose size clients and servers limit. */
    private static final int MAX_WARNINGS = 4096;

    private static final Map<String, String> OPTIONS =
            Map.of("POST", "CreateOptions", "PUT", "UpdateOptions", "PATCH", "PatchOptions");

    private final LocalCluster cluster;

    FieldValidation(LocalCluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Checks a whole object.
     *
     * @throws ClusterException.BadRequest if the request is strict and the object has problems
     */
    void check(ApiRequest request, RequestBodyReader.Body body) {
        if (isIgnored(request)) {
            return;
        }
        FieldProblems found = find(request, body);
        if (isStrict(request) && !found.isEmpty()) {
            String kind = request.resource().kind();
            throw new ClusterException.BadRequest(
                    kind + " in version \"" + request.resource().gvk().version() + "\" cannot be handled as a " + kind
                            + ": " + found.strictError());
        }
        warn(request, found);
    }

    private FieldProblems find(ApiRequest request, RequestBodyReader.Body body) {
        if (body.isJson()) {
            return new FieldProblems(List.of(), cluster.strictProblems(request.resource(), body.object(), body.text()));
        }
        List<String> yaml = body.isYaml() ? YamlDuplicates.find(body.text()) : List.of();
        return new FieldProblems(yaml, unknown(request, body.object().tree()));
    }

    /** Checks the fields that a patch writes, as far as the patch alone shows them. */
    void check(ApiRequest request, Patch.Type type, JsonNode patch, String text) {
        if (isIgnored(request)) {
            return;
        }
        FieldProblems found = find(request, type, patch, text);
        if (isStrict(request) && !found.isEmpty()) {
            throw refused(request, type, found);
        }
        warn(request, found);
    }

    private FieldProblems find(ApiRequest request, Patch.Type type, JsonNode patch, String text) {
        List<String> yaml = type == Patch.Type.APPLY ? YamlDuplicates.find(text) : List.of();
        List<String> fields = new ArrayList<>();
        switch (type) {
            case MERGE, STRATEGIC -> fields.addAll(StrictFields.duplicates(text));
            case JSON -> fields.addAll(PatchedFields.problems(patch, text));
            case APPLY -> {}
        }
        JsonNode written = type == Patch.Type.JSON ? PatchedFields.written(patch) : patch;
        // An apply patch with an unknown field is refused in any case, and a patch that is no object too.
        if (written.isObject() && type != Patch.Type.APPLY) {
            fields.addAll(unknown(request, written.deepCopy()));
        }
        return new FieldProblems(yaml, fields);
    }

    private static ClusterException refused(ApiRequest request, Patch.Type type, FieldProblems found) {
        if (!found.yaml().isEmpty()) {
            return new ClusterException.BadRequest(
                    "error strict decoding YAML: error converting YAML to JSON: " + found.yamlError());
        }
        return type == Patch.Type.APPLY
                ? new ClusterException.BadRequest(found.strictError())
                : ApiErrors.unreadablePatch(request.path().name(), found.strictError());
    }

    /** Directives of a strategic merge patch are not fields. */
    private List<String> unknown(ApiRequest request, ObjectNode tree) {
        return cluster.unknownFields(request.resource(), tree).stream()
                .filter(path -> !path.contains("$"))
                .map(path -> "unknown field " + FieldError.quote(path))
                .toList();
    }

    private static boolean isIgnored(ApiRequest request) {
        String mode = request.param("fieldValidation");
        return switch (mode) {
            case "Ignore" -> true;
            case "", "Warn", "Strict" -> false;
            default ->
                throw new ClusterException.Invalid(OPTIONS.get(
                                request.ctx().req().getMethod())
                        + ".meta.k8s.io \"\" is invalid: fieldValidation: Unsupported value: " + FieldError.quote(mode)
                        + ": supported values: \"\", \"Ignore\", \"Strict\", \"Warn\"");
        };
    }

    private static boolean isStrict(ApiRequest request) {
        return request.param("fieldValidation").equals("Strict");
    }

    private static void warn(ApiRequest request, FieldProblems found) {
        int length = 0;
        for (String warning : found.warnings()) {
            length += warning.length();
            if (length <= MAX_WARNINGS) {
                request.ctx().res().addHeader("Warning", "299 - " + Json.NODES.textNode(warning));
            }
        }
    }
}
