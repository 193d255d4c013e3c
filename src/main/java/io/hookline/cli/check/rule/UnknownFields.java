package io.hookline.cli.check.rule;

import io.hookline.cluster.RemovedApis;
import io.hookline.object.FieldPath;
import io.hookline.object.NearestName;
import io.hookline.testing.scenario.file.Manifest;
import java.util.Optional;
import java.util.stream.Stream;

/** Fields that are not in the schema of an object, with strict field validation as {@code kubectl apply} uses it. */
final class UnknownFields implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.manifests()
                .flatMap(manifest -> project.api().unknownFields(manifest).stream()
                        .map(path -> finding(project.api(), manifest, path)));
    }

    private static Finding finding(ProjectApi api, Manifest manifest, String path) {
        int dot = path.lastIndexOf('.');
        String parent = dot < 0 ? "" : path.substring(0, dot);
        Optional<String> moved = RemovedApis.table().successor(manifest.object().gvk(), path);
        if (moved.isPresent()) {
            return Finding.error(manifest, new FieldPath(path), path + ": unknown field; it " + moved.get());
        }
        String meant = NearestName.of(path.substring(dot + 1), api.knownFields(manifest, parent))
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
        return Finding.error(manifest, new FieldPath(path), path + ": unknown field" + meant);
    }
}
