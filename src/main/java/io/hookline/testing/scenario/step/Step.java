package io.hookline.testing.scenario.step;

import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.file.MappingReader;
import io.hookline.testing.scenario.file.ObjectRef;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a step of {@code expect.yaml} does. Immutable.
 *
 * <p>A new operation is a record of its own file that implements this interface, its name behind {@code permits}, and a line
 * in {@code operations()}.
 */
public sealed interface Step
        permits Step.Check, Apply, Available, Break, Change, Delete, HookCalls, PodPhase, Quiet, Remember, Unchanged {

    /** All operations, in the order in which messages name them. */
    private static List<Operation> operations() {
        return List.of(
                new Operation("apply", Apply::applied),
                new Operation("create", Apply::created),
                new Operation("expect", Expect::read),
                new Operation("gone", Gone::read),
                new Operation("count", Count::read),
                new Operation("unchanged", Unchanged::read),
                new Operation("change", Change::read),
                new Operation("break", Set.of("delete"), Break::read),
                new Operation("run", yaml -> PodPhase.read(yaml, "Running")),
                new Operation("done", yaml -> PodPhase.read(yaml, "Succeeded")),
                new Operation("fail", yaml -> PodPhase.read(yaml, "Failed")),
                new Operation("avail", Available::read),
                new Operation("delete", Delete::read),
                new Operation("calls", HookCalls::read),
                new Operation("quiet", Quiet::read),
                new Operation("remember", Remember::read));
    }

    /**
     * The operation that a step names.
     *
     * @throws io.hookline.testing.scenario.file.ScenarioException if it names none, or several
     */
    static Operation operation(MappingReader fields) {
        List<String> names = fields.names();
        List<Operation> known = operations();
        List<Operation> named = known.stream()
                .filter(operation -> names.contains(operation.keyword()))
                .toList();
        List<Operation> meant = named.stream()
                .filter(operation ->
                        named.stream().noneMatch(other -> other.options().contains(operation.keyword())))
                .toList();
        if (meant.size() != 1) {
            String found =
                    meant.isEmpty() ? String.join(", ", names) : keywords(meant).toString();
            throw fields.problem("expected one of " + String.join(", ", keywords(known)) + "; found " + found);
        }
        return meant.getFirst();
    }

    private static List<String> keywords(List<Operation> operations) {
        return operations.stream().map(Operation::keyword).toList();
    }

    /** Says what it waits for, behind "expected". */
    String describe(Duration within);

    /** The objects that it is about, whose state a failure shows. */
    List<ObjectRef> objects();

    /** The same step with the values that {@code ${NAME}} stands for. */
    Step resolve(Variables variables);

    /** Prepares for a later {@link #run}, before anything is installed. */
    default void begin(StepContext context) {}

    /**
     * Does it, and waits until it has happened.
     *
     * @return empty when it went as expected; otherwise what was seen
     */
    Optional<String> run(StepContext context) throws InterruptedException;

    /** Only looks: holds now or does not, and may have to stay so. */
    sealed interface Check extends Step permits Expect, Gone, Count {

        /** How long it must go on to hold once it holds; zero for once is enough. */
        Duration still();

        /** Looks once; fails with ClusterExceptions. */
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
