package io.hookline.cli.check.rule;

import java.util.List;
import java.util.stream.Stream;

/** All checks of a project. */
public final class Checks {

    /** What {@code dev} finds out when it applies the manifests and calls the hooks. */
    private static final List<Check> SEEN = List.of(new UnknownKinds(), new RefusedObjects(), new UnknownRelated());

    private static final List<Check> OTHERS = List.of(
            new BrokenYaml(),
            new UnknownFields(),
            new RemovedFields(),
            new ControllerFields(),
            new UnknownResources(),
            new StatusSubresource(),
            new RecordFields(),
            new ParentSelectors(),
            new HookPaths(),
            new CompetingControllers(),
            new ManyChildKinds(),
            new SameObjects(),
            new UndeclaredChildren(),
            new AnswerKeys(),
            new UselessAnswers(),
            new WatcherRoles(),
            new HookConfigMaps());

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
