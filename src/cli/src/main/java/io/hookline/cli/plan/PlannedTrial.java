package io.hookline.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.dev.record.CallRecorder;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ForwardingCluster;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.cluster.Watch;
import io.hookline.cluster.WatchEvent;
import io.hookline.cluster.WatchOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.console.ParentTrial;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.object.SecretValues;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.HookServers;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.journal.Journal;
import io.hookline.watcher.model.HookConnector;
import io.hookline.watcher.model.ParentKey;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Plans the sync of one edited parent: first the API server tries the edit, so that it has its defaults and its
 * mistakes are named; then the hooks are called with it, and what would be written is recorded. Hooks that may change
 * the cluster themselves are not called.
 *
 * @param acts whether a hook, by its name, may change the cluster itself
 * @param calls changes the calls of hooks
 */
public record PlannedTrial(
        Cluster cluster,
        InProcessHooks hooks,
        Predicate<String> acts,
        UnaryOperator<HookConnector> calls,
        WatcherOptions options)
        implements ParentTrial {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Of the tried parent, whose size is limited by that of its entry. */
    private static final Journal.Limits LAST_SYNC = new Journal.Limits(1 << 20, 1);

    private static final WriteOptions DRY_RUN = new WriteOptions("", "hookline-dev", false, true);

    /** Where a parent belongs. */
    private record Target(PlannedParents.Controller controller, ControllerSpec spec, ApiResource resource) {}

    /** Calls a hook, or does something else. */
    private interface Call {
        HookReply of(HookRequest request, HookClient client) throws InterruptedException;
    }

    @Override
    public ObjectNode of(Journal.Key key, ObjectNode edited) throws InterruptedException {
        Target target = target(key);
        KubeObject parent = tried(target.resource(), key.parent().key(), edited);
        AtomicReference<Optional<JsonNode>> answered = new AtomicReference<>(Optional.empty());
        Plan plan = plan(target, parent, (request, client) -> {
            HookReply reply = client.call(request);
            if (reply instanceof HookReply.Answered answer && isOfNewest(request, parent)) {
                answered.set(shown(request, answer.body()));
            }
            return reply;
        });
        return answer(plan, ParentKey.of(parent), answered.get());
    }

    /** Empty if it is no JSON: the plan says so. */
    private static Optional<JsonNode> shown(HookRequest request, JsonText answer) {
        try {
            return Optional.of(CallRecorder.redacted(request, answer));
        } catch (DecodeException _) {
            return Optional.empty();
        }
    }

    @Override
    public ObjectNode request(Journal.Key key) throws InterruptedException {
        Target target = target(key);
        AtomicReference<HookRequest> asked = new AtomicReference<>();
        KubeObject parent =
                explained(() -> cluster.get(target.resource(), key.parent().key()));
        Plan plan = plan(target, parent, (request, client) -> {
            if (request.type() == HookType.CUSTOMIZE) {
                return client.call(request);
            }
            asked.set(request);
            throw new HookException("its request is only shown");
        });
        return Optional.ofNullable(asked.get())
                .map(CallRecorder::redacted)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no hook would be called; " + problem(plan, ParentKey.of(parent))));
    }

    /** Whether a sync or finalize hook is called with the parent as it is, not with a former revision of it. */
    private static boolean isOfNewest(HookRequest request, KubeObject parent) {
        return (request.type() == HookType.SYNC || request.type() == HookType.FINALIZE)
                && request.parent().fieldTree("spec").equals(parent.fieldTree("spec"));
    }

    private Target target(Journal.Key key) {
        PlannedParents.Controller controller = controller(key.controller());
        GroupVersionKind kind = key.parent().kind();
        ControllerSpec spec = controller
                .spec()
                .orElseThrow(() -> new IllegalArgumentException(controller + " is not valid, so it has no parents"));
        return spec.parents().stream()
                .flatMap(rule -> cluster.discover().find(rule.apiVersion(), rule.resource()).stream())
                .filter(each -> each.gvk().sameKind(kind))
                .findFirst()
                .map(resource -> new Target(controller, spec, resource))
                .orElseThrow(() -> new IllegalArgumentException(controller + " has no parents of kind " + kind.kind()));
    }

    private Plan plan(Target target, KubeObject parent, Call call) throws InterruptedException {
        return PlanRun.of(
                new EditedCluster(
                        cluster, target.resource(), parent, target.spec().source()),
                Optional.of(hooks),
                next -> onlyOf(ParentKey.of(parent), calls.apply(next), call),
                List.of(target.controller()),
                options.remembering(LAST_SYNC),
                TIMEOUT);
    }

    /** The message of the API server is for the one who has edited the parent. */
    private static <T> T explained(Supplier<T> request) {
        try {
            return request.get();
        } catch (ClusterException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private PlannedParents.Controller controller(ControllerName name) {
        try {
            return PlannedParents.controllers(cluster, LabelSelector.EVERYTHING).stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("there is no " + name));
        } catch (CliErrors.CommandFailed e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The edited parent as the API server would store it. */
    private KubeObject tried(ApiResource resource, ObjectKey key, ObjectNode edited) {
        if (GoJson.text(edited).contains("\"" + SecretValues.HIDDEN + "\"")) {
            throw new IllegalArgumentException("values of Secrets are hidden here, so this parent cannot be tried");
        }
        KubeObject object = KubeObject.of(edited);
        if (!object.gvk().sameKind(resource.gvk()) || !object.key().equals(key)) {
            throw new IllegalArgumentException("kind, namespace and name must stay " + resource.kind() + " " + key);
        }
        return explained(() -> {
            KubeObject current = cluster.get(resource, key);
            edited.withObject("/metadata").put("uid", current.uid()).put("resourceVersion", current.resourceVersion());
            return cluster.update(resource, KubeObject.of(edited), DRY_RUN);
        });
    }

    /** Calls no hook for other parents, and none that acts. */
    private HookConnector onlyOf(ParentKey parent, HookConnector connector, Call call) {
        return (controller, type, hook, problems) -> {
            HookClient client = connector.connect(controller, type, hook, problems);
            boolean tries = hook.webhook()
                    .flatMap(webhook -> HookServers.hookOf(URI.create(webhook.url())))
                    .filter(acts)
                    .isEmpty();
            return new HookClient() {
                @Override
                public HookReply call(HookRequest request) throws InterruptedException {
                    if (!ParentKey.of(request.parent()).equals(parent)) {
                        throw new HookException("another parent is tried");
                    }
                    if (!tries) {
                        throw new HookException(
                                "it may change the cluster itself, so it is not called to try something");
                    }
                    return call.of(request, client);
                }

                @Override
                public void close() {
                    client.close();
                }
            };
        };
    }

    /** The parent in the plan of its controller; empty if the controller does not select it. */
    private static Optional<Plan.OfParent> planned(Plan plan, ParentKey parent) {
        return plan.controllers().stream()
                .flatMap(controller -> controller.parents().stream())
                .filter(each -> each.parent().equals(parent.toString()))
                .findFirst();
    }

    /** Why it is not known what would be written; empty if that is known. */
    private static String problem(Plan plan, ParentKey parent) {
        if (plan.controllers().stream().noneMatch(Plan.OfController::runs)) {
            return plan.warnings().stream()
                    .filter(Warning::stopsController)
                    .map(Warning::toString)
                    .findFirst()
                    .orElse("its controller has not started within " + TIMEOUT.toSeconds() + " s");
        }
        Optional<Plan.OfParent> planned = planned(plan, parent);
        if (planned.isEmpty()) {
            return "no controller selects it";
        }
        return planned.get().state() == Plan.State.OPEN
                ? "no sync has ended within " + TIMEOUT.toSeconds() + " s"
                : planned.get().failure().orElse("");
    }

    private static ObjectNode answer(Plan plan, ParentKey parent, Optional<JsonNode> answered) {
        ObjectNode answer = Json.NODES.objectNode();
        ArrayNode writes = answer.putArray("writes");
        String problem = problem(plan, parent);
        if (!problem.isEmpty()) {
            answer.put("failure", problem);
        }
        answered.ifPresent(tree -> answer.set("answer", tree));
        planned(plan, parent).ifPresent(each -> {
            each.times().ifPresent(times -> answer.set("times", times));
            answer.put("state", each.state().toString());
            each.writes().forEach(write -> {
                ObjectNode to = writes.addObject()
                        .put("do", write.subresource().isEmpty() ? write.verb() : write.subresource())
                        .put("object", write.object());
                if (!write.changes().isEmpty()) {
                    to.putArray("fields").add(write.changes());
                }
            });
        });
        return answer;
    }

    /**
     * A cluster in which one object is as someone has edited it, and which has no other controller than one.
     * Thread-safe.
     */
    static final class EditedCluster extends ForwardingCluster {

        private final ApiResource resource;
        private final KubeObject edited;
        private final KubeObject controller;

        EditedCluster(Cluster next, ApiResource resource, KubeObject edited, KubeObject controller) {
            super(next);
            this.resource = resource;
            this.edited = edited;
            this.controller = controller;
        }

        /** The object as it is here; empty if it is not here. */
        private Optional<KubeObject> here(ApiResource of, KubeObject object) {
            if (of.group().equals(WellKnown.GROUP) && object.kind().endsWith("Controller")) {
                return Optional.of(object).filter(each -> each.uid().equals(controller.uid()));
            }
            return Optional.of(isEdited(of, object.key()) ? edited : object);
        }

        private boolean isEdited(ApiResource of, ObjectKey key) {
            return of.groupResource().equals(resource.groupResource()) && key.equals(edited.key());
        }

        @Override
        public KubeObject get(ApiResource of, ObjectKey key) {
            return isEdited(of, key) ? edited : super.get(of, key);
        }

        @Override
        public ObjectList list(ApiResource of, ListOptions options) {
            ObjectList page = super.list(of, options);
            return new ObjectList(
                    page.items().stream()
                            .flatMap(each -> here(of, each).stream())
                            .toList(),
                    page.resourceVersion(),
                    page.continueToken());
        }

        @Override
        public Watch watch(ApiResource of, WatchOptions options) {
            Watch watch = super.watch(of, options);
            return new Watch() {
                @Override
                public Optional<WatchEvent> poll(Duration wait) throws InterruptedException {
                    return watch.poll(wait).flatMap(event -> here(of, event));
                }

                @Override
                public void close() {
                    watch.close();
                }
            };
        }

        private Optional<WatchEvent> here(ApiResource of, WatchEvent event) {
            return switch (event) {
                case WatchEvent.Added(KubeObject object) -> here(of, object).map(WatchEvent.Added::new);
                case WatchEvent.Modified(KubeObject object) -> here(of, object).map(WatchEvent.Modified::new);
                case WatchEvent.Deleted _, WatchEvent.Bookmark _, WatchEvent.Ended _ -> Optional.of(event);
            };
        }
    }
}
