package io.hookline.cli.pods;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.KubeObject;
import java.util.List;

/** What both commands print of a Pod; {@code <none>}, as kubectl prints it, for what the Pod does not have. */
record PodRow(String namespace, String name, String phase, String image) {

    private static final String NONE = "<none>";

    static PodRow of(KubeObject pod) {
        JsonNode phase = pod.fieldTree("status").path("phase");
        JsonNode image = pod.fieldTree("spec").path("containers").path(0).path("image");
        return new PodRow(pod.namespace(), pod.name(), phase.asText(NONE), image.asText(NONE));
    }

    /** The cells of a table. */
    List<String> cells(boolean withNamespace) {
        return withNamespace ? List.of(namespace, name, phase, image) : List.of(name, phase, image);
    }
}
