package io.hookline.local.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.machinery.ApiErrors;
import io.hookline.object.Json;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code Status} objects: the responses of an API server to failed requests and deletions. */
final class StatusDocument {

    /** The message about a refused object: {@code Kind.group "name" is invalid: causes}. */
    private static final Pattern INVALID = Pattern.compile("(.*?) \"([^\"]*)\" is invalid: .*", Pattern.DOTALL);

    /** The message about an object: {@code plural.group "name"} and the problem. */
    private static final Pattern OBJECT = Pattern.compile(
            "([a-z0-9-]+)(?:\\.(\\S+))? \"([^\"]+)\" (?:not found|already exists|is forbidden\\b).*", Pattern.DOTALL);

    private static final Pattern CONFLICT =
            Pattern.compile("Operation cannot be fulfilled on ([A-Za-z0-9-]+)(?:\\.\\S+)? \".*", Pattern.DOTALL);

    private static final List<String> UNEXPECTED = List.of(
            "failed to create typed patch object ",
            "failed to convert new object",
            "failed to convert old object",
            "expected a map[string]interface{}",
            "map: ",
            "The order in patch list:",
            "resourceVersion should not be set on objects to be created",
            "unknown patch type: ",
            "merging lists cannot yet be specified",
            "strconv.ParseUint: parsing ",
            "resourceVersion: Invalid value: ");

    private StatusDocument() {}

    /** The body for a failed request; {@code path} is empty if the request was not about a resource. */
    static ObjectNode failure(ClusterException failure, Optional<ApiPath> path) {
        ObjectNode status = base("Failure", failure.code() == 0 ? 500 : failure.code());
        status.put("message", String.valueOf(failure.getMessage()));
        String why = String.valueOf(failure.getMessage());
        if (status.path("code").asInt() == 500 && UNEXPECTED.stream().anyMatch(why::startsWith)) {
            return status; // the real server does not expect this error, so it has no reason and no details
        }
        status.put("reason", failure.reason().isEmpty() ? "InternalError" : failure.reason());
        ObjectNode details = Json.NODES.objectNode();
        path.ifPresent(p -> describe(p, details));
        switch (failure) {
            case ClusterException.Invalid invalid -> {
                details.removeAll(); // the message contains the kind of the object, or no object
                describeKind(String.valueOf(invalid.getMessage()), details);
            }
            case ClusterException.FieldConflict _ -> details.removeAll();
            case ClusterException.BadRequest _ -> details.removeAll(); // the real server does not know the object yet
            case ClusterException.Conflict _ -> describeConflict(String.valueOf(failure.getMessage()), details);
            // The path of a create names no object, and what is missing may be its namespace.
            case ClusterException.NotFound _, ClusterException.AlreadyExists _, ClusterException.Forbidden _ ->
                describeObject(String.valueOf(failure.getMessage()), details);
            case ClusterException.TooManyRequests busy ->
                details.put(
                        "retryAfterSeconds",
                        busy.after().map(d -> Math.max(1, d.toSeconds())).orElse(1L));
            default -> {}
        }
        if (why.startsWith("Internal error occurred: ")) {
            details.removeAll(); // a real server knows the path no longer
        }
        if (!failure.details().isEmpty()) {
            details.set("causes", causes(failure.details()));
        }
        if (!details.isEmpty()) {
            status.set("details", details);
        }
        return status;
    }

    /** The body for a removed object. */
    static ObjectNode deleted(ApiPath path, String name, String uid) {
        ObjectNode status = base("Success", 200);
        status.remove("code");
        ObjectNode details = Json.NODES.objectNode().put("name", name);
        if (!path.group().isEmpty()) {
            details.put("group", path.group());
        }
        details.put("kind", path.plural());
        if (!uid.isEmpty()) {
            details.put("uid", uid);
        }
        status.set("details", details);
        return status;
    }

    /** The body for a creation that returns no object, with 201. */
    static ObjectNode created() {
        return base("Success", 201);
    }

    private static ObjectNode base(String outcome, int code) {
        ObjectNode status = Json.NODES.objectNode();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.set("metadata", Json.NODES.objectNode());
        return status.put("status", outcome).put("code", code);
    }

    private static void describe(ApiPath path, ObjectNode details) {
        if (!path.name().isEmpty()) {
            details.put("name", path.name());
        }
        if (!path.group().isEmpty()) {
            details.put("group", path.group());
        }
        details.put("kind", path.plural());
    }

    private static void describeObject(String message, ObjectNode details) {
        if (message.equals(ApiErrors.noResource().getMessage())) {
            details.removeAll();
        }
        Matcher object = OBJECT.matcher(message);
        if (object.matches()) {
            details.removeAll();
            details.put("name", object.group(3)).put("kind", object.group(1));
            if (object.group(2) != null) {
                details.put("group", object.group(2));
            }
        }
    }

    /** A precondition names the kind and not the resource. */
    private static void describeConflict(String message, ObjectNode details) {
        Matcher object = CONFLICT.matcher(message);
        if (object.matches()) {
            details.put("kind", object.group(1));
            if (object.group(1).equals("Event")) {
                details.remove("group"); // that of the core, also in the other group
            }
        }
    }

    /** kubectl prints details.kind and details.name as the object, and the causes instead of the message. */
    private static void describeKind(String message, ObjectNode details) {
        Matcher matcher = INVALID.matcher(message);
        if (!matcher.matches()) {
            return;
        }
        String groupKind = matcher.group(1);
        int dot = groupKind.indexOf('.');
        if (!groupKind.isEmpty()) {
            details.put("kind", dot < 0 ? groupKind : groupKind.substring(0, dot));
        }
        if (dot >= 0) {
            details.put("group", groupKind.substring(dot + 1));
        }
        if (!matcher.group(2).isEmpty()) {
            details.put("name", matcher.group(2));
        }
    }

    private static ArrayNode causes(List<ClusterException.Detail> all) {
        ArrayNode causes = Json.NODES.arrayNode();
        all.forEach(each -> causes.addObject()
                .put("reason", each.reason())
                .put("message", each.message())
                .put("field", each.field()));
        return causes;
    }
}
