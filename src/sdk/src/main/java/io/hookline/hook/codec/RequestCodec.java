package io.hookline.hook.codec;

import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.JsonScanner;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes hook requests, in the form of each hook version and each kind of controller.
 *
 * <p>Keys are sorted, so that equal requests are equal bytes.
 */
public final class RequestCodec {
    private RequestCodec() {}

    /** Returns the body to send. No object is parsed or copied. */
    public static HookBody encode(HookRequest request) {
        HookBody.Builder body = new HookBody.Builder();
        body.json("{\"controller\":").object(request.controller());
        if (request.type() == HookType.CUSTOMIZE) {
            return body.json(",\"parent\":").object(request.parent()).json("}").build();
        }
        ControllerType type = request.controllerType();
        body.json(",\"" + type.parentField() + "\":").object(request.parent());
        body.json(",\"" + type.childrenField() + "\":");
        writeGroups(body, request, request.children());
        body.json(",\"related\":");
        writeGroups(body, request, request.related());
        return body.json(",\"finalizing\":" + request.finalizing() + "}").build();
    }

    /**
     * Decodes a request that a hook server received. A request without children is a customize request; otherwise
     * {@code finalizing} decides between sync and finalize.
     *
     * @throws DecodeException with the path of the first error
     */
    public static HookRequest decode(byte[] json) {
        return new RequestReader(json).read();
    }

    /**
     * Refuses a request that a hook of this type cannot get.
     *
     * @throws DecodeException with the path of the first error
     */
    public static void require(HookType type, byte[] json) {
        if (type.isAdmission()) {
            AdmissionCodec.decode(json);
        } else {
            decode(json);
        }
    }

    /**
     * Refuses what is no JSON, or JSON that parsers read differently.
     *
     * @throws DecodeException with the path of the first error
     */
    public static void requireJson(byte[] body) {
        RequestBounds.check(body);
    }

    private static void writeGroups(HookBody.Builder body, HookRequest request, ObjectGroups groups) {
        SortedMap<String, List<KubeObject>> byText = new TreeMap<>();
        for (Map.Entry<GroupVersionKind, List<KubeObject>> group :
                groups.byKind().entrySet()) {
            byText.put(group.getKey().toString(), group.getValue());
        }
        String separator = "{";
        for (Map.Entry<String, List<KubeObject>> group : byText.entrySet()) {
            body.json(separator).json(quote(group.getKey())).json(":");
            writeObjects(body, keyed(request, group.getValue()));
            separator = ",";
        }
        body.json(byText.isEmpty() ? "{}" : "}");
    }

    private static void writeObjects(HookBody.Builder body, SortedMap<String, KubeObject> objects) {
        String separator = "{";
        for (Map.Entry<String, KubeObject> object : objects.entrySet()) {
            body.json(separator).json(quote(object.getKey())).json(":").object(object.getValue());
            separator = ",";
        }
        body.json(objects.isEmpty() ? "{}" : "}");
    }

    private static SortedMap<String, KubeObject> keyed(HookRequest request, List<KubeObject> objects) {
        String parentNamespace = request.parent().namespace();
        boolean bareNames = request.version() == HookVersion.V1 && !parentNamespace.isEmpty();
        SortedMap<String, KubeObject> keyed = new TreeMap<>();
        for (KubeObject object : objects) {
            if (!bareNames) {
                keyed.put(object.key().toString(), object);
            } else if (object.namespace().equals(parentNamespace)) {
                keyed.put(
                        object.name(),
                        object); // v1 hooks receive no objects outside the namespace, not even cluster-scoped ones
            }
        }
        return keyed;
    }

    private static String quote(String key) {
        return GoJson.text(TextNode.valueOf(key));
    }

    /** Reads the JSON of a request. Unknown fields are ignored, because a newer watcher may send more. */
    static final class RequestReader {

        private final byte[] json;
        private final JsonScanner scanner;
        private final ValueReader values;
        private @Nullable KubeObject controller;
        private @Nullable KubeObject parent;
        private @Nullable KubeObject object;
        private @Nullable ObjectGroups children;
        private @Nullable ObjectGroups attachments;
        private ObjectGroups related = ObjectGroups.NONE;
        private boolean finalizing;
        private boolean sawNamespacedKey;

