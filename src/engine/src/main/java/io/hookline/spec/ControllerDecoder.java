package io.hookline.spec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.spec.ChildRule.AdoptionPolicy;
import io.hookline.spec.ChildRule.ApplyStrategy;
import io.hookline.spec.ChildRule.ConflictPolicy;
import io.hookline.spec.ChildRule.UpdateStrategy;
import io.hookline.spec.ChildRule.UpdateStrategy.MaxUnavailable;
import io.hookline.spec.ChildRule.UpdateStrategy.StatusCheck;
import io.hookline.spec.ChildRule.UpdateStrategy.UpdateMethod;
import io.hookline.spec.ControllerSpec.DeletionGuard;
import io.hookline.spec.ControllerSpec.DeletionPolicy;
import io.hookline.spec.ControllerSpec.HookRolloutRule;
import io.hookline.spec.Credentials.Authorization;
import io.hookline.spec.Credentials.BasicAuth;
import io.hookline.spec.Credentials.CaBundle;
import io.hookline.spec.Credentials.ClientTls;
import io.hookline.spec.Credentials.EndpointConfig;
import io.hookline.spec.Hooks.Hook;
import io.hookline.spec.Hooks.Webhook;
import io.hookline.spec.Hooks.Webhook.Etag;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

    /** Decodes the rules of a controller for parents and children. */
    private static final class RuleDecoder {

        private static final Pattern FIELD_PATH = Pattern.compile("[^.]+(\\.[^.]+)*");
        private static final Pattern PERCENTAGE = Pattern.compile("([1-9]|[1-9][0-9]|100)%");

        private RuleDecoder() {}

        static ParentRule compositeParent(FieldReader rule) {
            return new ParentRule(
                    rule.required("apiVersion"),
                    rule.required("resource"),
                    labelSelector(rule),
                    LabelSelector.EVERYTHING,
                    rule.flag("ignoreStatusChanges"),
                    rule.object("revisionHistory", RuleDecoder::fieldPaths)
                            .filter(paths -> !paths.isEmpty())
                            .orElse(List.of("spec")));
        }

        private static List<String> fieldPaths(FieldReader history) {
            List<String> paths = history.texts("fieldPaths");
            for (int i = 0; i < paths.size(); i++) {
                if (!FIELD_PATH.matcher(paths.get(i)).matches()) {
                    throw new DecodeException(
                            history.at("fieldPaths").index(i),
                            "expected names of fields with dots between them, was \"" + paths.get(i) + "\"");
                }
            }
            return paths;
        }

        static ParentRule decoratorParent(FieldReader rule) {
            return new ParentRule(
                    rule.required("apiVersion"),
                    rule.required("resource"),
                    labelSelector(rule),
                    selector(
                            rule,
                            "annotationSelector",
                            LabelSelector::fromAnnotationSelector,
                            LabelSelector::unknownFieldsOfAnnotationSelector),
                    rule.flag("ignoreStatusChanges"),
                    List.of());
        }

        private static LabelSelector labelSelector(FieldReader rule) {
            return selector(rule, "labelSelector", LabelSelector::fromJson, LabelSelector::unknownFields);
        }

        private static LabelSelector selector(
                FieldReader rule,
                String name,
                BiFunction<JsonNode, FieldPath, LabelSelector> reader,
                BiFunction<JsonNode, FieldPath, List<FieldPath>> unknown) {
            return rule.object(name, fields -> {
                        JsonNode json = fields.whole();
                        unknown.apply(json, fields.place()).forEach(fields::warnUnknown);
                        return reader.apply(json, fields.place());
                    })
                    .orElse(LabelSelector.EVERYTHING);
        }

        static ChildRule child(FieldReader rule) {
            return rule(rule, true);
        }

        /** Decodes a rule with the method only, because attachments have no rolling updates. */
        static ChildRule attachment(FieldReader rule) {
            return rule(rule, false);
        }

        private static ChildRule rule(FieldReader rule, boolean rolls) {
            Optional<UpdateStrategy> strategy = rule.object(
                    "updateStrategy", fields -> rolls ? strategy(fields) : UpdateStrategy.of(method(fields)));
            return new ChildRule(
                    rule.required("apiVersion"),
                    rule.required("resource"),
                    strategy.orElse(UpdateStrategy.of(UpdateMethod.ON_DELETE)),
                    RuleExtensions.adoption(rule),
                    RuleExtensions.applyStrategy(rule),
                    RuleExtensions.conflicts(rule));
        }

        private static UpdateStrategy strategy(FieldReader fields) {
            return new UpdateStrategy(
                    method(fields),
                    statusChecks(fields),
                    maxUnavailable(fields),
                    fields.flag("paused"),
                    progressDeadline(fields));
        }

        private static UpdateMethod method(FieldReader strategy) {
            String method = strategy.text("method").orElse("");
            return method.isEmpty()
                    ? UpdateMethod.ON_DELETE
                    : UpdateMethod.parse(method)
                            .orElseThrow(() -> strategy.wrong("method", "unknown method \"" + method + "\""));
        }

        private static List<StatusCheck> statusChecks(FieldReader strategy) {
            return strategy.object("statusChecks", checks -> checks.objects("conditions", RuleDecoder::statusCheck))
                    .orElse(List.of());
        }

        private static StatusCheck statusCheck(FieldReader condition) {
            return new StatusCheck(condition.required("type"), condition.text("status"), condition.text("reason"));
        }

        private static MaxUnavailable maxUnavailable(FieldReader strategy) {
            return strategy.node("maxUnavailable")
                    .map(node -> node.isTextual()
                            ? percentage(strategy, node.textValue())
                            : new MaxUnavailable(atLeastOne(strategy, "maxUnavailable"), false))
                    .orElse(MaxUnavailable.ONE);
        }

        private static MaxUnavailable percentage(FieldReader strategy, String text) {
            if (!PERCENTAGE.matcher(text).matches()) {
                throw strategy.wrong(
                        "maxUnavailable",
                        "expected a number or a percentage from \"1%\" to \"100%\", was \"" + text + "\"");
            }
            return new MaxUnavailable(Integer.parseInt(text.substring(0, text.length() - 1)), true);
        }

        private static Optional<Duration> progressDeadline(FieldReader strategy) {
            return strategy.node("progressDeadlineSeconds")
                    .map(_ -> Duration.ofSeconds(atLeastOne(strategy, "progressDeadlineSeconds")));
        }

        private static int atLeastOne(FieldReader fields, String name) {
            int value = fields.integer(name).orElse(1);
            if (value < 1) {
                throw fields.wrong(name, "must be at least 1, was " + value);
            }
            return value;
        }
    }

    /** Decodes the hooks of a controller and their webhooks. */
    private static final class WebhookDecoder {

        private static final String MODE = "responseUnMarshallMode";

        private WebhookDecoder() {}

        static Hook hook(FieldReader hook) {
            String version = hook.text("version").orElse("");
            int number = switch (version) {
                case "", "v1" -> 1;
                case "v2" -> 2;
                default -> throw hook.wrong("version", "expected v1 or v2, was \"" + version + "\"");
            };
            if (hook.node("webhook").isEmpty()) {
                hook.warn("webhook", "is missing: the hook is never called");
            }
            return new Hook(number, hook.object("webhook", webhook -> webhook(webhook, number)));
        }

        private static Webhook webhook(FieldReader webhook, int version) {
            return new Webhook(
                    url(webhook),
                    timeout(webhook),
                    webhook.object("etag", WebhookDecoder::etag).flatMap(enabled -> enabled),
                    strict(webhook, version),
                    webhook.text(MODE).filter("loose"::equals).isPresent(),
                    CredentialsDecoder.credentials(webhook));
        }

        /** A complete URL takes precedence over service and path, as in Metacontroller. */
        private static String url(FieldReader webhook) {
            String url = webhook.text("url").orElse("");
            Optional<String> path = webhook.text("path");
            Optional<String> service = webhook.object("service", fields -> address(fields, url.isEmpty()));
            if (!url.isEmpty()) {
                return url;
            }
            if (service.isEmpty() || path.isEmpty()) {
                throw webhook.wrong("url", "expected a url, or service and path");
            }
            return service.get() + path.get();
        }

        private static String address(FieldReader service, boolean used) {
            String name = used ? service.required("name") : service.text("name").orElse("");
            String namespace = used
                    ? service.required("namespace")
                    : service.text("namespace").orElse("");
            int port = service.integer("port").orElse(80);
            return service.text("protocol").orElse("http") + "://" + name + "." + namespace + ":" + port;
        }

        private static Duration timeout(FieldReader webhook) {
            Optional<String> text = webhook.text("timeout");
            try {
                Duration timeout = text.map(GoDuration::parse).orElse(Webhook.DEFAULT_TIMEOUT);
                if (timeout.isPositive()) {
                    return timeout;
                }
            } catch (IllegalArgumentException e) {
                throw webhook.wrong("timeout", String.valueOf(e.getMessage()));
            }
            webhook.warn("timeout", "must be positive, was " + text.orElse("") + ": the default of 10s is used");
            return Webhook.DEFAULT_TIMEOUT;
        }

        private static Optional<Etag> etag(FieldReader etag) {
            boolean enabled = etag.flag("enabled");
            Etag rules = new Etag(seconds(etag, "cacheTimeoutSeconds"), seconds(etag, "cacheCleanupSeconds"));
            return enabled ? Optional.of(rules) : Optional.empty();
        }

        private static Optional<Duration> seconds(FieldReader etag, String name) {
            return etag.integer(name).filter(seconds -> seconds > 0).map(Duration::ofSeconds);
        }

        private static boolean strict(FieldReader webhook, int version) {
            String mode = webhook.text(MODE).orElse("");
            return switch (mode) {
                case "" -> version == 2;
                case "loose" -> false;
                case "strict" -> true;
                default -> throw webhook.wrong(MODE, "expected loose or strict, was \"" + mode + "\"");
            };
        }

        /** Decodes credentials, which have the same form in webhooks and in endpoint configs. */
        static final class CredentialsDecoder {
            private CredentialsDecoder() {}

            static EndpointConfig endpoint(FieldReader config) {
                return new EndpointConfig(
                        config.required("host"), credentials(config).orElse(Credentials.NONE));
            }

            /**
             * Decodes the credentials of an object; empty if it has none, so that those of an endpoint config apply.
             */
            static Optional<Credentials> credentials(FieldReader owner) {
                Credentials credentials = new Credentials(
                        owner.object("caBundle", CredentialsDecoder::caBundle),
                        owner.object("clientTLS", CredentialsDecoder::clientTls),
                        owner.object("authorization", CredentialsDecoder::authorization),
                        owner.object("basicAuth", CredentialsDecoder::basicAuth));
                if (credentials.authorization().isPresent()
                        && credentials.basicAuth().isPresent()) {
                    throw new DecodeException(owner.place(), "authorization and basicAuth are mutually exclusive");
                }
                return credentials.equals(Credentials.NONE) ? Optional.empty() : Optional.of(credentials);
            }

            private static CaBundle caBundle(FieldReader bundle) {
                Optional<CaBundle> inline =
                        bundle.node("inline").map(_ -> new CaBundle.Inline(bundle.required("inline")));
                Optional<CaBundle> secret = bundle.object(
                        "secretRef",
                        ref -> new CaBundle.FromSecret(
                                ref.required("namespace"), ref.required("name"), textOr(ref, "key", "ca.crt")));
                Optional<CaBundle> configMap = bundle.object(
                        "configMapRef",
                        ref -> new CaBundle.FromConfigMap(
                                ref.required("namespace"), ref.required("name"), textOr(ref, "key", "ca.crt")));
                List<CaBundle> sources = Stream.of(inline, secret, configMap)
                        .flatMap(Optional::stream)
                        .toList();
                if (sources.size() != 1) {
                    throw new DecodeException(
                            bundle.place(),
                            "expected exactly one of inline, secretRef and configMapRef, was " + sources.size());
                }
                return sources.getFirst();
            }

            private static ClientTls clientTls(FieldReader tls) {
                SecretRef ref = tls.requiredObject("secretRef", SecretRef::read);
                return new ClientTls(
                        ref.namespace(),
                        ref.name(),
                        textOr(tls, "certKey", "tls.crt"),
                        textOr(tls, "privateKeyKey", "tls.key"));
            }

            private static Authorization authorization(FieldReader authorization) {
                String type = authorization.text("type").orElse("").strip();
                if (type.toLowerCase(Locale.ROOT).equals("basic")) {
                    throw authorization.wrong("type", "must not be \"" + type + "\": use basicAuth instead");
                }
                return authorization.requiredObject(
                        "secretRef",
                        ref -> new Authorization(
                                type.isEmpty() ? "Bearer" : type,
                                ref.required("namespace"),
                                ref.required("name"),
                                ref.required("key")));
            }

            private static BasicAuth basicAuth(FieldReader basic) {
                SecretRef ref = basic.requiredObject("secretRef", SecretRef::read);
                return new BasicAuth(
                        ref.namespace(),
                        ref.name(),
                        textOr(basic, "usernameKey", "username"),
                        textOr(basic, "passwordKey", "password"));
            }

            private static String textOr(FieldReader fields, String name, String byDefault) {
                return fields.text(name).filter(text -> !text.isEmpty()).orElse(byDefault);
            }

            private record SecretRef(String namespace, String name) {
                static SecretRef read(FieldReader ref) {
                    return new SecretRef(ref.required("namespace"), ref.required("name"));
                }
            }
        }
    }

    /**
     * Fields that Metacontroller does not have, and annotations that replace them: those of child rules, and the
     * deletion guard of a controller.
     *
     * <p>In a cluster with Metacontroller's CRDs the API server prunes these fields. There the controller can have
     * annotations with values by resource: {@code hookline.io/adoptionPolicy: '{"configmaps": "Never"}'}. The field
     * takes precedence over the annotation. The values of {@code hookline.io/deletion-guard} and
     * {@code hookline.io/hook-rollout} are those of the fields {@code deletionGuard} and {@code hookRollout}.
     */
    static final class RuleExtensions {

        private static final String PREFIX = "hookline.io/";

        /** Annotations with the value of a field of the spec. */
        private static final Map<String, String> OF_SPEC =
                Map.of(PREFIX + "deletion-guard", "deletionGuard", PREFIX + "hook-rollout", HookRolloutRule.FIELD);

        /** The fields of a rule. */
        private static final List<String> OF_RULE = List.of("applyStrategy", "conflictPolicy", "adoptionPolicy");

        /** The fields of {@code updateStrategy} in a rule. */
        private static final List<String> OF_STRATEGY = List.of("maxUnavailable", "paused", "progressDeadlineSeconds");

        private static final List<String> FIELDS =
                Stream.concat(OF_RULE.stream(), OF_STRATEGY.stream()).toList();

        private RuleExtensions() {}

        /** Copies the values of annotations into a spec and its rules; the spec is changed. */
        static void fromAnnotations(KubeObject source, JsonNode spec) {
            OF_SPEC.forEach((annotation, field) -> {
                String json = source.annotation(annotation);
                if (json != null && spec instanceof ObjectNode fields && !fields.has(field)) {
                    fields.set(field, values(json, place(annotation)));
                }
            });
            List<JsonNode> rules = new ArrayList<>();
            spec.path("childResources").forEach(rules::add);
            spec.path("attachments").forEach(rules::add);
            for (String field : FIELDS) {
                String json = source.annotation(PREFIX + field);
                if (json != null && isOfRules(field, json)) {
                    FieldPath place = place(PREFIX + field);
                    addAll(field, values(json, place), rules, place);
                }
            }
        }

        private static FieldPath place(String annotation) {
            return new FieldPath("metadata.annotations").field("\"" + annotation + "\"");
        }

        /** The annotations that {@link #fromAnnotations} reads. */
        static Map<String, String> annotations(KubeObject source) {
            Map<String, String> read = new HashMap<>(source.annotations());
            read.entrySet()
                    .removeIf(each -> !OF_SPEC.containsKey(each.getKey())
                            && FIELDS.stream()
                                    .noneMatch(field ->
                                            each.getKey().equals(PREFIX + field) && isOfRules(field, each.getValue())));
            return read;
        }

        /**
         * Whether an annotation is about rules: {@code hookline.io/paused: "true"} pauses the controller as a whole.
         */
        private static boolean isOfRules(String field, String value) {
            return !field.equals("paused") || value.strip().startsWith("{");
        }

        private static ObjectNode values(String json, FieldPath place) {
            JsonNode values;
            try {
                values = Json.parse(json.getBytes(StandardCharsets.UTF_8));
            } catch (DecodeException e) {
                throw new DecodeException(place, "not JSON: " + e.getMessage());
            }
            return Json.object(values, place);
        }

        private static void addAll(String field, ObjectNode byResource, List<JsonNode> rules, FieldPath place) {
            byResource.properties().forEach(value -> {
                boolean found = false;
                for (JsonNode rule : rules) {
                    if (rule instanceof ObjectNode object
                            && object.path("resource").asText().equals(value.getKey())) {
                        found = true;
                        addIfAbsent(object, field, value.getValue());
                    }
                }
                if (!found) {
                    throw new DecodeException(place.field(value.getKey()), "no child rule is for this resource");
                }
            });
        }

        private static void addIfAbsent(ObjectNode rule, String field, JsonNode value) {
            if (OF_STRATEGY.contains(field) && !rule.path("updateStrategy").isObject()) {
                rule.putObject("updateStrategy");
            }
            JsonNode of = OF_STRATEGY.contains(field) ? rule.get("updateStrategy") : rule;
            if (of instanceof ObjectNode fields && !fields.has(field)) {
                fields.set(field, value);
            }
        }

        /** Decodes the adoption policy of a rule. */
        static AdoptionPolicy adoption(FieldReader rule) {
            return choice(rule, "adoptionPolicy", AdoptionPolicy::parse, "IfUnowned, Never or TakeOver")
                    .orElse(AdoptionPolicy.IF_UNOWNED);
        }

        /** Decodes the apply strategy of a rule; empty if the rule leaves it to the watcher. */
        static Optional<ApplyStrategy> applyStrategy(FieldReader rule) {
            return choice(rule, "applyStrategy", ApplyStrategy::parse, "dynamic-apply or server-side-apply");
        }

        /** Decodes the conflict policy of a rule. */
        static ConflictPolicy conflicts(FieldReader rule) {
            return choice(rule, "conflictPolicy", ConflictPolicy::parse, "Force, Fail or Yield")
                    .orElse(ConflictPolicy.FORCE);
        }

        /** An absent or empty text is no choice. */
        private static <T> Optional<T> choice(
                FieldReader rule, String field, Function<String, Optional<T>> parser, String expected) {
            String text = rule.text(field).orElse("");
            if (text.isEmpty()) {
                return Optional.empty();
            }
            Optional<T> parsed = parser.apply(text);
            if (parsed.isEmpty()) {
                throw rule.wrong(field, "expected " + expected + ", was \"" + text + "\"");
            }
            return parsed;
        }
    }

    /**
     * A decoded value with warnings.
     *
     * @param warnings for the author, each with its field: {@code spec.hooks.sync.webhok: unknown field}
     */
    public record Decoded<T>(T value, List<String> warnings) {
        public Decoded {
            warnings = List.copyOf(warnings);
        }

        /** The warnings of unknown fields, which are ignored. In a selector, more is selected without them. */
        public List<String> unknownFields() {
            return warnings.stream()
                    .filter(warning -> warning.endsWith(FieldReader.UNKNOWN))
                    .toList();
        }
    }
}
