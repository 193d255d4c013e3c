package io.hookline.cluster;

/**
 * A change to an object.
 *
 * @param type the format of the body
 * @param body JSON (for {@link Type#APPLY} also YAML)
 */
public record Patch(Type type, String body) {

    /** The patch types of Kubernetes. */
    public enum Type {
        /** RFC 6902. */
        JSON("application/json-patch+json"),
        /** RFC 7386. */
        MERGE("application/merge-patch+json"),
        /** Merge by the merge keys of built-in kinds. */
        STRATEGIC("application/strategic-merge-patch+json"),
        /** Server-side apply. */
        APPLY("application/apply-patch+yaml");

        private final String contentType;

        Type(String contentType) {
            this.contentType = contentType;
        }

        /** The media type of the request. */
        public String contentType() {
            return contentType;
        }
    }

    /** A JSON patch from its text. */
    public static Patch json(String body) {
        return new Patch(Type.JSON, body);
    }

    /** A merge patch from its text. */
    public static Patch merge(String body) {
        return new Patch(Type.MERGE, body);
    }
}
