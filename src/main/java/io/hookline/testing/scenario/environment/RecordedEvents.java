package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The events about an example: those in its namespace, and those about controllers, which are in {@code default}. */
final class ExampleEvents {

    private static final GroupVersionKind EVENT = new GroupVersionKind("", "v1", "Event");
    private static final String OF_CLUSTER = "default";

    private final ExampleWorld world;
    private final String namespace;

    ExampleEvents(ExampleWorld world, String namespace) {
        this.world = world;
        this.namespace = namespace;
    }

    /** Changes whenever an event is recorded, and when one that repeats is counted. */
    String fingerprint() {
        TreeMap<String, String> versions = new TreeMap<>();
        all().forEach(event -> versions.put(event.uid(), event.resourceVersion()));
        return versions.toString();
    }

    /** The newest warning, for people; empty if there is none, or events cannot be read. */
    Optional<String> newestWarning() {
        try {
            return all().stream()
                    .map(KubeObject::tree)
                    .filter(event -> event.path("type").asText().equals("Warning"))
                    .max(Comparator.comparing(ExampleEvents::time))
                    .map(ExampleEvents::describe);
        } catch (ClusterException e) {
            return Optional.empty();
        }
    }

    private List<KubeObject> all() {
        Optional<ApiResource> resource = world.resource(EVENT);
        if (resource.isEmpty()) {
            return List.of();
        }
        List<KubeObject> events = new ArrayList<>(in(resource.get(), namespace));
        if (!namespace.equals(OF_CLUSTER)) {
            in(resource.get(), OF_CLUSTER).stream()
                    .filter(event -> aboutController(event.tree()))
                    .forEach(events::add);
        }
        return events;
    }

    private List<KubeObject> in(ApiResource resource, String where) {
        return world.cluster()
                .list(resource, ListOptions.ALL.inNamespace(where))
                .items();
    }

    private static boolean aboutController(ObjectNode event) {
        return event.path("involvedObject").path("kind").asText().endsWith("Controller");
    }

    private static String time(JsonNode event) {
        String last = event.path("lastTimestamp").asText("");
        return last.isEmpty() ? event.path("eventTime").asText("") : last;
    }

    private static String describe(JsonNode event) {
        JsonNode about = event.path("involvedObject");
        return event.path("reason").asText() + " about " + about.path("kind").asText() + "/"
                + about.path("name").asText() + ": " + event.path("message").asText();
    }
}
