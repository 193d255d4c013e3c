package io.hookline.local.http;

import io.hookline.cluster.ClusterException;
import io.hookline.local.LocalCluster;
import java.io.IOException;

/** Answers requests about subresources other than status. Thread-safe. */
final class SubresourceHandler {

    private final ScaleHandler scale;
    private final PodHandler pods;

    SubresourceHandler(LocalCluster cluster, RequestBodyReader bodies) {
        this.scale = new ScaleHandler(cluster, bodies);
        this.pods = new PodHandler(cluster, bodies);
    }

    /**
     * Answers.
     *
     * @throws ClusterException.NotFound if the resource has no such subresource
     */
    void answer(ApiRequest request, String verb) throws IOException {
        String subresource = request.path().subresource();
        boolean pod = request.path().groupResource().equals("pods");
        if (subresource.equals("scale") && request.resource().subresources().contains("scale")) {
            scale(request, verb);
        } else if (pod && subresource.equals("eviction") && verb.equals("create")) {
            pods.evict(request);
        } else {
            throw HttpErrors.unknownPath();
        }
    }

    private void scale(ApiRequest request, String verb) throws IOException {
        switch (verb) {
            case "get" -> scale.get(request);
            case "update" -> scale.update(request);
            case "patch" -> scale.patch(request);
            default -> throw HttpErrors.method();
        }
    }
}
