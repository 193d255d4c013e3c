package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.ObjectKey;
import io.javalin.http.Context;
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

    /** Whether there is a query parameter, also without a value. */
    boolean has(String name) {
        return ctx.queryParam(name) != null;
    }

    /** A boolean query parameter: true if present, unless {@code false} or {@code 0}. */
    boolean flag(String name) {
        return has(name)
                && !param(name).equalsIgnoreCase("false")
                && !param(name).equals("0");
    }

    /**
     * A numeric query parameter.
     *
     * @throws ClusterException.BadRequest if it is not a number
     */
    long number(String name, long otherwise) {
        return param(name).isEmpty() ? otherwise : number(name);
    }

    /** The same for one that has no default. */
    long number(String name) {
        String value = param(name);
        try {
            return Long.parseLong(value);
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
