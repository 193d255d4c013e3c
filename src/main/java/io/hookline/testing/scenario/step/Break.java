package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.environment.ObjectYaml;
import io.hookline.testing.scenario.file.MergePatch;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.file.ValueMatcher;
import io.hookline.testing.scenario.file.ValuePath;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code break}: modifies an object and waits until every modified field is restored; or deletes the object and waits until it
 * is created again.
 *
 * @param patch the modification; empty for a deletion
 */
record Break(ObjectRef target, Optional<MergePatch> patch) implements Step {

    static Break read(StepYaml yaml) {
        boolean delete = yaml.fields().isTrue("delete");
        return new Break(yaml.target(), delete ? Optional.empty() : Optional.of(MergePatch.read(yaml.fields())));
    }

    @Override
    public String describe(Duration within) {
        return target + (patch.isPresent() ? " to be repaired" : " to be created again") + within(within);
    }

    @Override
    public List<ObjectRef> objects() {
        return List.of(target);
    }

    @Override
    public Break resolve(Variables variables) {
        return new Break(variables.fill(target), patch.map(variables::fill));
    }

    @Override
    public Optional<String> run(StepContext context) throws InterruptedException {
        AtomicReference<KubeObject> before = new AtomicReference<>();
        Optional<String> failure = context.until(() -> {
            before.set(context.objects().get(target));
            return patch.map(p -> damage(before.get(), p, context)).orElseGet(() -> delete(before.get(), context));
        });
        if (failure.isPresent()) {
            return failure;
        }
        return context.until(() -> patch.map(p -> isRepaired(before.get(), p, context))
                .orElseGet(() -> isReplaced(before.get(), context)));
    }

    private CheckResult damage(KubeObject before, MergePatch damage, StepContext context) {
        KubeObject after = context.objects().patch(target, damage);
        return different(before, after, damage).isEmpty()
                ? new CheckResult.Never(
                        "the patch changed nothing: these fields have these values already, or are not in the schema")
                : CheckResult.holds();
    }

    private CheckResult isRepaired(KubeObject before, MergePatch damage, StepContext context) {
        Optional<KubeObject> now = context.objects().find(target);
        if (now.isEmpty()) {
            return new CheckResult.NotYet("no such object");
        }
        List<String> wrong = different(before, now.get(), damage).stream()
                .map(path -> path + " = " + shown(path, now.get()) + " instead of " + shown(path, before))
                .toList();
        return CheckResult.of(wrong.isEmpty(), String.join("\n", wrong));
    }

    private static List<ValuePath> different(KubeObject before, KubeObject now, MergePatch damage) {
        ObjectNode was = before.tree();
        ObjectNode is = now.tree();
        return damage.leaves().stream()
                .filter(path -> !JsonEquality.semantic(path.read(was), path.read(is)))
                .toList();
    }

    private static String shown(ValuePath path, KubeObject object) {
        return ValueMatcher.show(path.read(ObjectYaml.redacted(object)));
    }

    private CheckResult delete(KubeObject before, StepContext context) {
        try {
            context.objects().delete(target, before.uid(), Propagation.BACKGROUND);
            return CheckResult.holds();
        } catch (ClusterException.Invalid | ClusterException.Forbidden | ClusterException.BadRequest e) {
            return new CheckResult.Never(e.reason() + ": " + e.getMessage());
        }
    }

    private CheckResult isReplaced(KubeObject before, StepContext context) {
        Optional<KubeObject> now = context.objects().find(target);
        if (now.isEmpty()) {
            return new CheckResult.NotYet("no object in its place");
        } else if (now.get().isBeingDeleted()) {
            return new CheckResult.NotYet(
                    "it is still being deleted, with finalizers " + now.get().finalizers());
        }
        return CheckResult.of(!now.get().uid().equals(before.uid()), "still the same object");
    }
}
