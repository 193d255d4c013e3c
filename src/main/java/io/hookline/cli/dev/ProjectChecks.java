package io.hookline.cli.dev;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.server.ServedHooks;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds mistakes that would only show as failing syncs: hook paths that no hook serves, and parents without selector. */
final class ProjectChecks {

    private final ServedHooks hooks;
    private final ScenarioEnvironment environment;

    ProjectChecks(ServedHooks hooks, ScenarioEnvironment environment) {
        this.hooks = hooks;
        this.environment = environment;
    }

    /** One line for each mistake, with file, line and what to do. The kinds of the parents must be served. */
    List<String> problems(List<Scenario> examples) {
        List<Manifest> all =
                examples.stream().flatMap(each -> each.everything().stream()).toList();
        List<String> problems = new ArrayList<>();
        for (Manifest controller : all.stream().filter(Manifest::isController).toList()) {
            Scenario.hookPaths(controller).stream()
                    .flatMap(path -> hooks.problem(path).stream())
                    .map(problem -> controller.place() + ": " + controller.object() + ": " + problem)
                    .forEach(problems::add);
            all.stream()
                    .flatMap(parent -> withoutSelector(controller, parent).stream())
                    .forEach(problems::add);
        }
        return problems;
    }

    private Optional<String> withoutSelector(Manifest controller, Manifest parent) {
        JsonNode spec = controller.object().tree().path("spec");
        boolean own = controller.object().kind().equals("CompositeController")
                && !spec.path("generateSelector").asBoolean();
        boolean without = parent.object().tree().at("/spec/selector").isEmpty();
        return own && without && isParent(spec.path("parentResource"), parent)
                ? Optional.of(parent.place() + ": " + parent.object()
                        + " has no spec.selector; set generateSelector: true in " + controller.object() + " ("
                        + controller.place() + "), or a selector here")
                : Optional.empty();
    }

    private boolean isParent(JsonNode rule, Manifest manifest) {
        return manifest.object().apiVersion().equals(rule.path("apiVersion").asText())
                && Stream.of(manifest.object().gvk())
                        .flatMap(kind -> environment.resource(kind).stream())
                        .anyMatch(served ->
                                served.plural().equals(rule.path("resource").asText()));
    }
}
