package io.hookline.cli.check.rule;

import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerDecoder;
import io.hookline.testing.scenario.file.Manifest;
import java.util.List;
import java.util.stream.Stream;

/** Fields of a controller that the API server accepts, but the watcher refuses or ignores. */
final class ControllerFields implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.placed()
                .filter(placed -> placed.manifest().isController())
                .filter(placed -> project.api()
                        .refusal(placed.manifest(), placed.namespace())
                        .isEmpty()) // otherwise reported already
                .flatMap(placed -> find(placed.manifest()));
    }

    private static Stream<Finding> find(Manifest manifest) {
        try {
            return warnings(manifest.object()).stream()
                    .filter(warning -> !warning.endsWith(": unknown field")) // reported by the schema's check
                    .map(warning -> Finding.warning(
                            manifest.at(new FieldPath(warning.replaceFirst(": .*", ""))),
                            manifest.object() + ": " + warning));
        } catch (DecodeException e) {
            return Stream.of(Finding.error(manifest, e.place(), manifest.object() + ": " + e.getMessage()));
        }
    }

    private static List<String> warnings(KubeObject controller) {
        return switch (controller.kind()) {
            case "CompositeController" ->
                ControllerDecoder.composite(controller).warnings();
            case "DecoratorController" ->
                ControllerDecoder.decorator(controller).warnings();
            default -> List.of();
        };
    }
}
