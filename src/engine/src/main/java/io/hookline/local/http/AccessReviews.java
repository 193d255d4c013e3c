package io.hookline.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Handles access reviews, such as {@code kubectl auth can-i}: every caller may do everything. Stores nothing. */
final class AccessReviews {

    private static final String AUTHORIZATION = "authorization.k8s.io/v1";

    /** The review resources: they support only create. */
    static final List<ApiResource> RESOURCES = List.of(
            review(AUTHORIZATION, "SelfSubjectAccessReview", false),
            review(AUTHORIZATION, "SelfSubjectRulesReview", false),
            review(AUTHORIZATION, "SubjectAccessReview", false),
            review(AUTHORIZATION, "LocalSubjectAccessReview", true),
            review("authentication.k8s.io/v1", "SelfSubjectReview", false));

    private final RequestBodyReader bodies;

    AccessReviews(RequestBodyReader bodies) {
        this.bodies = bodies;
    }

    private static ApiResource review(String apiVersion, String kind, boolean namespaced) {
        String singular = kind.toLowerCase(java.util.Locale.ROOT);
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

    /** Completes a review with its result and returns it. */
    void create(ApiRequest request) throws IOException {
        ObjectNode review = bodies.readOptions(request);
        review.put("apiVersion", request.resource().apiVersion())
                .put("kind", request.resource().kind());
        ObjectNode status = review.putObject("status");
        switch (request.resource().kind()) {
            case "SelfSubjectRulesReview" -> allRules(status);
            case "SelfSubjectReview" ->
                status.putObject("userInfo")
                        .put("username", "hookline")
                        .putArray("groups")
                        .add("system:masters")
                        .add("system:authenticated");
            default -> status.put("allowed", true).put("reason", "this local API server allows everything");
        }
        HttpReply.json(request.ctx(), 201, review);
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
