package io.hookline.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.Verdict;
import io.hookline.hook.codec.AdmissionCodec;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks.Response;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The validate and mutate hooks of a program, as the API server calls them: with an AdmissionReview, of which the program gets
 * the request. Thread-safe.
 */
record AdmissionReviews(HookProgram program) implements HookProgram {

    private static final String VERSION = "admission.k8s.io/v1";
    private static final String KIND = "AdmissionReview";
    private static final FieldPath REQUEST = FieldPath.ROOT.field("request");
    private static final int UNPROCESSABLE = 422;
    private static final long MAX_EXACT_INTEGER = 1L << 53;

    private static final List<String> IDENTITY =
            List.of("/apiVersion", "/kind", "/metadata/name", "/metadata/namespace");

    /** What the API server has set; an object that is built anew has none of it. */
    private static final List<String> SET_ONCE =
            List.of("/metadata/uid", "/metadata/resourceVersion", "/metadata/creationTimestamp");

    private static final List<String> LOST_WITH_METADATA = List.of(
            "/metadata/generateName",
            "/metadata/finalizers",
            "/metadata/ownerReferences",
            "/metadata/labels",
            "/metadata/annotations");

    /** A patch of these is ignored at best. */
    private static final Set<String> OF_API_SERVER = Set.of(
            "/metadata/creationTimestamp",
            "/metadata/deletionGracePeriodSeconds",
            "/metadata/deletionTimestamp",
            "/metadata/generation",
            "/metadata/managedFields",
            "/metadata/resourceVersion",
            "/metadata/selfLink",
            "/metadata/uid");

    @Override
    public Set<HookType> types() {
        return program.types().stream().filter(HookType::isAdmission).collect(Collectors.toSet());
    }

    @Override
    public HookReply call(HookType type, byte[] review, Optional<Instant> now) throws InterruptedException {
        ObjectNode request = request(review);
        HookReply reply = program.call(type, GoJson.bytes(request), now);
        if (!(reply instanceof HookReply.Answered(var answer, var version))) {
            return reply;
        }
        ObjectNode response = Json.NODES.objectNode();
        response.set("uid", request.get("uid"));
        switch (type) {
            case VALIDATE -> judge(decoded(type, answer, AdmissionCodec::decodeVerdict), request, response);
            case MUTATE -> change(decoded(type, answer, AdmissionCodec::decodeMutated), request, response);
            case SYNC, FINALIZE, CUSTOMIZE -> throw new IllegalArgumentException("a watcher calls " + type.text());
        }
        ObjectNode answered = Json.NODES.objectNode();
        answered.put("apiVersion", VERSION).put("kind", KIND).set("response", response);
        return new HookReply.Answered(new JsonText(GoJson.bytes(answered)), version);
    }

    /** @throws DecodeException if the review is not one that the API server sends */
    private static ObjectNode request(byte[] review) {
        RequestCodec.requireJson(review);
        ObjectNode json = Json.object(review);
        requireText(json, "apiVersion", VERSION);
        requireText(json, "kind", KIND);
        ObjectNode request = Json.object(json.path("request"), REQUEST);
        JsonNode uid = request.path("uid");
        if (uid.asText().isEmpty()) {
            throw DecodeException.expected(
                    REQUEST.field("uid"), "a string", uid.isTextual() ? "empty" : Json.describe(uid));
        }
        try {
            AdmissionCodec.decode(request);
        } catch (DecodeException e) {
            throw e.within(REQUEST);
        }
        return request;
    }

    private static void requireText(ObjectNode json, String field, String wanted) {
        JsonNode value = json.path(field);
        if (!value.asText().equals(wanted)) {
            throw DecodeException.expected(
                    FieldPath.ROOT.field(field), wanted, value.isTextual() ? value.toString() : Json.describe(value));
        }
    }

    private static <T> T decoded(HookType type, JsonText answer, Function<JsonText, T> decoder) {
        try {
            return decoder.apply(answer);
        } catch (DecodeException e) {
            throw new HookException(type.text() + " returned a wrong answer: " + e.getMessage(), e);
        }
    }

