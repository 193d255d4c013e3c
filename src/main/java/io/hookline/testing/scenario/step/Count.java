package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.stays;
import static io.hookline.testing.scenario.step.Phrases.within;

import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.file.ValueMatcher;
import java.time.Duration;
import java.util.List;

/** {@code count}: the number of objects of a kind with these labels and values, including objects that are being deleted. */
record Count(String kind, LabelSelector labels, FieldMatchers where, ValueMatcher number, Duration still)
        implements Step.Check {

    static Count read(StepYaml yaml) {
        return new Count(
                yaml.fields().text("count"),
                yaml.fields().labels("labels"),
                FieldMatchers.read(yaml),
                ValueMatcher.bounds(yaml.fields(), "is"),
                yaml.still());
    }

    @Override
    public String describe(Duration within) {
        return "the number of " + kind + where.inline() + " " + number + within(within) + stays(still) + where.block();
    }

    @Override
    public List<ObjectRef> objects() {
        return List.of();
    }

    @Override
    public Count resolve(Variables variables) {
        return this;
    }

    @Override
    public CheckResult check(StepContext context) {
        List<String> names = context.objects().list(kind, labels).stream()
                .filter(object -> where.differences(object, context.variables()).isEmpty())
                .map(KubeObject::name)
                .toList();
        boolean right = number.accepts(
                Json.NODES.numberNode((long) names.size()), context.variables().all());
        return CheckResult.of(right, names.size() + " " + names);
    }
}
