package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.within;

import io.hookline.object.Json;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.file.MappingReader;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.file.ValueMatcher;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code calls}: the number of calls of a hook.
 *
 * @param sinceStep whether to count from this step on instead of from the beginning of the scenario
 */
record HookCalls(String hook, ValueMatcher number, boolean sinceStep) implements Step {

    static HookCalls read(StepYaml yaml) {
        MappingReader fields = yaml.fields().inner(yaml.keyword());
        String hook = fields.text("hook");
        boolean grows = fields.has("grows");
        ValueMatcher number = grows
                ? new ValueMatcher(List.of(new ValueMatcher.Test.AtLeast(fields.number("grows"))))
                : ValueMatcher.bounds(fields, "exactly");
        fields.refuseOthers("calls");
        return new HookCalls(hook, number, grows);
    }

    @Override
    public String describe(Duration within) {
        return "calls of hook " + hook + " " + number + within(within);
    }

    @Override
    public List<ObjectRef> objects() {
        return List.of();
    }

    @Override
    public HookCalls resolve(Variables variables) {
        return this;
    }

    @Override
    public void begin(StepContext context) {
        context.callsBefore().put(hook, context.environment().hookCalls(hook));
    }

    @Override
    public Optional<String> run(StepContext context) throws InterruptedException {
        long from = sinceStep
                ? context.environment().hookCalls(hook)
                : context.callsBefore().getOrDefault(hook, 0L);
        return context.until(() -> {
            long calls = context.environment().hookCalls(hook) - from;
            return CheckResult.of(number.accepts(Json.NODES.numberNode(calls), Map.of()), calls + " calls");
        });
    }
}
