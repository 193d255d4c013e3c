package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.ObjectKey;
import io.javalin.http.Context;
import java.util.Locale;
import java.util.regex.Pattern;

/** A request for a served resource. */
record ApiRequest(Context ctx, ApiPath path, ApiResource resource) {

    private static final String TOKEN = "[\\w!#$%&'*+.^`|~-]++";

    /** With possessive quantifiers, so that no header takes much time or stack. */
    private static final Pattern CONTENT_TYPE = Pattern.compile("[^;]*+(?:;\\s*+" + TOKEN + "\\s*+=\\s*+(?:" + TOKEN
            + "|\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\")\\s*+)*+;?\\s*+");

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

    /** The Content-Type without its parameters; the whole header if they are malformed, so that it is no known type. */
    String mediaType() {
        String type = header("Content-Type");
        if (ctx.req().getMethod().equals("PATCH")) {
            return type.split(";", 2)[0]; // a real server compares it literally
        }
        return CONTENT_TYPE.matcher(type).matches()
                ? type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT)
                : type;
    }
}
