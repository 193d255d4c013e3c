package io.hookline.cli.check.rule;

import java.util.stream.Stream;

/** Parents and children of a controller that no API server serves. */
final class UnknownResources implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        KindNames kinds = new KindNames(project.api());
        return project.controllers().stream()
                .flatMap(controller -> Stream.concat(controller.parents().stream(), controller.children().stream()))
                .filter(rule -> !rule.resource().isEmpty())
                .flatMap(rule -> kinds.problem(rule).map(unknown -> finding(rule, unknown)).stream());
    }

    private static Finding finding(ControllerManifest.Rule rule, KindNames.Unknown unknown) {
        String place = rule.controller().manifest().at(rule.place());
        String message = rule.place() + ": " + unknown.problem();
        return unknown.certain() ? Finding.error(place, message) : Finding.warning(place, message);
    }
}
