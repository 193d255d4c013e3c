package io.hookline.testing.scenario.step;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.environment.ObjectYaml;
import io.hookline.testing.scenario.file.Durations;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.file.ValueMatcher;
import io.hookline.testing.scenario.file.ValuePath;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** {@code unchanged}: a value of an object does not change; without a path, the object is not written at all. */
record Unchanged(ObjectRef target, Optional<ValuePath> path, Duration still) implements Step {

    static Unchanged read(StepYaml yaml) {
        Optional<ValuePath> path =
                yaml.fields().has("path") ? Optional.of(yaml.fields().path("path")) : Optional.empty();
        return new Unchanged(yaml.target(), path, yaml.fields().duration("still"));
    }

    @Override
    public String describe(Duration within) {
        return target + path.map(p -> " " + p).orElse("") + " to stay as it is for " + Durations.text(still);
    }

    @Override
    public List<ObjectRef> objects() {
        return List.of(target);
    }

    @Override
    public Unchanged resolve(Variables variables) {
        return new Unchanged(variables.fill(target), path, still);
    }

    @Override
    public Optional<String> run(StepContext context) throws InterruptedException {
        AtomicReference<KubeObject> first = new AtomicReference<>();
        Optional<String> failure = context.until(() -> {
            first.set(context.objects().get(target));
            return CheckResult.holds();
        });
        return failure.isPresent() ? failure : context.throughout(still, () -> compare(first.get(), context));
    }

    private CheckResult compare(KubeObject first, StepContext context) {
        KubeObject now = context.objects().get(target);
        ValuePath watched = path.orElseGet(() -> ValuePath.parse("metadata.resourceVersion"));
        JsonNode before = watched.read(first.tree());
        return CheckResult.of(
                JsonEquality.semantic(before, watched.read(now.tree())),
                watched + " changed from " + shown(watched, first) + " to " + shown(watched, now));
    }

    private static String shown(ValuePath path, KubeObject object) {
        return ValueMatcher.show(path.read(ObjectYaml.redacted(object)));
    }
}
