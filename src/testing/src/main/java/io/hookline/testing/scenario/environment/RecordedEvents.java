package io.hookline.testing.scenario.environment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ListOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.file.ObjectRef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The events in one namespace, and those about some controllers, in namespace {@code default}. */
public final class RecordedEvents {

    private static final GroupVersionKind EVENT = new GroupVersionKind("", "v1", "Event");
    private static final String OF_CLUSTER = "default";

    private final ScenarioEnvironment environment;
    private final String namespace;
    private final Predicate<ObjectRef> controllers;

    private RecordedEvents(ScenarioEnvironment environment, String namespace, Predicate<ObjectRef> controllers) {
        this.environment = environment;
        this.namespace = namespace;
        this.controllers = controllers;
    }

    /** The events in this namespace, and those about any controller. */
    public static RecordedEvents in(ScenarioEnvironment environment, String namespace) {
        return new RecordedEvents(environment, namespace, _ -> true);
    }

    /**
     * The events of one scenario. Other scenarios run in the same cluster; the events about their controllers are left
     * out.
     *
     * @param controllers of the scenario
     */
    public static RecordedEvents of(
            ScenarioEnvironment environment, String namespace, ScenarioControllers controllers) {
        return new RecordedEvents(environment, namespace, controllers.names()::contains);
    }

    /** A text that changes with every new event and every repetition of an event. */
    public String fingerprint() {
        TreeMap<String, String> versions = new TreeMap<>();
        all().forEach(event -> versions.put(event.uid(), event.resourceVersion()));
        return versions.toString();
    }

    /** The newest event as text; empty without events, or if they cannot be read. */
    public Optional<String> newest() {
        return newest(event -> true);
    }

    /** The newest warning as text; empty without warnings, or if they cannot be read. */
    public Optional<String> newestWarning() {
        return newest(event -> event.path("type").asText().equals("Warning"));
    }

    private Optional<String> newest(Predicate<JsonNode> which) {
        try {
            return all().stream()
                    .map(KubeObject::tree)
                    .filter(which)
                    .max(Comparator.comparing(RecordedEvents::time))
                    .map(RecordedEvents::describe);
        } catch (ClusterException e) {
            return Optional.empty();
        }
    }

    private List<KubeObject> all() {
        Optional<ApiResource> resource = environment.resource(EVENT);
        if (resource.isEmpty()) {
            return List.of();
        }
        List<KubeObject> events = new ArrayList<>(list(resource.get(), namespace));
        if (!namespace.equals(OF_CLUSTER)) {
            list(resource.get(), OF_CLUSTER).stream()
                    .filter(event -> aboutController(event.tree()))
                    .forEach(events::add);
        }
        return events;
    }

    private List<KubeObject> list(ApiResource resource, String where) {
        return environment
                .cluster()
                .list(resource, ListOptions.ALL.inNamespace(where))
                .items();
    }

    private boolean aboutController(ObjectNode event) {
        JsonNode about = event.path("involvedObject");
        String kind = about.path("kind").asText();
        return kind.endsWith("Controller")
                && controllers.test(new ObjectRef(kind, about.path("name").asText()));
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
