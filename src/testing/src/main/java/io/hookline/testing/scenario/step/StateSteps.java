package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.stays;
import static io.hookline.testing.scenario.step.Phrases.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.OwnerReference;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.file.Durations;
import io.hookline.testing.scenario.file.MappingReader;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.file.ValueMatcher;
import io.hookline.testing.scenario.file.ValuePath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The operations that read objects: {@code expect}, {@code gone}, {@code count}, {@code unchanged} and
 * {@code remember}.
 */
final class StateSteps {

    private StateSteps() {}

    /**
     * {@code expect}: an object exists with these values.
     *
     * @param owner the object that must be its controller owner, with {@code blockOwnerDeletion}
     */
    record Expect(ObjectRef target, FieldMatchers where, Optional<ObjectRef> owner, Duration still)
            implements Step.Check {

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
        public List<Mention> mentions(String keyword) {
            List<Mention> all = new ArrayList<>(Step.Check.super.mentions(keyword));
            owner.ifPresent(named -> all.add(Mention.of("owner", named.kind())));
            return Mention.joined(all, where.mentions(target.kind()));
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
            owner.flatMap(o -> wrongOwner(found.get(), o, context.objects().get(o)))
                    .ifPresent(wrong::add);
            return CheckResult.of(wrong.isEmpty(), String.join("\n", wrong));
        }

        /**
         * Compares every field of the owner reference on which garbage collection and adoption rely. The version of the
         * owner may differ, since a controller may know another one than kubectl prefers.
         */
        private static Optional<String> wrongOwner(KubeObject object, ObjectRef name, KubeObject owner) {
            Optional<OwnerReference> reference = object.controllerOwner();
            boolean right = reference.isPresent()
                    && reference.get().uid().equals(owner.uid())
                    && reference.get().name().equals(owner.name())
                    && GroupVersionKind.of(
                                    reference.get().apiVersion(),
                                    reference.get().kind())
                            .sameKind(owner.gvk())
                    && blocks(object, owner.uid());
            return right
                    ? Optional.empty()
                    : Optional.of("metadata.ownerReferences = "
                            + ValueMatcher.show(object.tree().path("metadata").path("ownerReferences")) + " while "
                            + name
                            + " has uid " + owner.uid());
        }

        private static boolean blocks(KubeObject object, String uid) {
            return ValuePath.parse("metadata.ownerReferences[uid=" + uid + "].blockOwnerDeletion")
                    .read(object.tree())
                    .asBoolean();
        }
    }

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
            return object.isBeingDeleted()
                    ? "it is being deleted, with finalizers " + object.finalizers()
                    : "it exists";
        }
    }

    /**
     * {@code count}: the number of objects of a kind with these labels and values, including objects that are being
     * deleted.
     */
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
            return "the number of " + kind + where.inline() + " " + number + within(within) + stays(still)
                    + where.block();
        }

        @Override
        public List<ObjectRef> objects() {
            return List.of();
        }

        @Override
        public List<Mention> mentions(String keyword) {
            return Mention.joined(List.of(Mention.of(keyword, kind)), where.mentions(kind));
        }

        @Override
        public Count resolve(Variables variables) {
            return this;
        }

        @Override
        public CheckResult check(StepContext context) {
            List<String> names = context.objects().list(kind, labels).stream()
                    .filter(object ->
                            where.differences(object, context.variables()).isEmpty())
                    .map(KubeObject::name)
                    .toList();
            boolean right = number.accepts(
                    Json.NODES.numberNode((long) names.size()),
                    context.variables().all());
            return CheckResult.of(right, names.size() + " " + names);
        }
    }

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
        public List<Mention> mentions(String keyword) {
            return Mention.joined(
                    Step.super.mentions(keyword),
                    path.map(value -> List.of(new Mention(new FieldPath("path"), target.kind(), Optional.of(value))))
                            .orElse(List.of()));
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
                    watched + " changed from " + Phrases.value(watched, first) + " to " + Phrases.value(watched, now));
        }
    }

    /** {@code remember}: stores values for later steps. */
    record Remember(ObjectRef target, Map<String, ValuePath> values) implements Step {

        Remember {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values)); // in the order of the file, for messages
        }

        static Remember read(StepYaml yaml) {
            Map<String, ValuePath> values = new LinkedHashMap<>();
            MappingReader as = yaml.fields().inner("as");
            as.names().forEach(name -> values.put(name, as.path(name)));
            return new Remember(yaml.target(), values);
        }

        @Override
        public String describe(Duration within) {
            return "to read " + values + " of " + target + within(within);
        }

        @Override
        public List<ObjectRef> objects() {
            return List.of(target);
        }

        @Override
        public List<Mention> mentions(String keyword) {
            List<Mention> all = new ArrayList<>(Step.super.mentions(keyword));
            values.forEach((name, value) ->
                    all.add(new Mention(new FieldPath("as").field(name), target.kind(), Optional.of(value))));
            return all;
        }

        @Override
        public Remember resolve(Variables variables) {
            return new Remember(variables.fill(target), values);
        }

        @Override
        public Optional<String> run(StepContext context) throws InterruptedException {
            return context.until(() -> {
                ObjectNode object = context.objects().get(target).tree();
                for (Map.Entry<String, ValuePath> value : values.entrySet()) {
                    JsonNode found = value.getValue().read(object);
                    if (found.isMissingNode()) {
                        return new CheckResult.NotYet("no value at " + value.getValue());
                    }
                    context.variables().put(value.getKey(), found);
                }
                return CheckResult.holds();
            });
        }
    }

    /** The conditions of {@code where}: paths with their expected values, in the order of the file. Immutable. */
    record FieldMatchers(Map<ValuePath, ValueMatcher> byPath) {

        FieldMatchers {
            byPath = Collections.unmodifiableMap(new LinkedHashMap<>(byPath));
        }

        static FieldMatchers read(StepYaml yaml) {
            return new FieldMatchers(yaml.fields().where("where"));
        }

        /** The values, without those that must be absent: a scenario may show that a field is removed. */
        List<Step.Mention> mentions(String kind) {
            return byPath.entrySet().stream()
                    .filter(entry -> !entry.getValue().expectsAbsence())
                    .map(entry -> Step.Mention.of("where", kind, entry.getKey()))
                    .toList();
        }

        /** The values that differ; values of a Secret are redacted. */
        List<String> differences(KubeObject object, Variables variables) {
            ObjectNode tree = object.tree();
            List<String> wrong = new ArrayList<>();
            byPath.forEach((path, matcher) -> {
                JsonNode value = path.read(tree);
                if (!matcher.accepts(value, variables.all())) {
                    wrong.add(path + " = " + Phrases.value(path, object));
                }
            });
            return wrong;
        }

        /** The text of a single condition, to follow the object's name. */
        String inline() {
            return byPath.size() == 1 ? " with " + lines().getFirst() : "";
        }

        /** The text of several conditions, one line each. */
        String block() {
            return byPath.size() > 1
                    ? ", with\n" + String.join("\n", lines()).indent(2).stripTrailing()
                    : "";
        }

        private List<String> lines() {
            return byPath.entrySet().stream()
                    .map(entry -> entry.getKey() + " " + entry.getValue())
                    .toList();
        }
    }
}