        RequestReader(byte[] json) {
            this.json = json;
            this.scanner = new JsonScanner(json);
            this.values = new ValueReader(json, scanner);
        }

        HookRequest read() {
            RequestBounds.requireText(json);
            HookRequest request;
            try {
                request = readText();
            } catch (DecodeException e) {
                // Of several errors, the first that counts is the one that any reader finds. Valid requests are not
                // walked over for it.
                RequestBounds.check(json);
                throw e;
            }
            RequestBounds.requireOneMeaning(json);
            return request;
        }

        private HookRequest readText() {
            if (scanner.peek() != '{') {
                throw new DecodeException(
                        FieldPath.ROOT, "request body is not a JSON object, but " + scanner.describeNext());
            }
            scanner.beginObject();
            for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                readField(field, FieldPath.ROOT.field(field));
            }
            scanner.expectEnd();
            return build();
        }

        private void readField(String field, FieldPath place) {
            switch (field) {
                case "controller" -> controller = object(place);
                case "parent" -> parent = object(place);
                case "object" -> object = object(place);
                case "children" -> children = groups(place);
                case "attachments" -> attachments = groups(place);
                case "related" -> related = groups(place);
                case "finalizing" -> finalizing = values.flag(place);
                default -> scanner.skipValue();
            }
        }

        private HookRequest build() {
            KubeObject caller = present(controller, "controller");
            if (object != null || attachments != null) {
                return request(caller, ControllerType.DECORATOR, present(object, "object"), attachments);
            }
            boolean byDecorator = caller.kind().equals(ControllerType.DECORATOR.kind());
            ControllerType type = children == null && byDecorator ? ControllerType.DECORATOR : ControllerType.COMPOSITE;
            return request(caller, type, present(parent, "parent"), children);
        }

        private HookRequest request(
                KubeObject caller, ControllerType type, KubeObject subject, @Nullable ObjectGroups observed) {
            HookType withChildren = finalizing ? HookType.FINALIZE : HookType.SYNC;
            return new HookRequest(
                    observed == null ? HookType.CUSTOMIZE : withChildren,
                    sawNamespacedKey && !subject.namespace().isEmpty() ? HookVersion.V2 : HookVersion.V1,
                    type,
                    caller,
                    subject,
                    observed == null ? ObjectGroups.NONE : observed,
                    related,
                    finalizing);
        }

        private ObjectGroups groups(FieldPath place) {
            SortedMap<GroupVersionKind, List<KubeObject>> groups = new TreeMap<>();
            if (values.skippedNull()) {
                return ObjectGroups.NONE;
            }
            values.require(place, '{', "an object");
            scanner.beginObject();
            for (String kind = scanner.nextField(); kind != null; kind = scanner.nextField()) {
                FieldPath at = place.field(kind);
                int dot = kind.indexOf('.');
                if (dot <= 0 || dot == kind.length() - 1) {
                    throw new DecodeException(at, "expected a key like Pod.v1 or Deployment.apps/v1");
                }
                groups.put(GroupVersionKind.of(kind.substring(dot + 1), kind.substring(0, dot)), objects(at));
            }
            return new ObjectGroups(groups);
        }

        private List<KubeObject> objects(FieldPath place) {
            List<KubeObject> objects = new ArrayList<>();
            if (values.skippedNull()) {
                return objects;
            }
            values.require(place, '{', "an object");
            scanner.beginObject();
            for (String key = scanner.nextField(); key != null; key = scanner.nextField()) {
                sawNamespacedKey |= key.indexOf('/') >= 0;
                objects.add(object(place.field(key)));
            }
            return objects;
        }

        private KubeObject object(FieldPath place) {
            return values.object(place);
        }

        private static KubeObject present(@Nullable KubeObject object, String field) {
            if (object == null) {
                throw DecodeException.expected(FieldPath.ROOT.field(field), "an object", "missing");
            }
            return object;
        }
    }
}
