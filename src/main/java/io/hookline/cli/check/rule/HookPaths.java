package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.Manifest;
import java.util.stream.Stream;

/** Hooks of this project that a controller calls at a path that none serves. */
final class HookPaths implements Check {

    private static final FieldPath HOOKS = FieldPath.ROOT.field("spec").field("hooks");

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.controllers().stream().flatMap(controller -> find(project, controller.manifest()));
    }

    private static Stream<Finding> find(CheckedProject project, Manifest controller) {
        return controller.object().tree().at("/spec/hooks").properties().stream()
                .flatMap(hook -> {
                    JsonNode webhook = hook.getValue().path("webhook");
                    FieldPath place =
                            HOOKS.field(hook.getKey()).field("webhook").field(webhook.has("url") ? "url" : "path");
                    return Scenario.hookPath(webhook).stream()
                            .flatMap(path -> project.pathProblem().apply(path).stream())
                            .map(problem -> Finding.error(controller, place, controller.object() + ": " + problem));
                });
    }
}
