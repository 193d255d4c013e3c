package io.hookline.kube.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.http.Request;
import io.hookline.http.RequestTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The user that requests impersonate, from the kubeconfig.
 *
 * @param fields the header fields of the impersonation
 */
public record Impersonation(List<Request.Field> fields) {

    /** Ignoring these without {@code as} would send requests with the client's own permissions, which may be greater. */
    private static final List<String> OF_A_USER = List.of("as-uid", "as-groups", "as-user-extra");

    static final Impersonation NONE = new Impersonation(List.of());

    public Impersonation {
        fields = List.copyOf(fields);
    }

    /**
     * Reads {@code as}, {@code as-uid}, {@code as-groups} and {@code as-user-extra} of a user.
     *
     * @throws KubeconfigException if any of them is set without {@code as}
     */
    static Impersonation of(KubeconfigPart user) {
        if (!user.has("as")) {
            for (String field : OF_A_USER) {
                if (isSet(user.json().path(field))) {
                    throw user.wrong("as", "is missing: " + field + " needs a user to act as");
                }
            }
            return NONE;
        }
        List<Request.Field> fields = new ArrayList<>();
        fields.add(new Request.Field("Impersonate-User", user.sendable("as", user.text("as"))));
        if (user.has("as-uid")) {
            fields.add(new Request.Field("Impersonate-Uid", user.sendable("as-uid", user.text("as-uid"))));
        }
        user.texts("as-groups")
                .forEach(
                        group -> fields.add(new Request.Field("Impersonate-Group", user.sendable("as-groups", group))));
        user.json().path("as-user-extra").properties().forEach(extra -> {
            // The server reads names of header fields in lower case, and decodes them.
            String name =
                    "Impersonate-Extra-" + RequestTarget.encode(extra.getKey().toLowerCase(Locale.ROOT));
            for (JsonNode value : extra.getValue()) {
                fields.add(new Request.Field(name, user.sendable("as-user-extra", value.asText())));
            }
        });
        return new Impersonation(fields);
    }

    private static boolean isSet(JsonNode field) {
        return field.isContainerNode() ? !field.isEmpty() : !field.asText("").isEmpty();
    }
}
