package io.hookline.cli.check.rule;

import io.hookline.testing.scenario.file.Manifest;
import java.util.Optional;
import java.util.stream.Stream;

/** Objects whose kind no API server serves and no CRD of the project defines. */
final class UnknownKinds implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        KindNames kinds = new KindNames(project.api());
        return project.manifests().flatMap(manifest -> finding(kinds, manifest).stream());
    }

    private static Optional<Finding> finding(KindNames kinds, Manifest manifest) {
        return kinds.problem(manifest.object().gvk()).map(problem -> Finding.error(manifest.place(), problem));
    }
}
