package io.hookline.testing.scenario.step;

import io.hookline.object.FieldPath;
import io.hookline.object.NearestName;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.MappingReader;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.file.ValuePath;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The operation of a step of {@code expect.yaml}. Immutable.
 *
 * <p>To add an operation, write a record that implements this interface in the class of its kind, such as
 * {@link WriteSteps}. Add it to {@code permits} (of {@link Check} if it only reads), to {@code operations()}, and to
 * the table in {@code examples/README.md}.
 */
public sealed interface Step
        permits Step.Check,
                WriteSteps.Apply,
                WriteSteps.Available,
                WriteSteps.Break,
                WriteSteps.Change,
                WriteSteps.Delete,
                CallSteps.HookCalls,
                WriteSteps.PodPhase,
                CallSteps.Quiet,
                StateSteps.Remember,
                StateSteps.Unchanged {

    /** All operations, in the order of messages. */
    private static List<StepParser> operations() {
        return List.of(
                new StepParser("apply", WriteSteps.Apply::applied),
                new StepParser("create", WriteSteps.Apply::created),
                new StepParser("expect", StateSteps.Expect::read),
                new StepParser("gone", StateSteps.Gone::read),
                new StepParser("count", StateSteps.Count::read),
                new StepParser("unchanged", StateSteps.Unchanged::read),
                new StepParser("change", WriteSteps.Change::read),
                new StepParser("break", Set.of("delete"), WriteSteps.Break::read),
                new StepParser("run", yaml -> WriteSteps.PodPhase.read(yaml, "Running")),
                new StepParser("done", yaml -> WriteSteps.PodPhase.read(yaml, "Succeeded")),
                new StepParser("fail", yaml -> WriteSteps.PodPhase.read(yaml, "Failed")),
                new StepParser("avail", WriteSteps.Available::read),
                new StepParser("delete", WriteSteps.Delete::read),
                new StepParser("calls", CallSteps.HookCalls::read),
                new StepParser("quiet", CallSteps.Quiet::read),
                new StepParser("remember", StateSteps.Remember::read));
    }

    /**
     * The operation that a step names.
     *
     * @throws io.hookline.testing.scenario.file.ScenarioException if the step does not name exactly one operation
     */
    static StepParser operation(MappingReader fields) {
        List<String> names = fields.names();
        List<StepParser> known = operations();
        List<StepParser> named = known.stream()
                .filter(operation -> names.contains(operation.keyword()))
                .toList();
        List<StepParser> chosen = named.stream()
                .filter(operation ->
                        named.stream().noneMatch(other -> other.options().contains(operation.keyword())))
                .toList();
        if (chosen.size() != 1) {
            String found = chosen.isEmpty()
                    ? String.join(", ", names)
                    : keywords(chosen).toString();
            String meant = chosen.isEmpty() ? meant(names, keywords(known)) : "";
            throw fields.problem("expected one of " + String.join(", ", keywords(known)) + "; found " + found + meant);
        }
        return chosen.getFirst();
    }

    private static String meant(List<String> names, List<String> keywords) {
        return names.stream()
                .flatMap(name -> NearestName.suggestion(name, keywords).stream())
                .findFirst()
                .orElse("");
    }

    private static List<String> keywords(List<StepParser> operations) {
        return operations.stream().map(StepParser::keyword).toList();
    }

    /** Describes the expected state, for the paragraph "expected" of a failure. */
    String describe(Duration within);

    /** The objects whose state a failure shows. */
    List<ObjectRef> objects();

    /**
     * The kinds that the step names as text, and what it reads and writes of their objects.
     *
     * @param keyword the field of the step that names the operation
     */
    default List<Mention> mentions(String keyword) {
        return objects().stream()
                .map(object -> Mention.of(keyword, object.kind()))
                .toList();
    }

    /** The objects that the step writes as a whole. */
    default List<Manifest> manifests() {
        return List.of();
    }

    /** The same step with its {@code ${NAME}} references replaced by values. */
    Step resolve(Variables variables);

    /** Prepares for a later {@link #run}, before the installation. */
    default void begin(StepContext context) {}

    /**
     * Runs the step and waits for its effect.
     *
     * @return empty on success; otherwise the state seen
     */
    Optional<String> run(StepContext context) throws InterruptedException;

    /**
     * A kind that a step names, as kubectl does.
     *
     * @param place in the step
     * @param value what the step reads or writes of the objects; empty if only the kind is named
     */
    record Mention(FieldPath place, String kind, Optional<ValuePath> value) {

        static Mention of(String field, String kind) {
            return new Mention(new FieldPath(field), kind, Optional.empty());
        }

        /** What a step says about a value, in a field that has the path as its name. */
        static Mention of(String field, String kind, ValuePath value) {
            return new Mention(new FieldPath(field).field(value.text()), kind, Optional.of(value));
        }

        /** Both, in the order of the file. */
        static List<Mention> joined(List<Mention> some, List<Mention> others) {
            return Stream.concat(some.stream(), others.stream()).toList();
        }
    }

    /** A step that only reads. It can also require that the state stays. */
    sealed interface Check extends Step permits StateSteps.Expect, StateSteps.Gone, StateSteps.Count {

        /** How long the check must keep holding; zero if once is enough. */
        Duration still();

        /** Checks once. Fails with ClusterExceptions. */
        CheckResult check(StepContext context);

        @Override
        default Optional<String> run(StepContext context) throws InterruptedException {
            Optional<String> failure = context.until(() -> check(context));
            if (failure.isPresent() || still().isZero()) {
                return failure;
            }
            return context.throughout(still(), () -> check(context)).map(saw -> "it did not stay so: " + saw);
        }
    }
}
