package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.refused;
import static io.hookline.testing.scenario.step.Phrases.within;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.MappingReader;
import io.hookline.testing.scenario.file.MergePatch;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.file.ValueMatcher;
import io.hookline.testing.scenario.file.ValuePath;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * The operations that write objects, as users and kubelets do: {@code apply}, {@code create}, {@code change},
 * {@code break}, {@code delete}, and those that write a status.
 */
final class WriteSteps {

    private WriteSteps() {}

    /** The fields that a patch writes. Those of a status begin with the field of the step that has them. */
    private static List<Step.Mention> written(ObjectRef target, MergePatch patch) {
        FieldPath place = patch.status() ? FieldPath.ROOT : new FieldPath("merge");
        return patch.leaves().stream()
                .map(leaf -> new Step.Mention(place.then(new FieldPath(leaf.text())), target.kind(), Optional.of(leaf)))
                .toList();
    }

    /**
     * {@code apply}, {@code create}: writes objects.
     *
     * @param replace whether an existing object is changed to the manifest; otherwise the object must not exist
     * @param refusal the expected message, if the API server must reject the write
     */
    record Apply(List<Manifest> manifests, boolean replace, Optional<ValueMatcher> refusal) implements Step {

        Apply {
            manifests = List.copyOf(manifests);
        }

        static Apply applied(StepYaml yaml) {
            return new Apply(yaml.manifests(), true, ValueMatcher.refusal(yaml.fields()));
        }

        static Apply created(StepYaml yaml) {
            return new Apply(yaml.manifests(), false, ValueMatcher.refusal(yaml.fields()));
        }

        @Override
        public String describe(Duration within) {
            String names = objects().stream().map(ObjectRef::toString).collect(Collectors.joining(", "));
            return (replace ? "to apply " : "to create ") + names + refused(refusal) + within(within);
        }

        @Override
        public List<ObjectRef> objects() {
            return manifests.stream()
                    .map(Manifest::object)
                    .map(object -> new ObjectRef(object.kind(), object.name()))
                    .toList();
        }

        /** The manifests have the kinds. */
        @Override
        public List<Mention> mentions(String keyword) {
            return List.of();
        }

        @Override
        public Apply resolve(Variables variables) {
            return new Apply(manifests.stream().map(variables::fill).toList(), replace, refusal);
        }

        @Override
        public Optional<String> run(StepContext context) throws InterruptedException {
            for (Manifest manifest : manifests) {
                Runnable write = replace
                        ? () -> context.installer().apply(manifest, context.namespace())
                        : () -> context.installer().create(manifest, context.namespace());
                Optional<String> failure = context.write(refusal, write);
                if (failure.isPresent()) {
                    return Optional.of(manifest.object() + " of " + manifest.place() + ": " + failure.get());
                }
            }
            return Optional.empty();
        }
    }

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
        public List<Mention> mentions(String keyword) {
            return Mention.joined(Step.super.mentions(keyword), written(target, patch));
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

    /** {@code delete}: requests the deletion of an object without waiting for its end. */
    record Delete(ObjectRef target, Propagation propagation) implements Step {

        static Delete read(StepYaml yaml) {
            return new Delete(yaml.target(), propagation(yaml.fields()));
        }

        private static Propagation propagation(MappingReader fields) {
            String text = fields.optionalText("propagation").orElse("Background");
            return Arrays.stream(Propagation.values())
                    .filter(p -> p.name().equals(text.toUpperCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> fields.problem(
                            "propagation", "expected Background, Foreground or Orphan, was '" + text + "'"));
        }

        @Override
        public String describe(Duration within) {
            return "to delete " + target + within(within);
        }

        @Override
        public List<ObjectRef> objects() {
            return List.of(target);
        }

        @Override
        public Delete resolve(Variables variables) {
            return new Delete(variables.fill(target), propagation);
        }

        @Override
        public Optional<String> run(StepContext context) throws InterruptedException {
            return context.write(() -> context.objects().delete(target, "", propagation));
        }
    }

    /**
     * {@code break}: modifies an object and waits until every modified field is restored; or deletes the object and
     * waits until it is created again.
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
        public List<Mention> mentions(String keyword) {
            return Mention.joined(
                    Step.super.mentions(keyword),
                    patch.map(change -> written(target, change)).orElse(List.of()));
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
                    .map(path -> path + " = " + Phrases.value(path, now.get()) + " instead of "
                            + Phrases.value(path, before))
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
                return new CheckResult.NotYet("it is still being deleted, with finalizers "
                        + now.get().finalizers());
            }
            return CheckResult.of(!now.get().uid().equals(before.uid()), "still the same object");
        }
    }

    /**
     * {@code run}, {@code done}, {@code fail}: writes the status of Pods as a kubelet does: {@code Running} and ready,
     * {@code Succeeded}, or {@code Failed}.
     */
    record PodPhase(List<String> pods, String phase) implements Step {

        PodPhase {
            pods = List.copyOf(pods);
        }

        static PodPhase read(StepYaml yaml, String phase) {
            return new PodPhase(yaml.fields().texts(yaml.keyword()), phase);
        }

        @Override
        public String describe(Duration within) {
            return "Pods " + pods + " to take phase " + phase + within(within);
        }

        @Override
        public List<ObjectRef> objects() {
            return pods.stream().map(pod -> new ObjectRef("pods", pod)).toList();
        }

        @Override
        public PodPhase resolve(Variables variables) {
            return new PodPhase(pods.stream().map(variables::fill).toList(), phase);
        }

        @Override
        public Optional<String> run(StepContext context) throws InterruptedException {
            for (ObjectRef pod : objects()) {
                Optional<String> failure = context.write(() -> {
                    ObjectNode status = status(context.objects().get(pod));
                    context.objects().patch(pod, new MergePatch(status, true));
                });
                if (failure.isPresent()) {
                    return Optional.of(pod + ": " + failure.get());
                }
            }
            return Optional.empty();
        }

        /** Sets the phase and the Ready condition, and keeps other conditions. */
        private ObjectNode status(KubeObject pod) {
            ObjectNode status = Json.NODES.objectNode().put("phase", phase);
            ArrayNode conditions = status.putArray("conditions");
            pod.tree().path("status").path("conditions").forEach(condition -> {
                if (!condition.path("type").asText().equals("Ready")) {
                    conditions.add(condition);
                }
            });
            conditions.addObject().put("type", "Ready").put("status", phase.equals("Running") ? "True" : "False");
            return status;
        }
    }

    /** {@code avail}: writes the status of a workload controller: this number of replicas, all ready and available. */
    record Available(ObjectRef target, long replicas) implements Step {

        static Available read(StepYaml yaml) {
            return new Available(yaml.target(), yaml.fields().number("replicas"));
        }

        @Override
        public String describe(Duration within) {
            return target + " to take " + replicas + " replicas" + within(within);
        }

        @Override
        public List<ObjectRef> objects() {
            return List.of(target);
        }

        @Override
        public Available resolve(Variables variables) {
            return new Available(variables.fill(target), replicas);
        }

        @Override
        public Optional<String> run(StepContext context) throws InterruptedException {
            return context.write(() -> {
                ObjectNode status = Json.NODES.objectNode();
                for (String field : List.of("replicas", "readyReplicas", "availableReplicas")) {
                    status.put(field, replicas);
                }
                status.put("observedGeneration", context.objects().get(target).generation());
                context.objects().patch(target, new MergePatch(status, true));
            });
        }
    }
}
