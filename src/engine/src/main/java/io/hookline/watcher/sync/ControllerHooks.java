package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.DecodeException;
import io.hookline.object.FieldPath;
import io.hookline.object.Json;
import io.hookline.object.JsonScanner;
import io.hookline.object.KubeObject;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Hooks.Hook;
import io.hookline.spec.Hooks.Webhook;
import io.hookline.watcher.model.HookConnector;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.model.SyncException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Calls the hooks of one controller. Thread-safe. */
public final class ControllerHooks implements AutoCloseable {

    /** A hook that can be called. */
    private record Callable(HookType type, HookVersion version, Webhook webhook, HookClient client) {
        boolean strict() {
            return webhook.strict();
        }
    }

    private final ControllerSpec spec;
    private final ControllerType controllerType;
    private final KubeObject controller;
    private final IgnoredFields ignored;
    private final List<HookClient> clients = new ArrayList<>();
    private final @Nullable Callable sync;
    private final @Nullable Callable finalizing;
    private final @Nullable Callable customize;

    /**
     * Connects the hooks.
     *
     * @param problems is called when changed credentials of a hook cannot be used, and when they can again
     * @param ignored receives a parent with a part of an answer that is ignored, so that more related objects are
     *     selected
     */
    public ControllerHooks(
            ControllerSpec spec,
            HookConnector connector,
            BiConsumer<HookType, Optional<String>> problems,
            BiConsumer<KubeObject, String> ignored) {
        this.spec = spec;
        this.controllerType = spec instanceof CompositeController ? ControllerType.COMPOSITE : ControllerType.DECORATOR;
        this.controller = withEmptyStatus(spec.source());
        this.ignored = new IgnoredFields(ControllerName.of(spec.source()), controllerType, ignored);
        try {
            this.sync = connect(HookType.SYNC, spec.hooks().sync(), connector, problems);
            this.finalizing = connect(HookType.FINALIZE, spec.hooks().finalizing(), connector, problems);
            this.customize = connect(HookType.CUSTOMIZE, spec.hooks().customize(), connector, problems);
        } catch (RuntimeException e) { // the caller gets no object that it could close
            clients.forEach(HookClient::close);
            throw e;
        }
    }

    /**
     * The controller in hook requests: Metacontroller sends it with an empty status, and hooks may compare it. Those
     * who wrote the status are not shown either.
     */
    private static KubeObject withEmptyStatus(KubeObject source) {
        ObjectNode tree = source.tree();
        tree.set("status", Json.NODES.objectNode());
        if (tree.path("metadata").path("managedFields") instanceof ArrayNode managers) {
            managers.removeIf(each -> each.path("subresource").asText().equals("status"));
        }
        return KubeObject.of(tree);
    }

    private @Nullable Callable connect(
            HookType type,
            Optional<Hook> hook,
            HookConnector connector,
            BiConsumer<HookType, Optional<String>> problems) {
        if (hook.isEmpty() || hook.get().webhook().isEmpty()) {
            return null;
        }
        HookVersion version = hook.get().version() == 2 ? HookVersion.V2 : HookVersion.V1;
        HookClient client = connector.connect(spec, type, hook.get(), problem -> problems.accept(type, problem));
        clients.add(client);
        return new Callable(type, version, hook.get().webhook().get(), client);
    }

    ControllerType controllerType() {
        return controllerType;
    }

    /** Whether the controller has a finalize hook that can be called. */
    public boolean canFinalize() {
        return finalizing != null;
    }

    /** Whether the controller has a customize hook that can be called. */
    public boolean canCustomize() {
        return customize != null;
    }

    /** The version of the customize hook; v1 without one. */
    public HookVersion customizeVersion() {
        return customize == null ? HookVersion.V1 : customize.version();
    }

    /** Whether requests for a namespaced parent may contain related objects of other namespaces (hook version v2). */
    public boolean seesOtherNamespaces() {
        return (sync != null && sync.version() == HookVersion.V2)
                || (finalizing != null && finalizing.version() == HookVersion.V2);
    }

    /** Whether the controller has a sync hook, or a finalize hook if {@code finalizes}, that can be called. */
    public boolean canCall(boolean finalizes) {
        return (finalizes ? finalizing : sync) != null;
    }

