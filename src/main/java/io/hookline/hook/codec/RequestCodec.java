package io.hookline.hook.codec;

import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

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
}
