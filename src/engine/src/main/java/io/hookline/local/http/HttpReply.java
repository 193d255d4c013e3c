package io.hookline.local.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ObjectList;
import io.hookline.object.GoJson;
import io.hookline.object.KubeObject;
import io.javalin.http.Context;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** Writes responses. */
final class HttpReply {

    private static final int BUFFER = 32 << 10;

    private HttpReply() {}

    /** Writes a document. */
    static void json(Context ctx, int code, JsonNode body) throws IOException {
        byte[] bytes = GoJson.bytes(body);
        ctx.status(code).contentType("application/json");
        ctx.res().setContentLength(bytes.length);
        ctx.res().getOutputStream().write(bytes);
    }

    /** Writes one object. */
    static void object(Context ctx, int code, ContentNegotiation.ResponseWriter writer, KubeObject object)
            throws IOException {
        writer.require(false);
        ctx.status(code).contentType("application/json");
        try (OutputStream out = new BufferedOutputStream(ctx.res().getOutputStream(), BUFFER)) {
            writer.writeObject(object, out);
        }
    }

    /** Writes a list. */
    static void list(Context ctx, ContentNegotiation.ResponseWriter writer, ObjectList list) throws IOException {
        writer.require(true);
        ctx.status(200).contentType("application/json");
        try (OutputStream out = new BufferedOutputStream(ctx.res().getOutputStream(), BUFFER)) {
            writer.writeList(list, out);
        }
    }

    /** Writes a failure as a {@code Status}. */
    static void failure(Context ctx, ClusterException failure, Optional<ApiPath> path) throws IOException {
        if (failure instanceof ClusterException.TooManyRequests busy) {
            ctx.header(
                    "Retry-After",
                    Long.toString(
                            busy.after().map(d -> Math.max(1, d.toSeconds())).orElse(1L)));
        }
        if (failure instanceof ClusterException.Unauthorized) {
            ctx.header("WWW-Authenticate", "Bearer");
        }
        JsonNode status = StatusDocument.failure(failure, path);
        json(ctx, status.path("code").asInt(), status);
    }
}
