package io.hookline.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.local.machinery.FieldError;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.LabelSelector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Converts query parameters and option bodies to the options of {@code Cluster}. */
final class RequestOptions {

    /** The mean of the real server, which chooses a random value between 30 and 60 minutes. */
    private static final long WATCH_SECONDS = 45 * 60;

    private static final FieldPath MATCH = new FieldPath("resourceVersionMatch");
    private static final String NOT_OLDER = "NotOlderThan";

    /** The types of the fields in the body of a deletion. */
    private static final Map<String, Predicate<JsonNode>> DELETE_OPTIONS = Map.of(
            "/kind", JsonNode::isTextual,
            "/apiVersion", JsonNode::isTextual,
            "/gracePeriodSeconds", JsonNode::isIntegralNumber,
            "/orphanDependents", JsonNode::isBoolean,
            "/propagationPolicy", JsonNode::isTextual,
            "/dryRun", list -> list.isArray() && list.valueStream().allMatch(JsonNode::isTextual),
            "/preconditions", JsonNode::isObject,
            "/preconditions/uid", JsonNode::isTextual,
            "/preconditions/resourceVersion", JsonNode::isTextual);

    private RequestOptions() {}

    static ListOptions list(ApiRequest request) {
        request.number("timeoutSeconds", 0); // is read, and ignored
        return new ListOptions(
                request.path().namespace(),
                labels(request),
                request.param("fieldSelector"),
                Math.clamp(request.number("limit", 0), 0, Integer.MAX_VALUE),
                request.param("continue"),
                request.param("resourceVersion"));
    }

