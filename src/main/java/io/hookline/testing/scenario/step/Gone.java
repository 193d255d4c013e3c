package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.stays;
import static io.hookline.testing.scenario.step.Phrases.within;

import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.file.ObjectRef;
import java.time.Duration;
import java.util.List;

/** {@code gone}: the object does not exist. */
record Gone(ObjectRef target, Duration still) implements Step.Check {

    static Gone read(StepYaml yaml) {
        return new Gone(yaml.target(), yaml.still());
    }

    @Override
    public String describe(Duration within) {
        return "no " + target + within(within) + stays(still);
    }

    @Override
    public List<ObjectRef> objects() {
        return List.of(target);
    }

    @Override
    public Gone resolve(Variables variables) {
        return new Gone(variables.fill(target), still);
    }

    @Override
    public CheckResult check(StepContext context) {
        return context.objects()
                .find(target)
                .map(object -> (CheckResult) new CheckResult.NotYet(whyThere(object)))
                .orElseGet(CheckResult::holds);
    }

    private static String whyThere(KubeObject object) {
        return object.isBeingDeleted() ? "it is being deleted, with finalizers " + object.finalizers() : "it exists";
    }
}
