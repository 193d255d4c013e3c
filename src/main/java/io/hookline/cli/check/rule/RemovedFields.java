package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.RemovedApis;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.testing.scenario.file.Manifest;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is in API versions that Kubernetes has removed, besides the kinds of manifests: fields that the version of today has elsewhere
 * or requires, and children in the answers of fixtures.
 */
final class RemovedFields implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return Stream.concat(
                project.manifests().flatMap(RemovedFields::find),
                project.fixtures().stream().flatMap(RemovedFields::find));
    }

    private static Stream<Finding> find(Manifest manifest) {
        return RemovedApis.table().find(manifest.object().gvk()).stream()
                .flatMap(removed -> removed.changes(manifest.object()).stream())
                .map(change -> finding(manifest, change));
    }

    private static Finding finding(Manifest manifest, RemovedApis.Entry.Change change) {
        return Finding.error(manifest, change.field(), change.message());
    }

    private static Stream<Finding> find(AnswerFixture fixture) {
        JsonNode children = fixture.children();
        return IntStream.range(0, children.isArray() ? children.size() : 0)
                .boxed()
                .flatMap(i ->
                        removed(children.get(i))
                                .map(removed -> finding(fixture, i, children.get(i), removed))
                                .stream());
    }

    /** The entry of a child's kind; empty if it was never removed. */
    static Optional<RemovedApis.Entry> removed(JsonNode child) {
        String apiVersion = child.path("apiVersion").asText();
        return RemovedApis.table()
                .find(GroupVersionKind.of(apiVersion, child.path("kind").asText()));
    }

    private static Finding finding(AnswerFixture fixture, int index, JsonNode child, RemovedApis.Entry removed) {
        FieldPath place = fixture.childrenPlace().index(index);
        return fixture.error(
                place,
                place + ": kind " + child.path("kind").asText() + " in "
                        + child.path("apiVersion").asText() + ": " + removed.help());
    }
}
