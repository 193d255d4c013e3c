package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.ApiResource;
import io.hookline.object.NearestName;
import io.hookline.testing.scenario.file.Manifest;
import java.util.stream.Stream;

/** Fields that a hook reads from its parents, and that their schema does not have: the API server removes them. */
final class RecordFields implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.controllers().stream()
                .flatMap(controller -> controller.hookNames().stream()
                        .flatMap(hook -> project.parentShape().apply(hook).stream()
                                .flatMap(shape -> find(project, controller, hook, shape))));
    }

    private static Stream<Finding> find(
            CheckedProject project, ControllerManifest controller, String hook, JsonNode shape) {
        return controller.parents().stream()
                .flatMap(rule -> project.api().find(rule).stream()
                        .filter(parent -> !(controller.isComposite() && KindNames.isKubernetes(parent.group())))
                        .flatMap(parent -> project.api().unknownFields(parent, tree(shape, parent)).stream()
                                .map(path -> Finding.warning(
                                        place(project, rule, parent), message(project.api(), hook, parent, path)))));
    }

    /** An object of the kind with the fields of the shape. Its metadata is that of every kind. */
    private static ObjectNode tree(JsonNode shape, ApiResource parent) {
        ObjectNode tree = shape.deepCopy();
        tree.put("apiVersion", parent.gvk().apiVersion()).put("kind", parent.kind());
        tree.remove("metadata");
        return tree;
    }

    private static String message(ProjectApi api, String hook, ApiResource parent, String path) {
        int dot = path.lastIndexOf('.');
        String outer = dot < 0 ? "" : path.substring(0, dot);
        String meant = NearestName.of(path.substring(dot + 1), api.knownFields(parent, outer))
                .map(name -> "; did you mean " + name + "?")
                .orElse("; add it to the schema, or remove it from the record");
        return "hook " + hook + " reads " + path + ", a field that the schema of " + parent.kind() + " in "
                + parent.gvk().apiVersion() + " does not have" + meant;
    }

    /** The version in the CRD, or the rule of the controller if the CRD is not in the project. */
    private static String place(CheckedProject project, ControllerManifest.Rule rule, ApiResource parent) {
        return project.manifests()
                .filter(Manifest::isCrd)
                .filter(crd -> crd.object().name().equals(parent.groupResource()))
                .findFirst()
                .map(crd -> crd.at(StatusSubresource.version(crd, parent.gvk().version())))
                .orElseGet(() -> rule.controller().manifest().at(rule.place()));
    }
}
