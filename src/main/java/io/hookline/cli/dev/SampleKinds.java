package io.hookline.cli.dev;

import io.hookline.cli.check.rule.KindNames;
import io.hookline.cli.check.rule.ProjectApi;
import io.hookline.object.GroupVersionKind;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import java.util.Collection;
import java.util.Optional;

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
        KindNames kinds = new KindNames(
                ProjectApi.of(examples, environment.cluster().discover().resources()));
        return kinds.problem(kind)
                .or(() -> kinds.refusedDefinition(kind))
                .map(problem -> manifest.place() + ": " + problem);
    }
}
