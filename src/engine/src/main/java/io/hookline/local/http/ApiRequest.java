package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.ObjectKey;
import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;

/** A request for a served resource. */
record ApiRequest(Context ctx, ApiPath path, ApiResource resource) {

    /** The key of the object in the path. */
    ObjectKey key() {
        return new ObjectKey(path.namespace(), path.name());
    }

    /** A query parameter, empty if absent. */
    String param(String name) {
        String value = ctx.queryParam(name);
        return value == null ? "" : value;
    }

    /** A boolean query parameter: true if present, unless {@code false} or {@code 0}. */
    boolean flag(String name) {
        List<String> values = ctx.queryParams(name);
        return !values.isEmpty()
                && !values.getFirst().equals("false")
                && !values.getFirst().equals("0");
    }

    /**
     * A numeric query parameter.
     *
     * @throws ClusterException.BadRequest if it is not a number
     */
    long number(String name, long otherwise) {
        String value = param(name);
        try {
            return value.isEmpty() ? otherwise : Long.parseLong(value);
        } catch (NumberFormatException _) {
            throw new ClusterException.BadRequest("query parameter " + name + ": expected a number, was " + value);
        }
    }

    /** A header, empty if absent. */
    String header(String name) {
        String value = ctx.header(name);
        return value == null ? "" : value;
    }

    /** The Content-Type without its parameters, in lower case. */
    String mediaType() {
        String type = header("Content-Type");
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }
}
