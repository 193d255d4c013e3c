import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which tasks wait for which: those in {@code runAfter}, and those whose results they use. */
record Graph(Map<String, Set<String>> before) {

    static Graph of(List<PipelineRun.Task> tasks) {
        Map<String, Set<String>> before = new HashMap<>();
        for (PipelineRun.Task task : tasks) {
            Set<String> names = new LinkedHashSet<>(task.runAfter() == null ? List.of() : task.runAfter());
            References.in(task).forEach(reference -> names.add(reference.task()));
            before.put(task.name(), names);
        }
        return new Graph(before);
    }

    /** Returns why the tasks cannot run: two have one name, one waits for an unknown task, or some wait for each other. */
    Optional<String> problem(List<PipelineRun.Task> tasks) {
        if (before.size() < tasks.size()) {
            return Optional.of("two tasks have the same name");
        }
        for (PipelineRun.Task task : tasks) {
            for (String name : before.get(task.name())) {
                if (!before.containsKey(name)) {
                    return Optional.of("task " + task.name() + " needs task " + name + ", which does not exist");
                }
            }
        }
        Set<String> visited = new HashSet<>();
        return tasks.stream()
                .map(task -> cycle(task.name(), new ArrayList<>(), visited))
                .flatMap(Optional::stream)
                .findFirst()
                .map(cycle -> "tasks wait for each other: " + String.join(" → ", cycle));
    }

    /** Follows the tasks before one until the path ends, or meets itself. No task is followed twice. */
    private Optional<List<String>> cycle(String name, List<String> path, Set<String> visited) {
        int first = path.indexOf(name);
        path.add(name);
        if (first >= 0) {
            return Optional.of(List.copyOf(path.subList(first, path.size())));
        }
        if (visited.add(name)) {
            for (String earlier : before.get(name)) {
                Optional<List<String>> cycle = cycle(earlier, path, visited);
                if (cycle.isPresent()) {
                    return cycle;
                }
            }
        }
        path.removeLast();
        return Optional.empty();
    }
}