    private static void judge(Verdict verdict, ObjectNode request, ObjectNode response) {
        warn(verdict.warnings(), response);
        response.put("allowed", verdict.causes().isEmpty());
        if (!verdict.causes().isEmpty()) {
            refuse(verdict.causes(), request, response.putObject("status"));
        }
    }

    /** As the API server refuses what its schema does not allow: {@code kubectl} prints the causes line by line. */
    private static void refuse(List<Verdict.Cause> causes, ObjectNode request, ObjectNode status) {
        JsonNode kind = request.path("kind");
        String name = request.path("name").asText();
        ObjectNode details = status.put("status", "Failure")
                .put("code", UNPROCESSABLE)
                .put("reason", "Invalid")
                .put("message", causes.stream().map(AdmissionReviews::text).collect(Collectors.joining(", ")))
                .putObject("details");
        details.put("name", name)
                .put("group", kind.path("group").asText())
                .put("kind", kind.path("kind").asText());
        ArrayNode listed = details.putArray("causes");
        for (Verdict.Cause cause : causes) {
            listed.addObject()
                    .put("reason", "FieldValueInvalid")
                    .put("message", cause.message())
                    .put("field", cause.field());
        }
    }

    private static String text(Verdict.Cause cause) {
        return cause.field().isEmpty() ? cause.message() : cause.field() + ": " + cause.message();
    }

    private static void change(AdmissionCodec.Mutated mutated, ObjectNode request, ObjectNode response) {
        warn(mutated.warnings(), response);
        response.put("allowed", true);
        ArrayNode patch = Json.NODES.arrayNode();
        JsonNode object = request.path("object");
        if (object.isObject()) { // nothing is stored by a deletion
            requireWhole(object, mutated.object());
            String kept = request.path("subResource").asText().equals("status") ? "" : "/status";
            addChanges(
                    "",
                    object,
                    exact(object, mutated.object()),
                    path -> path.equals(kept) || OF_API_SERVER.contains(path),
                    patch);
        }
        if (!patch.isEmpty()) {
            response.put("patchType", "JSONPatch")
                    .put("patch", Base64.getEncoder().encodeToString(GoJson.bytes(patch)));
        }
    }

    /** A hook that returns a part of the object would take everything else from it, such as its finalizers. */
    private static void requireWhole(JsonNode object, ObjectNode changed) {
        for (String field : IDENTITY) {
            if (!object.at(field).equals(changed.at(field))) {
                throw notWhole("another " + dotted(field) + " than it got");
            }
        }
        boolean stored = false;
        for (String field : SET_ONCE) {
            boolean had = isSet(object.at(field));
            stored |= had;
            if (had && !object.at(field).equals(changed.at(field))) {
                throw notWhole((isSet(changed.at(field)) ? "another " : "no ")
                        + dotted(field)
                        + (isSet(changed.at(field)) ? " than it got" : ", which it got"));
            }
        }
        if (stored) {
            return; // who has kept these fields has not built the metadata anew
        }
        for (String field : LOST_WITH_METADATA) {
            if (hasContent(object.at(field)) && !isSet(changed.at(field))) {
                throw notWhole("no " + dotted(field) + ", which it got");
            }
        }
    }

    private static HookException notWhole(String problem) {
        return new HookException("mutate returned " + problem + "; it must return the whole object, with its changes");
    }

    private static boolean isSet(JsonNode value) {
        return !value.isMissingNode() && !value.isNull();
    }

    private static boolean hasContent(JsonNode value) {
        return value.isTextual() || !value.isEmpty();
    }

    private static String dotted(String pointer) {
        return pointer.substring(1).replace('/', '.');
    }

