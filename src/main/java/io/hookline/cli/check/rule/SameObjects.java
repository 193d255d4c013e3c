package io.hookline.cli.check.rule;

import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.file.Manifest;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Objects of which the project has two versions. {@code dev} installs all examples in one namespace, so they replace each other. */
final class SameObjects implements Check {

    private record Identity(String group, String kind, String namespace, String name) {
        private static Identity of(CheckedProject.Placed placed) {
            KubeObject object = placed.manifest().object();
            String namespace = object.namespace().isEmpty() ? placed.namespace() : object.namespace();
            return new Identity(object.gvk().group(), object.kind(), namespace, object.name());
        }
    }

    @Override
    public Stream<Finding> find(CheckedProject project) {
        Map<Identity, Manifest> first = new HashMap<>();
        return project.placed().toList().stream().flatMap(placed -> {
            Manifest other = first.putIfAbsent(Identity.of(placed), placed.manifest());
            return other == null ? Stream.empty() : finding(other, placed.manifest());
        });
    }

    private static Stream<Finding> finding(Manifest first, Manifest second) {
        return first.object().tree().equals(second.object().tree())
                ? Stream.empty()
                : Stream.of(Finding.warning(
                        second.place(),
                        second.object() + " is also in " + first.place()
                                + ", with other content; `hookline dev` would apply both, so rename one, or start one"
                                + " example by its name"));
    }
}
