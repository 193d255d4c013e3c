package io.hookline.cli.check.rule;

import io.hookline.testing.scenario.Scenario;
import java.util.stream.Stream;

/** Customize hooks of which nothing shows what they request, so that the role of the watcher may lack it. */
final class UnknownRelated implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.examples().stream().flatMap(example -> find(project, example));
    }

    private static Stream<Finding> find(CheckedProject project, Scenario example) {
        return WatcherRoles.role(example).stream()
                .flatMap(role -> WatcherRoles.least(example, project.related()).stream()
                        .flatMap(least -> least.warnings().stream())
                        .map(warning -> Finding.warning(role.place(), warning)));
    }
}
