package io.hookline.testing.scenario.environment;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.file.ObjectRef;
import java.util.HashSet;
import java.util.Set;

/**
 * The controllers of a scenario.
 *
 * @param names of the controllers
 * @param resources the plurals of their parents and children
 */
public record ScenarioControllers(Set<ObjectRef> names, Set<String> resources) {

    /** No controllers. */
    public static final ScenarioControllers NONE = new ScenarioControllers(Set.of(), Set.of());

    /** Copies the sets. */
    public ScenarioControllers {
        names = Set.copyOf(names);
        resources = Set.copyOf(resources);
    }

    /** Adds a CompositeController or DecoratorController. */
    public ScenarioControllers with(KubeObject controller) {
        Set<ObjectRef> allNames = new HashSet<>(names);
        allNames.add(new ObjectRef(controller.kind(), controller.name()));
        Set<String> allResources = new HashSet<>(resources);
        JsonNode spec = controller.tree().path("spec");
        allResources.add(spec.path("parentResource").path("resource").asText());
        for (String list : new String[] {"childResources", "resources", "attachments"}) {
            for (JsonNode rule : spec.path(list)) {
                allResources.add(rule.path("resource").asText());
            }
        }
        return new ScenarioControllers(allNames, allResources);
    }
}
