package io.hookline.cli.check.rule;

import io.hookline.object.ApiResource;
import io.hookline.object.FieldPath;
import io.hookline.testing.scenario.file.Manifest;
import java.util.Optional;
import java.util.stream.Stream;

/** CompositeControllers whose parents have no CRD, or one without status subresource: the watcher refuses them. */
final class StatusSubresource implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.controllers().stream()
                .filter(ControllerManifest::isComposite)
                .flatMap(controller -> controller.parents().stream())
                .flatMap(rule -> project.api().find(rule).stream().flatMap(parent -> find(project, rule, parent)));
    }

    private static Stream<Finding> find(CheckedProject project, ControllerManifest.Rule rule, ApiResource parent) {
        Optional<Manifest> crd = project.manifests()
                .filter(Manifest::isCrd)
                .filter(each -> each.object().name().equals(parent.groupResource()))
                .findFirst();
        if (crd.isEmpty() && KindNames.isKubernetes(parent.group())) {
            return Stream.of(Finding.error(
                    rule.controller().manifest(),
                    rule.place(),
                    rule.controller() + ": " + parent + " have no CRD; use a DecoratorController for built-in kinds"));
        }
        return parent.hasStatus() ? Stream.empty() : Stream.of(finding(rule, parent, crd));
    }

    /** @param crd empty if it is not in the project, but in a cluster */
    private static Finding finding(ControllerManifest.Rule rule, ApiResource parent, Optional<Manifest> crd) {
        String version = parent.gvk().version();
        String place = crd.map(each -> each.at(version(each, version)))
                .orElseGet(() -> rule.controller().manifest().at(rule.place()));
        return Finding.error(
                place,
                "CRD " + parent.groupResource() + " has no status subresource in version " + version + ", which "
                        + rule.controller() + " needs; add subresources: {status: {}}");
    }

    /** The place of a version in a CRD. */
    static FieldPath version(Manifest crd, String name) {
        FieldPath versions = FieldPath.ROOT.field("spec").field("versions");
        int index = 0;
        for (var version : crd.object().tree().at("/spec/versions")) {
            if (version.path("name").asText().equals(name)) {
                return versions.index(index);
            }
            index++;
        }
        return versions;
    }
}