    /**
     * Calls the customize hook, which must exist: see {@link #canCustomize}.
     *
     * @throws SyncException with Metacontroller's message, if the call fails or the answer is not valid
     */
    public Customized customize(ParentRevision revision) throws InterruptedException {
        KubeObject parent = revision.parent();
        Callable hook = Objects.requireNonNull(customize, "there is no customize hook");
        HookRequest request = new HookRequest(
                hook.type(),
                hook.version(),
                controllerType,
                controller,
                parent,
                revision.name(),
                ObjectGroups.NONE,
                ObjectGroups.NONE,
                false);
        try {
            return switch (hook.client().call(request)) {
                case HookReply.Later later -> new Customized.Later(later);
                case HookReply.Answered(JsonText body, var _) -> {
                    try {
                        yield new Customized.Rules(rules(body, hook, parent));
                    } finally {
                        body.release();
                    }
                }
            };
        } catch (HookException e) {
            throw new SyncException.HookFailed(failed(hook), hook.type().text(), e);
        } catch (DecodeException e) {
            throw new SyncException.HookFailed(failed(hook), hook.type().text(), e);
        }
    }

    private List<RelatedRule> rules(JsonText answer, Callable hook, KubeObject parent) {
        List<String> warnings = new ArrayList<>();
        List<RelatedRule> rules =
                new AnswerCodec(controllerType, hook.version(), hook.strict()).decodeCustomize(answer, warnings::add);
        if (rules.isEmpty() && !warnings.isEmpty()) {
            refuseIfMistyped(answer, hook);
        }
        warnings.forEach(warning -> ignored.report(hook.type(), parent, warning, false));
        return rules;
    }

    /** Refuses an answer whose only mistake would delete all children, or hide all related objects. */
    private void refuseIfMistyped(JsonText answer, Callable hook) {
        if (!hook.webhook().loose()) {
            AnswerCodec.mistyped(controllerType, hook.type(), answer).ifPresent(problem -> {
                throw DecodeException.of(problem);
            });
        }
    }

    private static String failed(Callable hook) {
        return hook.type().text() + " hook failed (version=" + hook.version().text() + ")";
    }

    /**
     * Calls the sync hook, or the finalize hook, which must exist: see {@link #canCall}.
     *
     * @return its answer, which {@link #read} decodes; an answer that equals the last one need not be decoded
     * @throws SyncException with Metacontroller's message, if the call fails
     */
    public HookReply call(ParentRevision revision, ObjectGroups children, ObjectGroups related, boolean finalizes)
            throws InterruptedException {
        KubeObject parent = revision.parent();
        Callable hook = Objects.requireNonNull(finalizes ? finalizing : sync, "there is no such hook");
        HookRequest request = new HookRequest(
                hook.type(),
                hook.version(),
                controllerType,
                controller,
                parent,
                revision.name(),
                children,
                related,
                finalizes);
        try {
            return hook.client().call(request);
        } catch (HookException e) {
            throw new SyncException.HookFailed(failed(hook, parent), hook.type().text(), e);
        }
    }

    private static String failed(Callable hook, KubeObject parent) {
        return "sync hook failed for " + parent + ": " + failed(hook);
    }

    /**
     * Decodes an answer of {@link #call}.
     *
     * @throws SyncException with Metacontroller's message, if the answer is not valid
     */
    public SyncAnswer read(JsonText answer, KubeObject parent, boolean finalizes) {
        Callable hook = Objects.requireNonNull(finalizes ? finalizing : sync, "there is no such hook");
        try {
            SyncAnswer read =
                    new AnswerCodec(controllerType, hook.version(), hook.strict()).decodeSync(hook.type(), answer);
            boolean deletesAll = read.children().isEmpty();
            if (!read.listed()
                    && !finalizes
                    && !parent.isBeingDeleted()
                    && spec.deletionGuard().isPresent()) {
                refuseIfMistyped(answer, hook);
                throw new DecodeException(
                        FieldPath.ROOT.field(controllerType.childrenField()),
                        "expected a list, was missing or null; nothing is deleted, since the controller has a deletionGuard:"
                                + " return [] if there are none");
            }
            if (deletesAll && !read.warnings().isEmpty()) {
                refuseIfMistyped(answer, hook);
            }
            read.warnings().forEach(warning -> ignored.report(hook.type(), parent, warning, deletesAll));
            return read;
        } catch (DecodeException e) {
            throw InvalidLabels.in(e, answer, parent)
                    .orElseGet(() -> new SyncException.HookFailed(
                            failed(hook, parent), hook.type().text(), e));
        }
    }

    /** The answer of the customize hook. */
    public sealed interface Customized {
        /** The rules for related objects. */
        record Rules(List<RelatedRule> rules) implements Customized {}

        /** The hook answered 429: it must be called again later. */
        record Later(HookReply.Later reply) implements Customized {}
    }

    /** Forgets what was reported about the last version of the hooks, so that mistakes of the new one are reported. */
    public void hookChanged() {
        ignored.forget();
    }

    @Override
    public void close() {
        clients.forEach(HookClient::close);
    }

