package io.hookline.cli.check;

import io.hookline.cli.check.rule.AnswerFixture;
import io.hookline.cli.check.rule.CheckedProject;
import io.hookline.cli.check.rule.Checks;
import io.hookline.cli.check.rule.Finding;
import io.hookline.cli.check.rule.ProjectApi;
import io.hookline.cli.dev.DevProject;
import io.hookline.process.HookHost;
import io.hookline.server.call.HookSettings;
import io.hookline.server.call.SideEffects;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.ScenarioException;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The examples of a project with their hooks, which are loaded once. */
final class OpenProject implements AutoCloseable {

    private final DevProject project;
    private final List<Scenario> examples = new ArrayList<>();
    private final List<Finding> unreadable = new ArrayList<>();
    private final HookHost hooks;
    private final List<HookSource> sources;

    /** Reads the examples and loads their hooks. */
    OpenProject(DevProject project) {
        this.project = project;
        for (Path folder : project.folders()) {
            read(folder);
        }
        hooks = HookHost.open(
                project::hooks,
                HookSettings.DEFAULTS.withSideEffects(SideEffects.NOT_SENT),
                new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
                Optional.of(InstantSource.system()));
        sources = project.hooks().stream().filter(this::isNeeded).toList();
    }

    private void read(Path folder) {
        try {
            Set<String> problems = new LinkedHashSet<>();
            Scenario example =
                    Scenario.readManifests(folder, problem -> problems.add(String.valueOf(problem.getMessage())));
            problems.forEach(problem -> unreadable.add(Finding.placed(BrokenHook.shown(folder), problem)));
            project.read(example);
            examples.add(example);
        } catch (ScenarioException e) {
            unreadable.add(Finding.placed(BrokenHook.shown(folder), String.valueOf(e.getMessage())));
        }
    }

    /** Whether a hook is called by one of the examples, or is in one of their folders. */
    private boolean isNeeded(HookSource source) {
        Set<String> named =
                examples.stream().flatMap(each -> each.hooks().stream()).collect(Collectors.toSet());
        return project.isWhole()
                || named.contains(source.name())
                || project.folders().stream()
                        .map(Path::toAbsolutePath)
                        .anyMatch(folder ->
                                source.folder().toAbsolutePath().normalize().startsWith(folder.normalize()));
    }

    /** The examples whose manifests can be read. */
    List<Scenario> examples() {
        return List.copyOf(examples);
    }

    /** The number of examples, including those that cannot be read. */
    int count() {
        return project.folders().size();
    }

    /** The hooks of the examples. */
    List<HookSource> sources() {
        return sources;
    }

    HookHost hooks() {
        return hooks;
    }

    /** Loads the hooks, and finds the mistakes in the project, sorted by place. */
    List<Finding> check() {
        CompletableFuture<ProjectApi> api = CompletableFuture.supplyAsync(() -> ProjectApi.of(examples));
        Set<String> names = sources.stream().map(HookSource::name).collect(Collectors.toSet());
        hooks.loadOnce(names::contains);
        List<AnswerFixture> fixtures = sources.stream()
                .flatMap(source -> AnswerFixture.in(source.folder(), source.name()).stream())
                .toList();
        CheckedProject checked = new CheckedProject(
                examples, api.join(), hooks.hooks()::problem, hooks.hooks()::parentShape, sources, fixtures);
        return Stream.of(unreadable.stream(), sources.stream().flatMap(this::broken), Checks.all(checked).stream())
                .flatMap(found -> found)
                .distinct()
                .sorted()
                .toList();
    }

    /** Why a hook does not load. */
    private Stream<Finding> broken(HookSource source) {
        Path folder = AnswerFixture.shown(source.folder());
        return hooks.problem(source.name()).stream()
                .flatMap(problem -> BrokenHook.findings(folder, source.name(), problem).stream());
    }

    @Override
    public void close() {
        hooks.close();
    }
}
