package io.hookline.cli.dev;

import io.hookline.cli.check.rule.AnswerFixture;
import io.hookline.cli.check.rule.CheckedProject;
import io.hookline.cli.check.rule.Checks;
import io.hookline.cli.check.rule.Finding;
import io.hookline.cli.check.rule.ProjectApi;
import io.hookline.server.ServedHooks;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import java.util.List;
import java.util.Set;

/**
 * Checks the examples at the start and after each edit, and prints each finding once as long as it stays. What the API
 * server refuses is printed when the manifests are applied. Used by one thread.
 */
final class DevChecks {

    private final DevProject project;
    private final ServedHooks hooks;
    private final ScenarioEnvironment environment;
    private final DevConsole console;
    private final SeenRules rules;
    private Set<Finding> reported = Set.of();

    /** @param rules what customize hooks request */
    DevChecks(
            DevProject project,
            ServedHooks hooks,
            ScenarioEnvironment environment,
            DevConsole console,
            SeenRules rules) {
        this.rules = rules;
        this.project = project;
        this.hooks = hooks;
        this.environment = environment;
        this.console = console;
    }

    /**
     * Prints the new findings.
     *
     * @param notInstalled manifests that no API server has accepted or refused; there are some only if there is no
     *     example
     */
    void run(List<Scenario> examples, List<Scenario> notInstalled) {
        List<Finding> found =
                notInstalled.isEmpty() ? Checks.exceptRefusals(checked(examples)) : Checks.all(checked(notInstalled));
        found.stream().filter(finding -> !reported.contains(finding)).forEach(console::finding);
        reported = Set.copyOf(found);
    }

    private CheckedProject checked(List<Scenario> examples) {
        ProjectApi api =
                ProjectApi.of(examples, environment.cluster().discover().resources());
        List<HookSource> sources = project.hooks();
        List<AnswerFixture> fixtures = sources.stream()
                .flatMap(hook -> AnswerFixture.in(hook.folder(), hook.name()).stream())
                .toList();
        return new CheckedProject(examples, api, hooks::problem, hooks::parentShape, rules.rules(), sources, fixtures);
    }
}
