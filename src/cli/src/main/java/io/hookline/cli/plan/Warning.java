package io.hookline.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.KubeObject;
import java.util.Set;

/** A warning event of the watcher, which the plan prints in place of writing it. */
record Warning(String kind, String name, String namespace, String reason, String message) {

    private static final Set<String> CONTROLLERS = Set.of("CompositeController", "DecoratorController");

    /** Reasons of events on a controller that does not run. */
    private static final Set<String> NOT_RUNNING = Set.of("CreateError", "SyncError", "WatchError");

    static Warning of(KubeObject event) {
        JsonNode object = event.tree().path("involvedObject");
        return new Warning(
                object.path("kind").asText(),
                object.path("name").asText(),
                object.path("namespace").asText(),
                event.tree().path("reason").asText(),
                event.tree().path("message").asText());
    }

    /** Whether it is the reason why a controller does not run. */
    boolean stopsController() {
        return CONTROLLERS.contains(kind) && NOT_RUNNING.contains(reason);
    }

    /** Kind and name of the object, such as {@code CompositeController hello}. */
    String object() {
        return kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }

    /** Whether it is about a failed sync, which the outcome of the sync shows too. */
    boolean isOfSync() {
        return reason.equals("SyncError") && !CONTROLLERS.contains(kind);
    }

    @Override
    public String toString() {
        return object() + ": " + reason + ": " + message;
    }
}
