package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.stays;
import static io.hookline.testing.scenario.step.Phrases.within;

import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.file.ValueMatcher;
import io.hookline.testing.scenario.file.ValuePath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code expect}: an object exists with these values.
 *
 * @param owner the object that must be its controller owner, with {@code blockOwnerDeletion}
 */
record Expect(ObjectRef target, FieldMatchers where, Optional<ObjectRef> owner, Duration still) implements Step.Check {

    static Expect read(StepYaml yaml) {
        Optional<ObjectRef> owner =
                yaml.fields().has("owner") ? Optional.of(yaml.fields().target("owner")) : Optional.empty();
        return new Expect(yaml.target(), FieldMatchers.read(yaml), owner, yaml.still());
    }

    @Override
    public String describe(Duration within) {
        return target
                + where.inline()
                + owner.map(o -> " owned by " + o).orElse("")
                + within(within)
                + stays(still)
                + where.block();
    }

    @Override
    public List<ObjectRef> objects() {
        return List.of(target);
    }

    @Override
    public Expect resolve(Variables variables) {
        return new Expect(variables.fill(target), where, owner.map(variables::fill), still);
    }

    @Override
    public CheckResult check(StepContext context) {
        Optional<KubeObject> found = context.objects().find(target);
        if (found.isEmpty()) {
            return new CheckResult.NotYet("no such object");
        }
        List<String> wrong = new ArrayList<>(where.differences(found.get(), context.variables()));
        owner.flatMap(o -> wrongOwner(found.get(), o, context.objects().get(o))).ifPresent(wrong::add);
        return CheckResult.of(wrong.isEmpty(), String.join("\n", wrong));
    }

    /**
     * Compares every field of the owner reference on which garbage collection and adoption rely. The version of the owner may differ,
     * since a controller may know another one than kubectl prefers.
     */
    private static Optional<String> wrongOwner(KubeObject object, ObjectRef name, KubeObject owner) {
        Optional<OwnerReference> reference = object.controllerOwner();
        boolean right = reference.isPresent()
                && reference.get().uid().equals(owner.uid())
                && reference.get().name().equals(owner.name())
                && GroupVersionKind.of(
                                reference.get().apiVersion(), reference.get().kind())
                        .sameKind(owner.gvk())
                && blocks(object, owner.uid());
        return right
                ? Optional.empty()
                : Optional.of("metadata.ownerReferences = "
                        + ValueMatcher.show(object.tree().path("metadata").path("ownerReferences")) + " while " + name
                        + " has uid " + owner.uid());
    }

    private static boolean blocks(KubeObject object, String uid) {
        return ValuePath.parse("metadata.ownerReferences[uid=" + uid + "].blockOwnerDeletion")
                .read(object.tree())
                .asBoolean();
    }
}
