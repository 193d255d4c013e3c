package io.hookline.spec;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.spec.Hooks.Hook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Decodes controllers from their objects, with the defaults and rules of Metacontroller 4.17.
 *
 * <p>It accepts whatever Metacontroller accepts. An object that is not valid fails alone, with a
 * {@link DecodeException} that names the field. In Metacontroller, one wrong duration stops all controllers.
 */
public final class ControllerDecoder {

    /**
     * Kubernetes allows 63 characters after the slash of a finalizer, and the prefix of the finalizer takes 20 of them.
     */
    private static final int MAX_NAME_WITH_FINALIZER = 43;

    private final KubeObject source;
    private final List<String> warnings = new ArrayList<>();

    private ControllerDecoder(KubeObject source) {
        this.source = source;
    }

    /** Whether two states of a controller's object define the same behaviour. */
    public static boolean areEquivalent(KubeObject a, KubeObject b) {
        return RuleExtensions.annotations(a).equals(RuleExtensions.annotations(b))
                && Objects.equals(a.annotation(DeletionPolicy.ANNOTATION), b.annotation(DeletionPolicy.ANNOTATION))
                && JsonEquality.semantic(a.tree().path("spec"), b.tree().path("spec"));
    }

    /**
     * Decodes a CompositeController.
     *
     * @throws DecodeException if it is not valid
     */
    public static Decoded<CompositeController> composite(KubeObject source) {
        return new ControllerDecoder(source).decode(ControllerDecoder::composite);
    }

    /**
     * Decodes a DecoratorController.
     *
     * @throws DecodeException if it is not valid
     */
    public static Decoded<DecoratorController> decorator(KubeObject source) {
        return new ControllerDecoder(source).decode(ControllerDecoder::decorator);
    }

    private <T extends ControllerSpec> Decoded<T> decode(BiFunction<ControllerDecoder, FieldReader, T> reader) {
        JsonNode spec = source.tree().path("spec");
        RuleExtensions.fromAnnotations(source, spec);
        DeletionPolicy.of(source); // fails if it is not valid
        T controller = FieldReader.read(spec, FieldPath.ROOT.field("spec"), warnings, fields -> {
            fields.node(DeletionPolicy.FIELD);
            return reader.apply(this, fields);
        });
        requireRoomForFinalizer(controller);
        return new Decoded<>(controller, warnings);
    }

    private CompositeController composite(FieldReader spec) {
        return new CompositeController(
                source,
                spec.requiredObject("parentResource", RuleDecoder::compositeParent),
                children(spec, "childResources", RuleDecoder::child),
                resyncPeriod(spec),
                spec.flag("generateSelector"),
                spec.objects("endpointConfigs", WebhookDecoder.CredentialsDecoder::endpoint),
                spec.object("deletionGuard", DeletionGuard::decode),
                spec.object(HookRolloutRule.FIELD, HookRolloutRule::decode).orElse(HookRolloutRule.DEFAULTS),
                hooks(spec, true));
    }

    private DecoratorController decorator(FieldReader spec) {
        if (spec.node("resources").isEmpty()) {
            throw DecodeException.expected(spec.at("resources"), "a list", "missing");
        }
        return new DecoratorController(
                source,
                spec.objects("resources", RuleDecoder::decoratorParent),
                children(spec, "attachments", RuleDecoder::attachment),
                resyncPeriod(spec),
                spec.objects("endpointConfigs", WebhookDecoder.CredentialsDecoder::endpoint),
                spec.object("deletionGuard", DeletionGuard::decode),
                spec.object(HookRolloutRule.FIELD, HookRolloutRule::decode).orElse(HookRolloutRule.DEFAULTS),
                hooks(spec, false));
    }

    /** If several rules name the same kind in any version, the last one counts: no object must be two children. */
    private static List<ChildRule> children(FieldReader spec, String field, Function<FieldReader, ChildRule> reader) {
        List<ChildRule> effective = new ArrayList<>();
        for (ChildRule rule : spec.objects(field, reader)) {
            if (effective.removeIf(rule::isOfSameKind)) {
                spec.warn(field, rule.resource() + " are named more than once; the last rule for them counts");
            }
            effective.add(rule);
        }
        return effective;
    }

    private static Optional<Duration> resyncPeriod(FieldReader spec) {
        return spec.integer("resyncPeriodSeconds").map(seconds -> Duration.ofSeconds(Math.max(1, seconds)));
    }

    private static Hooks hooks(FieldReader spec, boolean composite) {
        if (spec.node("hooks").isEmpty()) {
            throw spec.wrong("hooks", "no hooks defined");
        }
        return spec.requiredObject("hooks", hooks -> {
            if (composite) {
                ignore(hooks, "preUpdateChild");
                ignore(hooks, "postUpdateChild");
            }
            return new Hooks(hook(hooks, "sync"), hook(hooks, "finalize"), hook(hooks, "customize"));
        });
    }

    private static Optional<Hook> hook(FieldReader hooks, String name) {
        return hooks.object(name, WebhookDecoder::hook);
    }

    private static void ignore(FieldReader hooks, String name) {
        if (hooks.node(name).isPresent()) {
            hooks.warn(name, "is never called");
        }
    }

    private void requireRoomForFinalizer(ControllerSpec controller) {
        boolean finalizes =
                controller.hooks().finalizing().flatMap(Hook::webhook).isPresent();
        if (finalizes && controller.name().length() > MAX_NAME_WITH_FINALIZER) {
            throw new DecodeException(
                    new FieldPath("metadata.name"),
                    "longer than " + MAX_NAME_WITH_FINALIZER + " characters, and with a finalize hook it becomes part"
                            + " of the finalizer " + controller.finalizer() + ", which would be too long");
        }
    }
}
