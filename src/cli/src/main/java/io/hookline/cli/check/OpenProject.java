package io.hookline.cli.check;

import io.hookline.cli.check.rule.AnswerFixture;
import io.hookline.cli.check.rule.CheckedProject;
import io.hookline.cli.check.rule.Checks;
import io.hookline.cli.check.rule.Finding;
import io.hookline.cli.check.rule.ProjectApi;
import io.hookline.cli.dev.DevProject;
import io.hookline.hook.RelatedRule;
import io.hookline.process.HookHost;
import io.hookline.server.call.HookSettings;
import io.hookline.server.call.SideEffects;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.ScenarioException;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The examples of a project with their hooks, which are loaded once. */
final class OpenProject implements AutoCloseable {

    private static final String REQUEST = ".request.json";
    private static final String ANSWER = ".answer.json";

    /** What a finding about a real answer says in addition to one about an expected answer. */
    private static final Pattern SUBJECT =
            Pattern.compile("^the hook \\S+ answers with |(?<=^the watcher refuses the answer) of the hook [^\\s:]+");

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
                HookSettings.DEFAULTS.keepingClasses().withSideEffects(SideEffects.NOT_SENT),
                new PrometheusRegistry(),
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
        CompletableFuture<ProjectApi> api = startApi();
        load();
        return check(api.join(), List.of());
    }

    /** Loads the hooks, calls them with their fixtures, and finds the mistakes in the project, sorted by place. */
    List<Finding> checkCalling() throws InterruptedException {
        CompletableFuture<ProjectApi> api = startApi();
        load();
        List<FixtureRun> runs = FixtureRun.of(this);
        return withoutRepeated(Stream.concat(
                        check(api.join(), runs).stream(),
                        runs.stream().flatMap(run -> Stream.concat(run.errors().stream(), run.unsettled().stream())))
                .sorted()
                .toList());
    }

    /** Without what is wrong with a real answer, if it is also wrong with the answer that the fixture expects. */
    private static List<Finding> withoutRepeated(List<Finding> findings) {
        Set<String> known = findings.stream()
                .filter(finding -> finding.file().endsWith(ANSWER))
                .map(finding -> finding.file() + finding.message())
                .collect(Collectors.toSet());
        return findings.stream()
                .filter(finding -> !finding.file().endsWith(REQUEST)
                        || !known.contains(finding.file().replace(REQUEST, ANSWER)
                                + SUBJECT.matcher(finding.message()).replaceFirst("")))
                .toList();
    }

    private CompletableFuture<ProjectApi> startApi() {
        return CompletableFuture.supplyAsync(() -> ProjectApi.of(examples));
    }

    private void load() {
        Set<String> names = sources.stream().map(HookSource::name).collect(Collectors.toSet());
        hooks.loadOnce(names::contains);
    }

    /** @param runs what hooks really answered */
    private List<Finding> check(ProjectApi api, List<FixtureRun> runs) {
        List<AnswerFixture> expected = sources.stream()
                .flatMap(source -> AnswerFixture.in(source.folder(), source.name()).stream())
                .toList();
        List<AnswerFixture> fixtures = Stream.concat(
                        expected.stream(), runs.stream().flatMap(run -> run.returned().stream()))
                .toList();
        Map<String, List<RelatedRule>> related = new HashMap<>();
        runs.forEach(
                run -> run.rules().ifPresent(rules -> related.put(run.source().name(), rules)));
        CheckedProject checked = new CheckedProject(
                examples,
                api,
                hooks.hooks()::problem,
                hooks.hooks()::types,
                hooks.hooks()::parentShape,
                related,
                sources,
                fixtures);
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

    /** Turns the reason why a hook does not load into findings. */
    static final class BrokenHook {

        /** The place in a script, as its interpreter or worker names it: {@code sync.py:8 SyntaxError: ...}. */
        private static final Pattern SCRIPT = Pattern.compile("([\\w./-]+\\.\\w+):(\\d+) (.*)");

        private BrokenHook() {}

        /**
         * The findings: one for each line that begins with its place, together with the lines that explain it.
         *
         * @param folder of the hook, as the user names it
         */
        static List<Finding> findings(Path folder, String hook, String problem) {
            List<Finding> found = new ArrayList<>();
            for (String line : problem.lines().filter(each -> !each.isBlank()).toList()) {
                Finding next = Finding.placed(shown(folder), line);
                Matcher script = SCRIPT.matcher(line);
                if (script.matches() && Files.isRegularFile(folder.resolve(script.group(1)))) {
                    found.add(Finding.error(
                            folder.resolve(script.group(1)) + ":" + script.group(2),
                            "hook " + hook + " does not load: " + script.group(3)));
                } else if (next.line() > 0) {
                    found.add(at(folder.resolve(next.file()), next, next.message()));
                } else if (found.isEmpty()) {
                    found.add(Finding.error(shown(folder), "hook " + hook + " does not load: " + line.strip()));
                } else {
                    Finding last = found.removeLast();
                    found.add(at(Path.of(last.file()), last, last.message() + "\n" + line.strip()));
                }
            }
            return found;
        }

        private static Finding at(Path file, Finding finding, String message) {
            return new Finding(finding.severity(), file.toString(), finding.line(), message);
        }

        /** The path of a folder; a dot for the folder in which the command runs. */
        static String shown(Path folder) {
            return folder.toString().isEmpty() ? "." : folder.toString();
        }
    }
}
