package io.hookline.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.local.protobuf.ProtobufDecoder;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.web.RequestBody;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Reads objects from request bodies in JSON, YAML or protobuf, compressed or not. Thread-safe. */
final class RequestBodyReader {

    private static final String JSON = "application/json";

    private final ProtobufDecoder protobuf = new ProtobufDecoder();

    /** An object and its source text. */
    record Body(KubeObject object, String mediaType, String text) {
        boolean isJson() {
            return mediaType.equals(JSON);
        }

        boolean isYaml() {
            return mediaType.equals("application/yaml");
        }
    }

    /**
     * Reads the object in the body and checks that version, namespace and name fit the path.
     *
     * @throws ClusterException.BadRequest 400 or 415
     */
    Body read(ApiRequest request) {
        byte[] bytes = RequestBody.read(request.ctx());
        if (bytes.length == 0 && !type(request).equals("application/yaml")) {
            throw new ClusterException.BadRequest("the body of the request was empty");
        }
        String type = type(request);
        KubeObject object = completed(request, decode(type, bytes));
        return new Body(object, type, new String(bytes, StandardCharsets.UTF_8));
    }

    /** Refuses a body of a type that cannot be read, before anything else is checked. */
    void requireKnownType(ApiRequest request) {
        if (!List.of(JSON, "application/yaml", "application/vnd.kubernetes.protobuf")
                .contains(type(request))) {
            throw unsupported("application/json, application/yaml, application/vnd.kubernetes.protobuf");
        }
    }

    /** Some clients send JSON without a type. */
    private static String type(ApiRequest request) {
        String type = request.mediaType();
        return type.isEmpty() ? JSON : type;
    }

    private static KubeObject completed(ApiRequest request, KubeObject object) {
        requireVersion(request, object);
        requireNamespaceAndName(request, object);
        if (object.namespace().isEmpty() && !request.path().namespace().isEmpty()) {
            ObjectNode tree = object.tree();
            tree.withObjectProperty("metadata").put("namespace", request.path().namespace());
            return KubeObject.of(tree);
        }
        return object; // with its original bytes
    }

    /** Reads any object, such as options; returns an empty one for an empty body. */
    ObjectNode readOptions(ApiRequest request) {
        byte[] body = RequestBody.read(request.ctx());
        return body.length == 0 ? Json.NODES.objectNode() : Json.object(tree(type(request), body), FieldPath.ROOT);
    }

    /** Reads the options of a deletion; empty for an empty body, which is not the same as options without a field. */
    Optional<ObjectNode> readDeleteOptions(ApiRequest request) {
        byte[] body = RequestBody.read(request.ctx());
        if (body.length == 0) {
            return Optional.empty();
        }
        JsonNode tree = tree(type(request), body);
        return Optional.of(tree.isNull() ? Json.NODES.objectNode() : Json.object(tree, FieldPath.ROOT));
    }

    /** Parses a JSON or YAML text. */
    JsonNode readYaml(byte[] text) {
        try {
            return Yaml.first(text).tree();
        } catch (YamlException e) {
            throw new DecodeException(FieldPath.ROOT, "not YAML: " + e.getMessage());
        }
    }

    private KubeObject decode(String type, byte[] body) {
        if (type.equals(JSON) && body.length > 0 && body[0] == '{') {
            return KubeObject.of(body);
        }
        JsonNode tree = body.length == 0 ? Json.NODES.nullNode() : tree(type, body);
        return KubeObject.of(tree.isNull() ? Json.NODES.objectNode() : Json.object(tree, FieldPath.ROOT));
    }

    private JsonNode tree(String type, byte[] body) {
        return switch (type) {
            case JSON -> Json.parse(body);
            case "application/yaml" -> readYaml(body);
            case "application/vnd.kubernetes.protobuf" -> protobuf.decode(body);
            default -> throw unsupported("application/json, application/yaml, application/vnd.kubernetes.protobuf");
        };
    }

    /** 415, with the accepted media types. */
    static ClusterException unsupported(String accepted) {
        return new ClusterException.BadRequest(
                415,
                "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: " + accepted);
    }

    /** The cluster checks the kind: the errors differ between built-in and custom kinds. */
    private static void requireVersion(ApiRequest request, KubeObject object) {
        String expected = request.resource().apiVersion();
        if (!object.apiVersion().isEmpty() && !object.apiVersion().equals(expected)) {
            throw new ClusterException.BadRequest("the API version in the data (" + object.apiVersion()
                    + ") does not match the expected API version (" + expected + ")");
        }
    }

    private static void requireNamespaceAndName(ApiRequest request, KubeObject object) {
        ApiPath path = request.path();
        if (request.resource().namespaced()
                && !object.namespace().isEmpty()
                && !object.namespace().equals(path.namespace())) {
            throw new ClusterException.BadRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
        if (!path.name().isEmpty() && object.name().isEmpty()) {
            throw new ClusterException.BadRequest("the name of the object (" + path.name()
                    + " based on URL) was undeterminable: name must be provided");
        }
        if (!path.name().isEmpty() && !object.name().equals(path.name())) {
            throw new ClusterException.BadRequest("the name of the object (" + object.name()
                    + ") does not match the name on the URL (" + path.name() + ")");
        }
    }
}