    /** Checks how the version of a list is to be matched. */
    static void checkMatch(ApiRequest request) {
        String version = request.param("resourceVersion");
        String match = request.param("resourceVersionMatch");
        List<FieldError> errors = new ArrayList<>();
        if (!match.isEmpty()) {
            if (version.isEmpty()) {
                errors.add(forbiddenMatch("resourceVersionMatch is forbidden unless resourceVersion is provided"));
            }
            if (!request.param("continue").isEmpty()) {
                errors.add(forbiddenMatch("resourceVersionMatch is forbidden when continue is provided"));
            }
            if (match.equals("Exact") && version.equals("0")) {
                errors.add(forbiddenMatch("resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""));
            }
            requireMatch(match, List.of("Exact", NOT_OLDER, ""), errors);
        }
        if (request.has("sendInitialEvents")) {
            errors.add(FieldError.forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        requireValid(errors);
    }

    /**
     * The options of a watch.
     *
     * @param now the current version
     */
    static WatchOptions watch(ApiRequest request, long now) {
        String version = request.param("resourceVersion");
        String match = request.param("resourceVersionMatch");
        boolean started = request.has("sendInitialEvents");
        boolean fromNow = !started && match.isEmpty() && List.of("", "0").contains(version);
        List<FieldError> errors = new ArrayList<>();
        if (started && !match.equals(NOT_OLDER)) {
            errors.add(forbiddenMatch("sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
        }
        if (!started && !match.isEmpty()) {
            errors.add(
                    forbiddenMatch("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"));
        }
        if (!match.isEmpty()) {
            requireMatch(match, List.of(NOT_OLDER), errors);
        }
        if (!request.param("continue").isEmpty() && (fromNow || !match.isEmpty())) { // from now on sends what is there
            errors.add(forbiddenMatch("resourceVersionMatch is forbidden when continue is provided"));
        }
        requireValid(errors);
        request.number("limit", 0); // is read, and ignored
        long seconds = request.number("timeoutSeconds", 0);
        return new WatchOptions(
                request.path().namespace(),
                labels(request),
                request.param("fieldSelector"),
                !List.of("", "0").contains(version) // those start with the current objects, unless they are not wanted
                        ? version
                        : started ? Long.toString(now) : "",
                request.flag("allowWatchBookmarks"),
                request.flag("sendInitialEvents"),
                Duration.ofSeconds(seconds == 0 ? WATCH_SECONDS : Math.max(1, seconds)));
    }

    private static void requireMatch(String match, List<String> allowed, List<FieldError> errors) {
        if (!allowed.contains(match)) {
            errors.add(FieldError.unsupported(MATCH, TextNode.valueOf(match), allowed));
        }
    }

    private static FieldError forbiddenMatch(String why) {
        return FieldError.forbidden(MATCH.path(), why);
    }

    private static void requireValid(List<FieldError> errors) {
        if (!errors.isEmpty()) {
            throw ApiErrors.invalid("ListOptions.meta.k8s.io", "", errors);
        }
    }

    private static LabelSelector labels(ApiRequest request) {
        try {
            return LabelSelector.parse(request.param("labelSelector"));
        } catch (DecodeException e) {
            throw new ClusterException.BadRequest("unable to parse requirement: " + e.getMessage());
        }
    }

    static WriteOptions write(ApiRequest request) {
        return new WriteOptions(
                request.path().subresource(), fieldManager(request), request.flag("force"), isDryRun(request));
    }

    /** The options of a patch. */
    static WriteOptions patch(ApiRequest request, Patch.Type type) {
        WriteOptions options = write(request);
        if (type == Patch.Type.APPLY && request.param("fieldManager").isEmpty()) {
            throw ApiErrors.invalidOptions(
                    "PatchOptions", FieldError.required("fieldManager", "is required for apply patch"));
        }
        if (type != Patch.Type.APPLY && !request.param("force").isEmpty()) {
            throw ApiErrors.invalidOptions(
                    "PatchOptions", FieldError.forbidden("force", "may not be specified for non-apply patch"));
        }
        return options;
    }

    static boolean isDryRun(ApiRequest request) {
        return dryRun(request, ApiRequest.params(request.ctx(), "dryRun"));
    }

    /** The name of the field manager: that of the request, else the first word of the User-Agent. */
    static String fieldManager(ApiRequest request) {
        String manager = request.param("fieldManager");
        if (manager.isEmpty()) {
            return FieldManagerName.ofUserAgent(request.header("User-Agent"));
        }
        List<FieldError> errors = FieldManagerName.check(manager);
        if (!errors.isEmpty()) {
            throw ApiErrors.invalid(options(request) + ".meta.k8s.io", "", errors);
        }
        return manager;
    }

    private static String options(ApiRequest request) {
        return switch (request.ctx().req().getMethod()) {
            case "POST" -> "CreateOptions";
            case "PUT" -> "UpdateOptions";
            default -> "PatchOptions";
        };
    }

    private static boolean dryRun(ApiRequest request, List<String> values) {
        for (String value : values) {
            if (!value.equals("All")) {
                throw ApiErrors.invalidOptions(
                        options(request),
                        FieldError.unsupported(new FieldPath("dryRun"), TextNode.valueOf(value), List.of("All")));
            }
        }
        return !values.isEmpty();
    }

    /** The options of a deletion: in the body or, if there is none, in the query. */
    static ObjectNode deleteTree(ApiRequest request, Optional<ObjectNode> body) {
        return body.orElseGet(() -> ofQuery(request));
    }

    private static ObjectNode ofQuery(ApiRequest request) {
        ObjectNode options = Json.NODES.objectNode();
        if (request.has("gracePeriodSeconds")) {
            options.put("gracePeriodSeconds", request.number("gracePeriodSeconds"));
        }
        if (request.has("orphanDependents")) {
            options.put("orphanDependents", request.flag("orphanDependents"));
        }
        if (request.has("propagationPolicy")) {
            options.put("propagationPolicy", request.param("propagationPolicy"));
        }
        ApiRequest.params(request.ctx(), "dryRun").forEach(options.putArray("dryRun")::add);
        for (String field : List.of("uid", "resourceVersion")) {
            if (!request.param(field).isEmpty()) {
                options.withObjectProperty("preconditions").put(field, request.param(field));
            }
        }
        return options;
    }

    static DeleteOptions delete(ObjectNode body) {
        DELETE_OPTIONS.forEach((field, type) -> {
            JsonNode value = body.at(field);
            if (!value.isMissingNode() && !value.isNull() && !type.test(value)) {
                throw new ClusterException.BadRequest("DeleteOptions" + field.replace('/', '.')
                        + ": a value of another type is expected, and not " + Json.describe(value));
            }
        });
        String kind = text(body.path("kind"));
        if (!kind.isEmpty() && !kind.equals("DeleteOptions")) {
            throw new ClusterException.BadRequest(
                    "no kind " + FieldError.quote(kind) + " is registered for the options of a deletion");
        }
        List<String> dryRun = new ArrayList<>();
        body.path("dryRun").forEach(value -> dryRun.add(value.asText()));
        JsonNode preconditions = body.path("preconditions");
        String policy = text(body.path("propagationPolicy"));
        String orphan = text(body.path("orphanDependents"));
        checkDelete(body.hasNonNull("propagationPolicy"), policy, orphan, dryRun);
        return new DeleteOptions(
                text(preconditions.path("uid")),
                text(preconditions.path("resourceVersion")),
                propagation(policy, orphan),
                body.hasNonNull("gracePeriodSeconds")
                        ? gracePeriod(body.path("gracePeriodSeconds").asLong())
                        : -1,
                !dryRun.isEmpty());
    }

    private static long gracePeriod(long seconds) {
        return seconds < 0 ? 1 : seconds;
    }

    private static String text(JsonNode value) {
        return value.isNull() ? "" : value.asText("");
    }

    private static void checkDelete(boolean hasPolicy, String policy, String orphan, List<String> dryRun) {
        List<FieldError> errors = new ArrayList<>();
        List<String> policies = List.of("Foreground", "Background", "Orphan");
        FieldPath place = new FieldPath("propagationPolicy");
        if (hasPolicy && !orphan.isEmpty()) {
            errors.add(FieldError.invalid(
                    place, TextNode.valueOf(policy), "orphanDependents and deletionPropagation cannot be both set"));
        }
        if (hasPolicy && !policies.contains(policy)) {
            errors.add(FieldError.unsupported(place, TextNode.valueOf(policy), policies));
        }
        dryRun.stream()
                .filter(value -> !value.equals("All"))
                .forEach(value -> errors.add(
                        FieldError.unsupported(new FieldPath("dryRun"), TextNode.valueOf(value), List.of("All"))));
        if (!errors.isEmpty()) {
            throw ApiErrors.invalid("DeleteOptions.meta.k8s.io", "", errors);
        }
    }

    private static Propagation propagation(String policy, String orphanDependents) {
        return switch (policy) {
            case "Background" -> Propagation.BACKGROUND;
            case "Foreground" -> Propagation.FOREGROUND;
            case "Orphan" -> Propagation.ORPHAN;
            default ->
                switch (orphanDependents) {
                    case "true" -> Propagation.ORPHAN;
                    case "false" -> Propagation.BACKGROUND;
                    default -> Propagation.DEFAULT;
                };
        };
    }

    /** The names of field managers in requests. */
    static final class FieldManagerName {

        private static final int MAX_BYTES = 128;

        private FieldManagerName() {}

        /** The problems of a name that a client chose. */
        static List<FieldError> check(String name) {
            List<FieldError> errors = new ArrayList<>();
            if (bytes(name) > MAX_BYTES) {
                errors.add(new FieldError("fieldManager", "Too long: may not be more than " + MAX_BYTES + " bytes"));
            }
            for (int i = 0; i < name.length(); i = name.offsetByCodePoints(i, 1)) {
                int character = name.codePointAt(i);
                if (!isPrintable(character)) {
                    errors.add(FieldError.invalid(
                            "fieldManager",
                            name,
                            "invalid character " + String.format("U+%04X", character) + " (at position "
                                    + bytes(name.substring(0, i)) + ")"));
                }
            }
            return errors;
        }

        /** The part of a User-Agent before the first slash, as far as it is printable and not too long; never empty. */
        static String ofUserAgent(String agent) {
            int slash = agent.indexOf('/');
            StringBuilder name = new StringBuilder();
            for (int character :
                    (slash < 0 ? agent : agent.substring(0, slash)).codePoints().toArray()) {
                String next = Character.toString(character);
                if (isPrintable(character)) {
                    if (bytes(name + next) > MAX_BYTES) {
                        break;
                    }
                    name.append(next);
                }
            }
            return name.isEmpty() ? "unknown" : name.toString();
        }

        private static int bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8).length;
        }

        /** Whether Go prints the character unchanged. */
        private static boolean isPrintable(int character) {
            return switch (Character.getType(character)) {
                case Character.CONTROL,
                        Character.FORMAT,
                        Character.SURROGATE,
                        Character.PRIVATE_USE,
                        Character.UNASSIGNED,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR -> false;
                case Character.SPACE_SEPARATOR -> character == ' ';
                default -> true;
            };
        }
    }
}
