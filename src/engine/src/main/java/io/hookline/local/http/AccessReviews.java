package io.hookline.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Handles reviews, such as those of {@code kubectl auth can-i}: the caller may do everything, and the token is the only
 * valid one. Stores nothing.
 */
final class AccessReviews {

    private static final String AUTHORIZATION = "authorization.k8s.io/v1";
    private static final String AUTHENTICATION = "authentication.k8s.io/v1";

    /** The review resources: they support only create. */
    static final List<ApiResource> RESOURCES = List.of(
            review(AUTHORIZATION, "SelfSubjectAccessReview", false),
            review(AUTHORIZATION, "SelfSubjectRulesReview", false),
            review(AUTHORIZATION, "SubjectAccessReview", false),
            review(AUTHORIZATION, "LocalSubjectAccessReview", true),
            review(AUTHENTICATION, "SelfSubjectReview", false),
            review(AUTHENTICATION, "TokenReview", false));

    private final RequestBodyReader bodies;
    private final AccessToken token;

    AccessReviews(RequestBodyReader bodies, AccessToken token) {
        this.bodies = bodies;
        this.token = token;
    }

    private static ApiResource review(String apiVersion, String kind, boolean namespaced) {
        String singular = kind.toLowerCase(Locale.ROOT);
        return new ApiResource(
                apiVersion,
                singular + "s",
                singular,
                kind,
                namespaced,
                List.of(),
                List.of(),
                Set.of("create"),
                Set.of());
    }

    /** Whether a resource is a review. */
    static boolean has(ApiResource resource) {
        return RESOURCES.contains(resource);
    }

    /**
     * Completes a review with its result and returns it.
     *
     * @throws ClusterException.BadRequest if there is no token to review
     */
    void create(ApiRequest request) throws IOException {
        ObjectNode review = bodies.readOptions(request);
        review.put("apiVersion", request.resource().apiVersion())
                .put("kind", request.resource().kind());
        ObjectNode status = review.putObject("status");
        switch (request.resource().kind()) {
            case "SelfSubjectRulesReview" -> allRules(status);
            case "SelfSubjectReview" -> user(status.putObject("userInfo"));
            case "TokenReview" -> authentication(review.at("/spec/token").asText(), status);
            default -> status.put("allowed", true).put("reason", "this local API server allows everything");
        }
        HttpReply.json(request.ctx(), 201, review);
    }

    private void authentication(String sent, ObjectNode status) {
        if (sent.isEmpty()) {
            throw new ClusterException.BadRequest("token is required for TokenReview in authentication");
        }
        if (token.isThis(sent)) {
            user(status.put("authenticated", true).putObject("user"));
        } else {
            status.put("error", "invalid bearer token").putObject("user");
        }
    }

    private static void user(ObjectNode user) {
        user.put("username", "hookline")
                .putArray("groups")
                .add("system:masters")
                .add("system:authenticated");
    }

    private static void allRules(ObjectNode status) {
        ObjectNode resources = status.putArray("resourceRules").addObject();
        for (String field : List.of("verbs", "apiGroups", "resources")) {
            resources.set(field, Json.NODES.arrayNode().add("*"));
        }
        ObjectNode urls = status.putArray("nonResourceRules").addObject();
        for (String field : List.of("verbs", "nonResourceURLs")) {
            urls.set(field, Json.NODES.arrayNode().add("*"));
        }
        status.put("incomplete", false);
    }
}
