package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.docs.Figure;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Who writes what in the examples with several controllers, each controller in a watcher and a hook server of its own. The mini control
 * plane has a test of its own, {@link MiniControlPlaneIT}.
 */
@Tag("soak")
@Execution(ExecutionMode.CONCURRENT)
class ExampleWritersIT {

    private static final String ELSEWHERE = "mini-control-plane";

    /** The kinds that several controllers of an example write, each for parents of its own. */
    private static final Map<String, Set<String>> SHARED_KINDS = Map.of(
            "example-resource", Set.of("configmaps", "exampleresources/status"), // one controller for each language
            "foobar", Set.of("jobs"), // parents with and without the label variant=sdk
            "mini-scheduler", Set.of("pods/status"), // before a Pod has a node, and after
            "postgresql", Set.of("secrets"), // of the namespace of the database, and of others
            "target-label-selector", Set.of("configmaps", "tickets/status"), // one controller for each team
            "update-strategy", Set.of("cards", "notes/status", "controllerrevisions")); // one for each method

    /** The kinds whose single objects several controllers of an example write. */
    private static final Map<String, Set<String>> SHARED_OBJECTS = Map.of(
            "example-resource", SHARED_KINDS.get("example-resource"), // a user labels a parent for another controller
            "mini-scheduler", SHARED_KINDS.get("mini-scheduler"));

    private static final Map<Scenario, SeparateControllers> EXAMPLES = new HashMap<>();

    @BeforeAll
    static void run() throws Exception {
        Scenario.readAll(Path.of("examples")).stream()
                .filter(each -> !each.name().equals(ELSEWHERE))
                .filter(each -> SeparateControllers.controllers(each).size() > 1)
                .forEach(each -> EXAMPLES.put(each, new SeparateControllers(each)));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> tasks = EXAMPLES.values().stream()
                    .map(example -> (Callable<Boolean>) () -> {
                        example.pass();
                        return true;
                    })
                    .toList();
            for (Future<Boolean> task : threads.invokeAll(tasks)) {
                task.get();
            }
        }
        assertThat(EXAMPLES).hasSizeGreaterThan(10);
    }

    @AfterAll
    static void stop() {
        EXAMPLES.values().forEach(SeparateControllers::close);
    }

    @Test
    void aControllerWritesNoKindButThoseThatItDeclares() {
        List<String> undeclared = new ArrayList<>();
        EXAMPLES.forEach((example, run) -> SeparateControllers.controllers(example)
                .forEach(controller -> run.resources().get(controller.object().name()).stream()
                        .filter(resource -> !declared(controller).contains(resource.split("/")[0]))
                        .forEach(resource ->
                                undeclared.add(example.name() + ": " + controller.object() + " writes " + resource))));

        assertThat(undeclared).isEmpty();
        Figure.of("kinds that a controller of an example writes and does not declare", "kinds")
                .atMost(0)
                .is(undeclared.size());
    }

    /** The resources of parents and children. The watcher stores revisions of rolling updates for the controller. */
    private static Set<String> declared(Manifest controller) {
        JsonNode spec = controller.object().tree().path("spec");
        Set<String> declared = new HashSet<>(Set.of("controllerrevisions"));
        for (String field : List.of("parentResource", "resources", "childResources", "attachments")) {
            declared.addAll(spec.path(field).findValuesAsText("resource"));
        }
        return declared;
    }

    @Test
    void noKindHasTwoWritersInAnExampleThatDoesNotShareItOnPurpose() {
        List<String> shared = shared(SeparateControllers.Written::resource, SHARED_KINDS);

        assertThat(shared).isEmpty();
        Figure.of("kinds with two writers in an example that does not share them on purpose", "kinds")
                .atMost(0)
                .is(shared.size());
    }

    @Test
    void noObjectHasTwoWritersInAnExampleThatDoesNotHandItOver() {
        List<String> shared = shared(written -> written.resource() + " " + written.object(), SHARED_OBJECTS);

        assertThat(shared).isEmpty();
        Figure.of("objects with two writers in an example that does not hand them over", "objects")
                .atMost(0)
                .is(shared.size());
    }

    /** What several controllers of one example write, except the kinds that it shares on purpose. */
    private static List<String> shared(
            Function<SeparateControllers.Written, String> what, Map<String, Set<String>> onPurpose) {
        List<String> shared = new ArrayList<>();
        EXAMPLES.forEach((example, run) -> {
            Map<String, Set<String>> writers = new TreeMap<>();
            run.written()
                    .forEach((controller, objects) -> objects.stream()
                            .filter(object -> !onPurpose
                                    .getOrDefault(example.name(), Set.of())
                                    .contains(object.resource()))
                            .forEach(object -> writers.computeIfAbsent(what.apply(object), _ -> new HashSet<>())
                                    .add(controller)));
            writers.values().removeIf(controllers -> controllers.size() < 2);
            writers.forEach((object, controllers) -> shared.add(example.name() + ": " + object + " " + controllers));
        });
        return shared;
    }

    @Test
    void eachControllerOfAChainWritesTheObjectsOfTheNextAndTheStatusOfItsOwn() {
        assertThat(resources("mini-deployment"))
                .isEqualTo(Map.of(
                        "mini-deployment", Set.of("minideployments/status", "minireplicasets"),
                        "mini-replicaset", Set.of("minireplicasets/status", "pods")));
        assertThat(resources("pipeline"))
                .isEqualTo(Map.of(
                        "pipeline", Set.of("pipelineruns/status", "taskruns"),
                        "taskrun", Set.of("taskruns/status", "pods")));
    }

    private static Map<String, Set<String>> resources(String example) {
        return EXAMPLES.entrySet().stream()
                .filter(each -> each.getKey().name().equals(example))
                .findFirst()
                .orElseThrow()
                .getValue()
                .resources();
    }
}
