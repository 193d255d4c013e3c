package io.hookline.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ObjectList;
import io.hookline.local.resource.Autoscalers;
import io.hookline.local.resource.TemplateGeneration;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes objects as their stored bytes; for clients that want only metadata, the bytes of the metadata. */
final class JsonResponseWriter implements ContentNegotiation.ResponseWriter {

    private final String apiVersion;
    private final String listKind;
    private final boolean onlyMetadata;
    private final boolean ofList;

    private JsonResponseWriter(String apiVersion, String listKind, boolean onlyMetadata, boolean ofList) {
        this.apiVersion = apiVersion;
        this.listKind = listKind;
        this.onlyMetadata = onlyMetadata;
        this.ofList = ofList;
    }

    /** Whole objects. */
    static JsonResponseWriter whole(String apiVersion, String listKind) {
        return new JsonResponseWriter(apiVersion, listKind, false, false);
    }

    /** Metadata only, in a version of {@code meta.k8s.io}: of a list or of one object. */
    static JsonResponseWriter metadata(String apiVersion, boolean ofList) {
        return new JsonResponseWriter(apiVersion, "PartialObjectMetadataList", true, ofList);
    }

    @Override
    public void require(boolean list) {
        if (onlyMetadata && ofList != list) {
            throw ContentNegotiation.notAcceptable();
        }
    }

    @Override
    public void writeObject(KubeObject object, OutputStream out) throws IOException {
        if (!onlyMetadata) {
            object.writeTo(out);
            return;
        }
        // Annotations that stand for fields are no metadata.
        byte[] metadata = TemplateGeneration.withoutAnnotation(Autoscalers.withoutAnnotations(object))
                .field("metadata");
        out.write(("{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"" + apiVersion + "\",\"metadata\":")
                .getBytes(StandardCharsets.UTF_8));
        out.write(metadata == null ? new byte[] {'{', '}'} : metadata);
        out.write('}');
    }

    @Override
    public void writeList(ObjectList list, OutputStream out) throws IOException {
        ObjectNode metadata = Json.NODES.objectNode().put("resourceVersion", list.resourceVersion());
        if (!list.continueToken().isEmpty()) {
            metadata.put("continue", list.continueToken());
        }
        if (list.remainingItemCount() > 0) {
            metadata.put("remainingItemCount", list.remainingItemCount());
        }
        String head = "{\"kind\":\"" + listKind + "\",\"apiVersion\":\"" + apiVersion + "\",\"metadata\":"
                + GoJson.text(metadata) + ",\"items\":[";
        out.write(head.getBytes(StandardCharsets.UTF_8));
        boolean first = true;
        for (KubeObject item : list.items()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            writeObject(item, out);
        }
        out.write(new byte[] {']', '}'});
    }
}
