package io.hookline.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Patch;
import io.hookline.local.LocalCluster;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.local.schema.StrictFields;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlException;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

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
     * @return what to warn of
     * @throws ClusterException.BadRequest if the request is strict and the object has problems
     */
    Set<String> check(ApiRequest request, RequestBodyReader.Body body) {
        if (isIgnored(request)) {
            return Set.of();
        }
        FieldProblems found = find(request, body);
        if (isStrict(request) && !found.isEmpty()) {
            String kind = request.resource().kind();
            throw new ClusterException.BadRequest(
                    kind + " in version \"" + request.resource().gvk().version() + "\" cannot be handled as a " + kind
                            + ": " + found.strictError());
        }
        return found.warnings();
    }

    private FieldProblems find(ApiRequest request, RequestBodyReader.Body body) {
        if (body.isJson()) {
            return new FieldProblems(List.of(), cluster.strictProblems(request.resource(), body.object(), body.text()));
        }
        List<String> yaml = body.isYaml() ? YamlDuplicates.find(body.text()) : List.of();
        return new FieldProblems(yaml, unknown(request, body.object().tree()));
    }

    /** Checks the fields of a patch and of its result, which the real server reads as a whole; returns what to warn of. */
    Set<String> check(ApiRequest request, Patch.Type type, JsonNode patch, String text, Optional<KubeObject> before) {
        if (isIgnored(request)) {
            return Set.of();
        }
        FieldProblems found = find(request, type, patch, text, before);
        if (isStrict(request) && !found.isEmpty()) {
            throw refused(request, type, found);
        }
        return found.warnings();
    }

    private FieldProblems find(
            ApiRequest request, Patch.Type type, JsonNode patch, String text, Optional<KubeObject> before) {
        List<String> yaml = type == Patch.Type.APPLY ? YamlDuplicates.find(text) : List.of();
        List<String> fields = new ArrayList<>();
        switch (type) {
            case MERGE, STRATEGIC -> fields.addAll(StrictFields.duplicates(text));
            case JSON -> fields.addAll(PatchedFields.problems(patch, text));
            case APPLY -> {}
        }
        // An apply patch with an unknown field is refused in any case.
        if (before.isPresent() && type != Patch.Type.APPLY) {
            try {
                fields.addAll(
                        unknown(request, cluster.patched(request.resource(), before.get(), new Patch(type, text))));
            } catch (ClusterException _) {
                // it cannot be applied, which is another error
            }
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

    private List<String> unknown(ApiRequest request, ObjectNode tree) {
        return cluster.unknownFields(request.resource(), tree).stream()
                .map(path -> "unknown field " + FieldError.quote(path))
                .toList();
    }

    /** Refuses another word for the mode, before anything is read. */
    static void requireMode(ApiRequest request) {
        isIgnored(request);
    }

    private static boolean isIgnored(ApiRequest request) {
        String mode = request.param("fieldValidation");
        return switch (mode) {
            case "Ignore" -> true;
            case "", "Warn", "Strict" -> false;
            default ->
                throw ApiErrors.invalidOptions(
                        Objects.requireNonNull(OPTIONS.get(request.ctx().req().getMethod())),
                        FieldError.unsupported(
                                new FieldPath("fieldValidation"),
                                TextNode.valueOf(mode),
                                List.of("", "Ignore", "Strict", "Warn")));
        };
    }

    private static boolean isStrict(ApiRequest request) {
        return request.param("fieldValidation").equals("Strict");
    }

    /** Adds warnings to a response, up to the size that clients read. */
    static void warn(ApiRequest request, Set<String> warnings) {
        int length = 0;
        for (String warning : warnings) {
            length += warning.length();
            if (length <= MAX_WARNINGS) {
                warn(request.ctx(), warning);
            }
        }
    }

    /** Adds a warning to a response. */
    static void warn(Context ctx, String warning) {
        ctx.res().addHeader("Warning", "299 - " + Json.NODES.textNode(warning));
    }

    /**
     * The problems that strict field validation finds in the body of a request.
     *
     * @param yaml duplicate keys of a YAML text
     * @param fields duplicate or unknown fields of a JSON text
     */
    private record FieldProblems(List<String> yaml, List<String> fields) {

        FieldProblems {
            yaml = List.copyOf(yaml);
            fields = List.copyOf(fields);
        }

        boolean isEmpty() {
            return yaml.isEmpty() && fields.isEmpty();
        }

        /** The message with all problems. */
        String strictError() {
            List<String> all = new ArrayList<>();
            if (!yaml.isEmpty()) {
                all.add(yamlError());
            }
            all.addAll(fields);
            return "strict decoding error: " + String.join(", ", all);
        }

        /** The message about duplicate keys: the YAML reader of the real server reports them in one error. */
        String yamlError() {
            return "yaml: unmarshal errors:\n  " + String.join("\n  ", yaml);
        }

        /** One warning for each problem, without duplicates. */
        Set<String> warnings() {
            Set<String> warnings = new LinkedHashSet<>(yaml);
            warnings.addAll(fields);
            return warnings;
        }
    }

    /** Finds duplicate keys of a YAML document, with the texts of the real server's YAML reader. */
    private static final class YamlDuplicates {
        private YamlDuplicates() {}

        /**
         * Returns messages such as {@code line 3: key "a" already set in map}; none if the text is not YAML, which its
         * reader refuses.
         */
        static List<String> find(String yaml) {
            try {
                return Yaml.first(yaml.getBytes(StandardCharsets.UTF_8)).repeated().stream()
                        .filter(repeated -> !repeated.merged())
                        .map(repeated -> "line " + repeated.line() + ": key " + FieldError.quote(repeated.key())
                                + " already set in map")
                        .toList();
            } catch (YamlException _) {
                return List.of();
            }
        }
    }

    /** The fields that the operations of a JSON patch write, as far as the patch alone shows them. */
    private static final class PatchedFields {

        private static final Set<String> WRITES = Set.of("add", "replace");

        private PatchedFields() {}

        /** Returns the duplicate fields of the patch, then those of the values that it writes into the object. */
        static List<String> problems(JsonNode patch, String text) {
            Set<String> problems = new LinkedHashSet<>();
            Set<String> written = new LinkedHashSet<>();
            for (String problem : StrictFields.ofOperations(text)) {
                problems.add("json patch " + problem);
                written.addAll(written(problem, patch));
            }
            problems.addAll(written);
            return List.copyOf(problems);
        }

        /** Converts {@code duplicate field "[1].value.q"} to the path in the object that receives the value. */
        private static List<String> written(String problem, JsonNode patch) {
            int begin = problem.indexOf("\"[") + 2;
            int end = problem.indexOf("].value", begin);
            if (!problem.startsWith("duplicate") || begin < 2 || end < 0 || problem.endsWith("].value\"")) {
                return List.of();
            }
            int index = Integer.parseInt(problem.substring(begin, end));
            String path = patch.path(index).path("path").asText();
            String rest = problem.substring(end + "].value".length());
            boolean stays = WRITES.contains(patch.path(index).path("op").asText())
                    && path.startsWith("/")
                    && !path.endsWith("/-")
                    && !isChangedLater(patch, index, path);
            return stays ? List.of("duplicate field \"" + fieldPath(path) + rest) : List.of();
        }

        private static boolean isChangedLater(JsonNode patch, int index, String path) {
            for (int i = index + 1; i < patch.size(); i++) {
                JsonNode operation = patch.get(i);
                boolean above = (path + "/").startsWith(operation.path("path").asText() + "/");
                if (above && !operation.path("op").asText().equals("test")) {
                    return true;
                }
            }
            return false;
        }

        private static String fieldPath(String pointer) {
            List<String> steps = new ArrayList<>();
            for (String segment : pointer.substring(1).split("/", -1)) {
                if (segment.matches("\\d+") && !steps.isEmpty()) {
                    steps.set(steps.size() - 1, steps.getLast() + "[" + segment + "]");
                } else {
                    steps.add(unescape(segment));
                }
            }
            return String.join(".", steps);
        }

        private static String unescape(String segment) {
            return segment.replace("~1", "/").replace("~0", "~");
        }
    }
}
