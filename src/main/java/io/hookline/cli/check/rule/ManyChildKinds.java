package io.hookline.cli.check.rule;

import io.hookline.object.FieldPath;
import java.util.stream.Stream;

/**
 * Controllers with many kinds of children. Each sync sends all children of all kinds to the hook, a change of any of them causes a sync,
 * and a kind that cannot be read stops the syncs of all.
 */
final class ManyChildKinds implements Check {

    /**
     * A database cluster with its users, backups and connection pooler needs ten, as the example {@code postgresql} shows. A controller
     * with more has probably several tasks.
     */
    private static final int MAX_KINDS = 10;

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.controllers().stream()
                .filter(controller -> kinds(controller) > MAX_KINDS)
                .map(ManyChildKinds::finding);
    }

    private static long kinds(ControllerManifest controller) {
        return controller.children().stream()
                .map(rule -> rule.group() + "/" + rule.resource())
                .distinct()
                .count();
    }

    private static Finding finding(ControllerManifest controller) {
        FieldPath place = FieldPath.ROOT.field("spec").field(controller.childrenField());
        return Finding.warning(
                controller.manifest().at(place),
                place + ": " + kinds(controller) + " kinds of children in " + controller
                        + "; a change of any of them calls the hook with all of them; consider a custom resource for a"
                        + " part of them, with a controller of its own");
    }
}
