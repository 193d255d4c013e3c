package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.refused;
import static io.hookline.testing.scenario.step.Phrases.within;

import io.hookline.testing.scenario.file.MergePatch;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.file.ValueMatcher;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code change}: changes an object as a user does. */
record Change(ObjectRef target, MergePatch patch, Optional<ValueMatcher> refusal) implements Step {

    static Change read(StepYaml yaml) {
        return new Change(yaml.target(), MergePatch.read(yaml.fields()), ValueMatcher.refusal(yaml.fields()));
    }

    @Override
    public String describe(Duration within) {
        return "to change " + target + refused(refusal) + within(within);
    }

    @Override
    public List<ObjectRef> objects() {
        return List.of(target);
    }

    @Override
    public Change resolve(Variables variables) {
        return new Change(variables.fill(target), variables.fill(patch), refusal);
    }

    @Override
    public Optional<String> run(StepContext context) throws InterruptedException {
        return context.write(refusal, () -> context.objects().patch(target, patch));
    }
}
