package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.ObjectKey;
import io.javalin.http.Context;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
        List<String> values = params(ctx, name);
        return values.isEmpty() ? "" : values.getFirst();
    }

    /**
     * All values of a query parameter; malformed ones are left out, as on a real server. Javalin's methods would take
     * the charset of the Content-Type for that of the query, and fail without one.
     */
    static List<String> params(Context ctx, String name) {
        String query = ctx.queryString();
        List<String> values = new ArrayList<>();
        for (String pair : query == null ? new String[0] : query.split("&", -1)) {
            try {
                String[] parts = pair.split("=", 2);
                if (!pair.contains(";") && decode(parts[0]).equals(name)) {
                    values.add(parts.length == 1 ? "" : decode(parts[1]));
                }
            } catch (IllegalArgumentException _) {
                // no escape sequence
            }
        }
        return values;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** Whether there is a query parameter, also without a value. */
    boolean has(String name) {
        return !params(ctx, name).isEmpty();
    }

    /** A boolean query parameter: true if present, unless {@code false} or {@code 0}. */
    boolean flag(String name) {
        return has(name)
                && !param(name).equalsIgnoreCase("false")
                && !param(name).equals("0");
    }

    /**
     * A numeric query parameter, which is a number if it is there.
     *
     * @throws ClusterException.BadRequest if it is not a number
     */
    long number(String name, long otherwise) {
        return has(name) ? number(name) : otherwise;
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
