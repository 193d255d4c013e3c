package io.hookline.cli.check.rule;

import java.util.List;
import java.util.stream.Stream;

/** All checks of a project. */
public final class Checks {

    /** What {@code dev} finds out when it applies the manifests and calls the hooks. */
    private static final List<Check> SEEN =
            List.of(ManifestChecks::unknownKinds, ManifestChecks::refusedObjects, DeployChecks::unknownRelated);

    private static final List<Check> OTHERS = List.of(
            ManifestChecks::brokenYaml,
            ManifestChecks::unknownFields,
            ManifestChecks::removedFields,
            ManifestChecks::sameObjects,
            ControllerChecks::unusableFields,
            ControllerChecks::unknownResources,
            ControllerChecks::statusSubresource,
            ControllerChecks::recordFields,
            ControllerChecks::parentSelectors,
            ControllerChecks::hookPaths,
            ControllerChecks::uncalledHooks,
            ControllerChecks::competingControllers,
            ControllerChecks::manyChildKinds,
            FixtureChecks::undeclaredChildren,
            FixtureChecks::unknownKeys,
            FixtureChecks::uselessAnswers,
            AnsweredObjects::refusedChildren,
            AnsweredObjects::misplacedChildren,
            AnsweredObjects::unknownFields,
            AnsweredObjects::statuses,
            DefinitionChecks::unknownPaths,
            ScenarioChecks::unknownKinds,
            ScenarioChecks::unknownValues,
            DeployChecks::watcherRoles,
            HookConfigMaps::findings);

    /** Finds one type of mistake. It reads only the project that it receives. */
    @FunctionalInterface
    private interface Check {

        Stream<Finding> find(CheckedProject project);
    }

    private Checks() {}

    /** All findings, sorted by place. */
    public static List<Finding> all(CheckedProject project) {
        return find(Stream.concat(SEEN.stream(), OTHERS.stream()), project);
    }

    /** The findings about a project whose manifests an API server has accepted or refused already. */
    public static List<Finding> exceptRefusals(CheckedProject project) {
        return find(OTHERS.stream(), project);
    }

    private static List<Finding> find(Stream<Check> checks, CheckedProject project) {
        return checks.flatMap(check -> check.find(project)).distinct().sorted().toList();
    }
}
