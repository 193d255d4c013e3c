package io.hookline.spec;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerSpec.DeletionGuard.Limit;
import io.hookline.spec.Credentials.EndpointConfig;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The common interface of CompositeControllers and DecoratorControllers, which the same reconciler runs. */
public sealed interface ControllerSpec permits CompositeController, DecoratorController {

    /** The object that it was decoded from. */
    KubeObject source();

    /** The controller's name, unique for each kind of controller. */
    default String name() {
        return source().name();
    }

    /** The rules for parents: exactly one for a CompositeController. */
    List<ParentRule> parents();

    /** The rules for children or attachments, one for each kind. */
    List<ChildRule> children();

    /** The interval at which every parent is synced even if nothing changes. */
    Optional<Duration> resyncPeriod();

    /** Credentials by host, for webhooks without their own. */
    List<EndpointConfig> endpointConfigs();

    /** The hooks that are called. */
    Hooks hooks();

    /** Which answers may delete children; empty if any may, as in Metacontroller. */
    Optional<DeletionGuard> deletionGuard();

    /** How a new version of its hook reaches all parents. */
    HookRolloutRule hookRollout();

    /** What happens to the things that it made, when its object is deleted. */
    default DeletionPolicy deletionPolicy() {
        return DeletionPolicy.of(source());
    }

    /** The finalizer that keeps a parent until its finalize hook has completed. */
    String finalizer();

    /**
     * Which answers of a controller's sync hook may delete children: those that list the children, and delete no more
     * than the limit.
     *
     * @param limit how many children of one parent an answer may delete; empty for any number
     */
    record DeletionGuard(Optional<Limit> limit) {

        private static final Pattern PERCENTAGE = Pattern.compile("\\d{1,2}%|100%");

        /**
         * A number of objects, or a share of them.
         *
         * @param value at least 0; at most 100 if it is a percentage
         */
        public record Limit(int value, boolean isPercentage) {

            /** Whether an answer may delete so many of a parent's children. */
            public boolean allows(int deleted, int children) {
                return isPercentage ? deleted * 100L <= (long) value * children : deleted <= value;
            }

            /** Decodes a field: a number, or a percentage. */
            static Optional<Limit> decode(FieldReader of, String field) {
                return of.node(field)
                        .map(node -> node.isTextual() ? percentage(of, field, node.textValue()) : number(of, field));
            }

            private static Limit number(FieldReader of, String field) {
                int value = of.integer(field).orElse(0);
                if (value < 0) {
                    throw of.wrong(field, "must be at least 0, was " + value);
                }
                return new Limit(value, false);
            }

            private static Limit percentage(FieldReader of, String field, String text) {
                if (!PERCENTAGE.matcher(text).matches()) {
                    throw of.wrong(
                            field, "expected a number or a percentage from \"0%\" to \"100%\", was \"" + text + "\"");
                }
                return new Limit(Integer.parseInt(text.substring(0, text.length() - 1)), true);
            }

            /** As in the spec. */
            @Override
            public String toString() {
                return isPercentage ? value + "%" : String.valueOf(value);
            }
        }

        /** Decodes the guard. */
        static DeletionGuard decode(FieldReader guard) {
            return new DeletionGuard(Limit.decode(guard, "maxDeletions"));
        }
    }

    /**
     * How a new version of a controller's sync hook reaches parents that nothing else wakes.
     *
     * @param maxPerMinute how many parents are synced for it in a minute; at least 1
     * @param pauseOnFailure how many of the parents that were synced with it, or which share of them, may fail before
     *     it pauses
     */
    record HookRolloutRule(int maxPerMinute, Limit pauseOnFailure) {

        /** The field of a controller's spec, and of its status, which tells the next watcher about a pause. */
        public static final String FIELD = "hookRollout";

        /** A thousand parents in less than two minutes, noticing included; a fifth of them is no accident. */
        public static final HookRolloutRule DEFAULTS = new HookRolloutRule(900, new Limit(20, true));

        /** Decodes the rule. */
        static HookRolloutRule decode(FieldReader rule) {
            int perMinute = rule.integer("maxPerMinute").orElse(DEFAULTS.maxPerMinute);
            if (perMinute < 1) {
                throw rule.wrong("maxPerMinute", "must be at least 1, was " + perMinute);
            }
            return new HookRolloutRule(
                    perMinute, Limit.decode(rule, "pauseOnFailure").orElse(DEFAULTS.pauseOnFailure));
        }
    }

    /** What happens to the things that a controller made, when its object is deleted. */
    enum DeletionPolicy {
        /** They stay. The default, and Metacontroller's rule. */
        ORPHAN("Orphan"),
        /** The watcher undoes them before the object is removed. */
        UNDO("Undo");

        /** The field of the spec. */
        static final String FIELD = "deletionPolicy";

        /** Annotation that replaces the field where the API server prunes it. The field takes precedence. */
        static final String ANNOTATION = "hookline.io/deletion-policy";

        private final String text;

        DeletionPolicy(String text) {
            this.text = text;
        }

        /** The name in controllers. */
        public String text() {
            return text;
        }

        /** Finds a policy by its name in controllers. */
        public static Optional<DeletionPolicy> parse(String text) {
            return Arrays.stream(values()).filter(p -> p.text.equals(text)).findFirst();
        }

        /**
         * The policy of a controller's object, whatever else is in it: what cannot run must not keep its object from
         * being deleted.
         *
         * @throws DecodeException if the field or the annotation has another value
         */
        public static DeletionPolicy of(KubeObject controller) {
            JsonNode field = controller.tree().path("spec").path(FIELD);
            if (!field.isMissingNode() && !field.isNull()) {
                FieldPath place = new FieldPath("spec").field(FIELD);
                return read(Json.text(field, place), place);
            }
            String annotation = controller.annotation(ANNOTATION);
            return annotation == null
                    ? ORPHAN
                    : read(annotation, new FieldPath("metadata.annotations").field("\"" + ANNOTATION + "\""));
        }

        /** An empty text is no choice. */
        private static DeletionPolicy read(String text, FieldPath place) {
            if (text.isEmpty()) {
                return ORPHAN;
            }
            return parse(text)
                    .orElseThrow(() -> new DecodeException(place, "expected Orphan or Undo, was \"" + text + "\""));
        }
    }
}
