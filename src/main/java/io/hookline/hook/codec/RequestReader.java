package io.hookline.hook.codec;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.JsonScanner;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the JSON of a request. Unknown fields are ignored, because a newer watcher may send more. */
final class RequestReader {

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
            // Of several errors, the first that counts is the one that any reader finds. Valid requests are not walked
            // over for it.
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
