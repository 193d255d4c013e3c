package io.hookline.testing.scenario;

import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.StepFailure.Detail;
import io.hookline.testing.scenario.environment.NamespacedObjects;
import io.hookline.testing.scenario.environment.ObjectYaml;
import io.hookline.testing.scenario.environment.RecordedEvents;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.step.Step;
import io.hookline.testing.scenario.step.StepContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Collects the details that explain why a step failed. */
final class FailureReport {

    private static final int OBJECTS = 2;
    private static final int OBJECT_LINES = 80;
    private static final int WATCHER_LINES = 5;
    private static final int LINE_LENGTH = 300;

    private final ScenarioEnvironment environment;
    private final String namespace;

    /**
     * Creates the report of one scenario.
     *
     * @param namespace of the scenario
     */
    FailureReport(ScenarioEnvironment environment, String namespace) {
        this.environment = environment;
        this.namespace = namespace;
    }

    /**
     * Describes a failed step.
     *
     * @param action the step's operation with its variables resolved
     */
    StepFailure of(ScenarioStep step, Step action, StepContext context, String saw) {
        List<Detail> details = new ArrayList<>();
        details.add(new Detail("at", step.place()));
        details.add(new Detail("expected", action.describe(step.within())));
        details.add(new Detail("saw", saw));
        RecordedEvents.of(environment, namespace, context.installer().controllers())
                .newestWarning()
                .ifPresent(warning -> details.add(new Detail("warning", shortened(warning))));
        action.objects().stream()
                .flatMap(object -> find(object, context).stream())
                .limit(OBJECTS)
                .forEach(object -> details.add(new Detail("object", cut(ObjectYaml.of(object)))));
        List<String> lines = watcherLines(action.objects(), context);
        if (!lines.isEmpty()) {
            details.add(new Detail("watcher", String.join("\n", lines)));
        }
        return new StepFailure(step.number(), step.title(), details);
    }

    private static Optional<KubeObject> find(ObjectRef object, StepContext context) {
        try {
            return new NamespacedObjects(context.environment(), context.namespace()).find(object);
        } catch (ClusterException e) {
            return Optional.empty(); // the report has this error already, under "saw"
        }
    }

    private static String shortened(String line) {
        return line.length() <= LINE_LENGTH ? line : line.substring(0, LINE_LENGTH) + "...";
    }

    private static String cut(String yaml) {
        List<String> lines = yaml.lines().toList();
        return lines.size() <= OBJECT_LINES
                ? yaml
                : String.join("\n", lines.subList(0, OBJECT_LINES)) + "\n... and " + (lines.size() - OBJECT_LINES)
                        + " more lines";
    }

    /** The last log lines about the step's objects; without any, the last lines about the namespace. */
    private List<String> watcherLines(List<ObjectRef> objects, StepContext context) {
        List<String> log = environment.watcherLog();
        List<String> names =
                objects.stream().map(ObjectRef::name).map(Pattern::quote).toList();
        Pattern about = Pattern.compile("(?<![\\w.-])(?:" + String.join("|", names) + ")(?![\\w.-])");
        Pattern namespaced = Pattern.compile("(?<![\\w.-])" + Pattern.quote(context.namespace()) + "(?![\\w.-])");
        List<String> inNamespace =
                log.stream().filter(line -> namespaced.matcher(line).find()).toList();
        List<String> chosen = names.isEmpty()
                ? inNamespace
                : inNamespace.stream()
                        .filter(line -> about.matcher(line).find())
                        .toList();
        List<String> lines = chosen.isEmpty() ? inNamespace : chosen;
        return lines.subList(Math.max(0, lines.size() - WATCHER_LINES), lines.size()).stream()
                .map(FailureReport::shortened)
                .toList();
    }
}
