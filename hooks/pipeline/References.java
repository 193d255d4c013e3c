import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Results of other tasks, as {@code $(tasks.build.results.image)}: in the image of a task and in the values of its environment
 * variables. They are not replaced in scripts, because a result could then bring its own commands.
 */
record References(String task, String result) {

    private static final Pattern REFERENCE =
            Pattern.compile("\\$\\(tasks\\.([a-z0-9-]+)\\.results\\.([A-Za-z0-9_.-]+)\\)");

    static List<References> in(PipelineRun.Task task) {
        List<References> references = new ArrayList<>();
        List<String> texts = new ArrayList<>(List.of(task.image()));
        task.variables().stream()
                .filter(variable -> variable.getValue() != null)
                .forEach(variable -> texts.add(variable.getValue()));
        for (String text : texts) {
            REFERENCE
                    .matcher(text)
                    .results()
                    .forEach(match -> references.add(new References(match.group(1), match.group(2))));
        }
        return references;
    }

    static String image(PipelineRun.Task task, Map<String, PipelineRun.TaskStatus> tasks) {
        return replaced(task.image(), tasks, UnaryOperator.identity());
    }

    /** Kubernetes itself replaces $(NAME) in values, unless the dollar sign is doubled. */
    static List<EnvVar> variables(PipelineRun.Task task, Map<String, PipelineRun.TaskStatus> tasks) {
        return task.variables().stream()
                .map(variable -> variable.getValue() == null
                        ? variable
                        : new EnvVarBuilder(variable)
                                .withValue(replaced(variable.getValue(), tasks, result -> result.replace("$(", "$$(")))
                                .build())
                .toList();
    }

    private static String replaced(
            String text, Map<String, PipelineRun.TaskStatus> tasks, UnaryOperator<String> escaped) {
        return REFERENCE
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(
                        escaped.apply(tasks.get(match.group(1)).resultsOrNone().get(match.group(2)))));
    }
}
