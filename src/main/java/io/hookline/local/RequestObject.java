package io.hookline.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.Place;
import io.hookline.web.RequestBody;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlException;

/** Reads objects from request bodies: JSON, YAML or protobuf, inflated where needed. Thread-safe. */
final class RequestObject {

    private final ProtobufDecoder protobuf = new ProtobufDecoder();

    /**
     * The object in the body, checked against the path: of the resource's version, in the path's namespace, with the
     * path's name.
     *
     * @throws ClusterException.BadRequest 400 or 415
     */
    KubeObject read(ApiRequest request) {
        KubeObject object = decode(request);
        requireVersion(request, object);
        requirePlace(request, object);
        boolean completeName = object.name().isEmpty() && !request.path().name().isEmpty();
        boolean completeNamespace =
                object.namespace().isEmpty() && !request.path().namespace().isEmpty();
        if (!completeName && !completeNamespace) {
            return object; // the bytes as they came
        }
        ObjectNode tree = object.tree();
        ObjectNode metadata = tree.withObjectProperty("metadata");
        if (completeName) {
            metadata.put("name", request.path().name());
        }
        if (completeNamespace) {
            metadata.put("namespace", request.path().namespace());
        }
        return KubeObject.of(tree);
    }

    /** Whatever object is in the body, such as options; empty for an empty body. */
    ObjectNode readOptions(ApiRequest request) {
        byte[] body = RequestBody.read(request.ctx());
        return body.length == 0 ? Json.NODES.objectNode() : Json.object(tree(request.mediaType(), body), Place.ROOT);
    }

    /** The tree of a JSON or YAML text. */
    JsonNode readYaml(byte[] text) {
        try {
            return Yaml.first(text).tree();
        } catch (YamlException e) {
            throw new DecodeException(Place.ROOT, "not YAML: " + e.getMessage());
        }
    }

    private KubeObject decode(ApiRequest request) {
        byte[] body = RequestBody.read(request.ctx());
        if (body.length == 0) {
            throw new ClusterException.BadRequest("the body of the request was empty");
        }
        return switch (request.mediaType()) {
            case "", "application/json" -> KubeObject.of(body);
            case String type -> KubeObject.of(Json.object(tree(type, body), Place.ROOT));
        };
    }

    private JsonNode tree(String type, byte[] body) {
        return switch (type) {
            case "", "application/json" -> Json.parse(body);
            case "application/yaml" -> readYaml(body);
            case "application/vnd.kubernetes.protobuf" -> protobuf.decode(body);
            default -> throw unsupported("application/json, application/yaml, application/vnd.kubernetes.protobuf");
        };
    }

    /** 415, with what would be taken. */
    static ClusterException unsupported(String accepted) {
        return new ClusterException.BadRequest(
                415,
                "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: " + accepted);
    }

    /** That the kind fits is for the cluster to say: it differs between built-in and custom kinds. */
    private static void requireVersion(ApiRequest request, KubeObject object) {
        String wanted = request.resource().apiVersion();
        if (!object.apiVersion().isEmpty() && !object.apiVersion().equals(wanted)) {
            throw new ClusterException.BadRequest("the API version in the data (" + object.apiVersion()
                    + ") does not match the expected API version (" + wanted + ")");
        }
    }

    private static void requirePlace(ApiRequest request, KubeObject object) {
        ApiPath path = request.path();
        if (!object.namespace().isEmpty() && !object.namespace().equals(path.namespace())) {
            throw new ClusterException.BadRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
        if (!path.name().isEmpty() && !object.name().isEmpty() && !object.name().equals(path.name())) {
            throw new ClusterException.BadRequest("the name of the object (" + object.name()
                    + ") does not match the name on the URL (" + path.name() + ")");
        }
    }
}