    /**
     * What a hook returned, with the large integers that it got. JavaScript and Jsonnet have only numbers of 53 bits: they return
     * others rounded, also in fields that the hook does not know.
     */
    private static JsonNode exact(JsonNode from, JsonNode to) {
        if (from.equals(to) || !hasLarge(from)) {
            return to;
        }
        if (isSame(from, to)) {
            return from;
        }
        if (from.isObject() && to.isObject()) {
            ObjectNode exact = Json.NODES.objectNode();
            to.properties()
                    .forEach(field -> exact.set(field.getKey(), exact(from.path(field.getKey()), field.getValue())));
            return exact;
        }
        if (from.isArray() && to.isArray()) {
            ArrayNode exact = Json.NODES.arrayNode();
            for (int i = 0; i < to.size(); i++) {
                exact.add(exactItem(from, to, i));
            }
            return exact;
        }
        return to;
    }

    private static JsonNode exactItem(JsonNode from, JsonNode to, int index) {
        JsonNode item = to.get(index);
        if (from.has(index) && isSame(from.get(index), item)) {
            return from.get(index);
        }
        for (JsonNode each : from) {
            if (isSame(each, item)) {
                return each;
            }
        }
        return from.size() == to.size() ? exact(from.get(index), item) : item;
    }

    /** Whether two values are equal but for rounded integers. */
    private static boolean isSame(JsonNode from, JsonNode to) {
        if (isLarge(from) && to.isNumber()) {
            return Double.compare(from.doubleValue(), to.doubleValue()) == 0;
        }
        if (from.getNodeType() != to.getNodeType() || from.size() != to.size()) {
            return false;
        }
        if (from.isObject()) {
            return from.properties().stream().allMatch(field -> isSame(field.getValue(), to.path(field.getKey())));
        }
        if (from.isArray()) {
            return IntStream.range(0, from.size()).allMatch(i -> isSame(from.get(i), to.get(i)));
        }
        return from.equals(to);
    }

    private static boolean hasLarge(JsonNode node) {
        return isLarge(node) || node.valueStream().anyMatch(AdmissionReviews::hasLarge);
    }

    private static boolean isLarge(JsonNode number) {
        return number.isIntegralNumber()
                && (number.longValue() > MAX_EXACT_INTEGER || number.longValue() < -MAX_EXACT_INTEGER);
    }

    /** @param kept whether the field at a path is none that a hook can change */
    private static void addChanges(String path, JsonNode from, JsonNode to, Predicate<String> kept, ArrayNode patch) {
        Set<String> names = new TreeSet<>();
        from.fieldNames().forEachRemaining(names::add);
        to.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            String at = path + "/" + name.replace("~", "~0").replace("/", "~1");
            JsonNode before = from.path(name);
            JsonNode after = to.path(name);
            if (kept.test(at)) {
                continue;
            }
            if (before.isObject() && after.isObject()) {
                addChanges(at, before, after, kept, patch);
            } else if (after.isMissingNode()) {
                patch.addObject().put("op", "remove").put("path", at);
            } else if (!before.equals(after)) {
                patch.addObject()
                        .put("op", before.isMissingNode() ? "add" : "replace")
                        .put("path", at)
                        .set("value", after);
            }
        }
    }

    /** Whether a path is one that the API server calls, if anything is served there. */
    static boolean areAt(String path) {
        return Stream.of(HookType.values()).anyMatch(type -> type.isAdmission() && path.endsWith("/" + type.text()));
    }

    /** A failed call whose problem the API server repeats to its client: it does so for a Status only. */
    static Response explained(Response response) {
        if (response.status() < 400) {
            return response;
        }
        ObjectNode body = Json.object(response.body().raw());
        body.put("apiVersion", "v1")
                .put("kind", "Status")
                .put("status", "Failure")
                .put("code", response.status())
                .put("message", body.path("error").asText("the hook asks for a later call")); // the only one without
        return new Response(response.status(), response.headers(), new JsonText(GoJson.bytes(body)), response.detail());
    }

    private static void warn(List<String> warnings, ObjectNode response) {
        if (!warnings.isEmpty()) {
            ArrayNode list = response.putArray("warnings");
            warnings.forEach(list::add);
        }
    }
}
