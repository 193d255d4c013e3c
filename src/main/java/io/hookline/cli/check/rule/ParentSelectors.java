package io.hookline.cli.check.rule;

import io.hookline.object.ApiResource;
import io.hookline.object.FieldPath;
import io.hookline.testing.scenario.file.Manifest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Parents without selector whose controller does not generate one: each of their syncs fails. */
final class ParentSelectors implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.controllers().stream()
                .filter(controller -> controller.isComposite() && !controller.generatesSelector())
                .flatMap(controller -> find(project, controller));
    }

    private static Stream<Finding> find(CheckedProject project, ControllerManifest controller) {
        Optional<ApiResource> parent = controller.parents().stream()
                .flatMap(rule -> project.api().find(rule).stream())
                .findFirst();
        if (parent.isEmpty()) {
            return Stream.empty();
        }
        List<Manifest> samples = project.manifests()
                .filter(each -> each.object().gvk().equals(parent.get().gvk()))
                .toList();
        if (samples.isEmpty()) {
            return noneAllowed(project, parent.get())
                    ? Stream.of(Finding.error(
                            controller.manifest(),
                            FieldPath.ROOT.field("spec"),
                            controller + " needs generateSelector: true, since the CRD of " + parent.get()
                                    + " has no field spec.selector"))
                    : Stream.empty();
        }
        return samples.stream()
                .filter(each -> each.object().tree().at("/spec/selector").isEmpty())
                .map(each -> finding(each, controller));
    }

    private static boolean noneAllowed(CheckedProject project, ApiResource parent) {
        var fields = project.api().knownFields(parent, "spec");
        return !fields.isEmpty() && !fields.contains("selector");
    }

    private static Finding finding(Manifest parent, ControllerManifest controller) {
        return Finding.error(
                parent.place(),
                parent.object() + " has no spec.selector; set generateSelector: true in " + controller + " ("
                        + controller.manifest().place() + "), or a selector here");
    }
}