    /** The outcome of a sync whose hook answered 429. */
    public static Outcome tooManyRequests(Optional<Duration> after) {
        return after.map(delay -> Outcome.retryAfter(delay, "the hook answered 429"))
                .orElseGet(() -> Outcome.retry("the hook was busy (429) or reloaded"));
    }

    /**
     * Finds invalid labels of a desired child: the one error in an answer that Metacontroller reports with the child's
     * name.
     */
    private static final class InvalidLabels {

        private static final Pattern LABELS = Pattern.compile("children\\[(\\d+)]\\.metadata\\.labels.*");

        private InvalidLabels() {}

        /** Metacontroller's message for an error in an answer, if the error is about labels. */
        static Optional<SyncException> in(DecodeException error, JsonText answer, KubeObject parent) {
            Matcher place = LABELS.matcher(error.place().path());
            if (!place.matches()) {
                return Optional.empty();
            }
            return child(answer, Integer.parseInt(place.group(1)))
                    .map(child -> new SyncException.Unreadable(
                            "invalid labels on desired child " + nameOf(child, parent), error));
        }

        /** The child at an index; empty if it has further errors, so that it cannot be parsed. */
        private static Optional<JsonNode> child(JsonText answer, int index) {
            JsonScanner scanner = new JsonScanner(answer.raw());
            try {
                scanner.beginObject();
                for (String field = scanner.nextField(); field != null; field = scanner.nextField()) {
                    if (field.equals("children")) {
                        return Optional.of(element(scanner, answer.raw(), index));
                    }
                    scanner.skipValue();
                }
                return Optional.empty();
            } catch (DecodeException _) {
                return Optional.empty();
            }
        }

        /** Decodes one element only: the whole answer may be large. */
        private static JsonNode element(JsonScanner scanner, byte[] json, int index) {
            scanner.beginArray();
            for (int i = 0; scanner.nextElement() && i < index; i++) {
                scanner.skipValue();
            }
            int start = scanner.position();
            scanner.skipValue();
            return Json.parse(Arrays.copyOfRange(json, start, scanner.position()));
        }

        private static String nameOf(JsonNode child, KubeObject parent) {
            String namespace = child.at("/metadata/namespace").asText(parent.namespace());
            String name = child.at("/metadata/name").asText();
            return child.path("kind").asText() + " " + (namespace.isEmpty() ? name : namespace + "/" + name);
        }
    }

    /**
     * Logs the fields of answers that are ignored: a warning once for each version of a hook, since every answer of it
     * has them. Thread-safe.
     */
    static final class IgnoredFields {

        private static final Logger LOG = LoggerFactory.getLogger(ControllerHooks.class);

        /** A hook that names its fields by data must not fill the memory. */
        private static final int MAX = 100;

        private final ControllerName controller;
        private final ControllerType type;
        private final BiConsumer<KubeObject, String> events;
        private final Set<Warning> reported = new LinkedHashSet<>();

        private record Warning(HookType hook, String text) {}

        /** @param events receives a parent with a warning that is also reported as an event of it */
        IgnoredFields(ControllerName controller, ControllerType type, BiConsumer<KubeObject, String> events) {
            this.events = events;
            this.controller = controller;
            this.type = type;
        }

        /**
         * Reports an ignored field. This is an error in strict mode only, but it helps to find a mistyped field.
         *
         * @param deletesAll whether the answer has no children
         */
        void report(HookType hook, KubeObject parent, String warning, boolean deletesAll) {
            LoggingEventBuilder line = LOG.atLevel(level(hook, warning))
                    .addKeyValue("controller", controller)
                    .addKeyValue("parent", parent)
                    .addKeyValue("hook", hook.text());
            String other = (type == ControllerType.COMPOSITE ? ControllerType.DECORATOR : ControllerType.COMPOSITE)
                    .childrenField();
            if (deletesAll && warning.equals("unknown field \"" + other + "\"")) {
                line.addKeyValue("returned", other)
                        .addKeyValue("needed", type.childrenField())
                        .log("the hook returned the children in a field that is ignored, so all children are deleted:"
                                + " rename the field");
            } else {
                line.addKeyValue("warning", warning).log("part of the hook's answer is ignored");
            }
            if (hook == HookType.CUSTOMIZE) { // a rule without one of its fields selects more than its author means
                events.accept(parent, "part of the customize hook's answer is ignored: " + warning);
            }
        }

        /** A version of the hook was replaced: the fields of the new one are reported again. */
        void forget() {
            synchronized (reported) {
                reported.clear();
            }
        }

        private Level level(HookType hook, String text) {
            synchronized (reported) {
                boolean isNew = reported.size() < MAX && reported.add(new Warning(hook, text));
                return isNew ? Level.WARN : Level.DEBUG;
            }
        }
    }
}
