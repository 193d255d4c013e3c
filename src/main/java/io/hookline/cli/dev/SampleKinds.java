package io.hookline.cli.dev;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.NearestName;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Finds manifests whose kind the cluster does not serve and no CRD of the examples defines. */
final class SampleKinds {

    private final ScenarioEnvironment environment;

    SampleKinds(ScenarioEnvironment environment) {
        this.environment = environment;
    }

    /** What is wrong with the kind of an object, with file and line; empty if its kind is known. */
    Optional<String> problem(Manifest manifest, Collection<Scenario> examples) {
        GroupVersionKind kind = manifest.object().gvk();
        if (environment.resource(kind).isPresent()) {
            return Optional.empty();
        }
        List<GroupVersionKind> defined = examples.stream()
                .flatMap(example -> example.everything().stream())
                .filter(Manifest::isCrd)
                .flatMap(SampleKinds::kinds)
                .toList();
        if (defined.contains(kind)) {
            return Optional.empty();
        }
        return Optional.of(manifest.place() + ": no CRD defines kind " + shown(kind) + suggestion(kind, defined));
    }

    private String suggestion(GroupVersionKind wrong, List<GroupVersionKind> defined) {
        List<String> known = Stream.concat(
                        defined.stream(),
                        environment.cluster().discover().resources().stream().map(each -> each.gvk()))
                .distinct()
                .map(SampleKinds::shown)
                .toList();
        return NearestName.of(shown(wrong), known)
                .map(near -> "; did you mean " + near + "?")
                .orElse("; add its CRD to the folder");
    }

    private static String shown(GroupVersionKind kind) {
        return kind.kind() + " in " + kind.apiVersion();
    }

    /** The kinds that a CRD serves. */
    private static Stream<GroupVersionKind> kinds(Manifest crd) {
        JsonNode spec = crd.object().tree().path("spec");
        String kind = spec.at("/names/kind").asText();
        return StreamSupport.stream(spec.path("versions").spliterator(), false)
                .filter(version -> version.path("served").asBoolean())
                .map(version -> new GroupVersionKind(
                        spec.path("group").asText(), version.path("name").asText(), kind));
    }
}
