package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import java.util.Locale;

/** In which form a client wants to see objects, as its Accept header says. */
enum MediaType {
    /** The objects themselves. */
    PLAIN,
    /** Rows and columns, for people. */
    TABLE,
    /** Only their metadata. */
    METADATA;

    /**
     * Takes the first form of an Accept header that this server can give.
     *
     * @throws ClusterException.BadRequest 406, if it can give none of them
     */
    static MediaType of(String accept) {
        if (accept.isBlank()) {
            return PLAIN;
        }
        for (String range : accept.split(",", -1)) {
            String type = range.replace(" ", "").toLowerCase(Locale.ROOT);
            String as = parameter(type, "as");
            boolean json =
                    type.startsWith("application/json") || type.startsWith("*/*") || type.startsWith("application/*");
            boolean meta = parameter(type, "g").equals("meta.k8s.io")
                    && parameter(type, "v").equals("v1");
            if (json && as.isEmpty()) {
                return PLAIN;
            }
            if (json && meta && as.equals("table")) {
                return TABLE;
            }
            if (json && meta && (as.equals("partialobjectmetadata") || as.equals("partialobjectmetadatalist"))) {
                return METADATA;
            }
        }
        throw new ClusterException.BadRequest(
                406,
                "NotAcceptable",
                "only the following media types are accepted: application/json,"
                        + " application/json;as=Table;v=v1;g=meta.k8s.io,"
                        + " application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io");
    }

    private static String parameter(String type, String name) {
        for (String part : type.split(";", -1)) {
            if (part.startsWith(name + "=")) {
                return part.substring(name.length() + 1);
            }
        }
        return "";
    }
}
