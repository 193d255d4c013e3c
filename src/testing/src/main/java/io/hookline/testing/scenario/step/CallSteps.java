package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.within;

import io.hookline.object.Json;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.environment.RecordedEvents;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.environment.WriteScope;
import io.hookline.testing.scenario.file.Durations;
import io.hookline.testing.scenario.file.MappingReader;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.file.ValueMatcher;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The operations that count what controllers do: {@code calls} and {@code quiet}. */
final class CallSteps {

    private CallSteps() {}

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

    /** {@code quiet}: the watcher writes nothing and records no event for this scenario for a time. */
    record Quiet(Duration still) implements Step {

        private static final Duration INTERVAL = Duration.ofMillis(50);

        static Quiet read(StepYaml yaml) {
            return new Quiet(yaml.fields().duration(yaml.keyword()));
        }

        @Override
        public String describe(Duration within) {
            return "no writes and events for " + Durations.text(still) + ", beginning" + within(within);
        }

        @Override
        public List<ObjectRef> objects() {
            return List.of();
        }

        @Override
        public Quiet resolve(Variables variables) {
            return this;
        }

        /** The quiet time must begin within the step's limit, so that running work can end first. */
        @Override
        public Optional<String> run(StepContext context) throws InterruptedException {
            ScenarioEnvironment environment = context.environment();
            Instant latest = environment.now().plus(context.within());
            Instant since = environment.now();
            Activity before = Activity.now(context);
            while (Duration.between(since, environment.now()).compareTo(still) < 0) {
                environment.pause(INTERVAL);
                Activity now = Activity.now(context);
                if (!now.equals(before)) {
                    if (environment.now().isAfter(latest)) {
                        return Optional.of(now.since(before, context));
                    }
                    since = environment.now();
                    before = now;
                }
            }
            return Optional.empty();
        }

        private record Activity(long writes, String events) {

            static Activity now(StepContext context) {
                return new Activity(
                        context.environment()
                                .apiWrites(new WriteScope(
                                        context.namespace(),
                                        context.installer().controllers().resources())),
                        recorded(context).fingerprint());
            }

            private static RecordedEvents recorded(StepContext context) {
                return RecordedEvents.of(
                        context.environment(),
                        context.namespace(),
                        context.installer().controllers());
            }

            String since(Activity before, StepContext context) {
                String event = events.equals(before.events)
                        ? ""
                        : " and an event"
                                + recorded(context)
                                        .newest()
                                        .map(text -> ": " + text)
                                        .orElse("");
                return (writes - before.writes) + " writes" + event;
            }
        }
    }
}
