package io.hookline.watcher;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.sync.PausedParents;
import io.hookline.watcher.view.ControllerState;
import io.hookline.watcher.view.ParentState;
import io.hookline.watcher.view.ParentState.NotRunning;
import io.hookline.watcher.view.ParentState.NotSelected;
import io.hookline.watcher.view.WatcherView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The view of a watcher on its own controllers. */
record LiveView(ControllerInformers objects, Controllers hosting, BooleanSupplier leads) implements WatcherView {

    private static final String STOPPING = "it is restarted when its syncs in flight have ended";

    @Override
    public boolean isStandby() {
        return !leads.getAsBoolean();
    }

    private Stream<ControllerKey> keys() {
        return objects.keys().stream()
                .filter(key -> objects.find(key).filter(hosting::isOurs).isPresent())
                .sorted(ControllerKey.ORDER);
    }

    private Optional<HostedController> running(ControllerKey key) {
        return objects.find(key).flatMap(object -> hosting.running(key, object));
    }

    private Stream<HostedController> running() {
        return keys().flatMap(key -> running(key).stream());
    }

    @Override
    public List<ControllerState> controllers() {
        return keys().flatMap(key -> objects.find(key).map(object -> state(key, object)).stream())
                .toList();
    }

    private ControllerState state(ControllerKey key, KubeObject object) {
        Optional<HostedController> hosted = hosting.running(key, object);
        JsonNode status = object.fieldTree("status");
        JsonNode ready = Json.ofType(status.path("conditions"), "Ready");
        return new ControllerState(
                key.named(),
                hosted.isPresent(),
                (ready.path("status").asText() + " " + ready.path("reason").asText()).strip(),
                hosted.isPresent() ? ready.path("message").asText() : refusal(key, object),
                status.path("parents").asInt(),
                status.path("failing").asInt(),
                PausedParents.isRequested(object),
                hosted.map(HostedController::queued).orElse(0),
                hosted.map(HostedController::hookCalls).orElse(""));
    }

    private String refusal(ControllerKey key, KubeObject object) {
        return hosting.conditions()
                .refusal(key, object)
                .map(refused -> refused.reason().text() + ": " + refused.message())
                .orElseGet(() -> hosting.stopping(key).isPresent() ? STOPPING : "it is being started");
    }

    /** A parent of a controller that is stopping, with what is known of it until then. */
    private static ParentState stopping(ParentState state) {
        return state.now() instanceof NotSelected
                ? state
                : new ParentState(
                        state.controller(),
                        state.key(),
                        state.parent(),
                        new NotRunning(STOPPING),
                        state.children(),
                        state.problems(),
                        state.warnings());
    }

    @Override
    public List<ParentState> parents(Query query) {
        List<ParentState> selected = new ArrayList<>();
        List<ParentState> others = new ArrayList<>();
        keys().filter(key -> query.controller().isEmpty() || key.name().equals(query.controller()))
                .forEach(key -> {
                    Optional<Stream<ParentState>> found = running(key)
                            .map(hosted -> hosted.find(query).stream())
                            .or(() -> hosting.stopping(key)
                                    .map(hosted -> hosted.find(query).stream().map(LiveView::stopping)));
                    if (found.isPresent()) {
                        found.get().forEach(each -> (each.now() instanceof NotSelected ? others : selected).add(each));
                    } else {
                        objects.find(key)
                                .flatMap(object -> notRunning(key, object, query))
                                .ifPresent(others::add);
                    }
                });
        return selected.isEmpty() ? others : selected;
    }

    /** The kind of a rule is known by its plural only: its definition may be missing. */
    private Optional<ParentState> notRunning(ControllerKey key, KubeObject object, Query query) {
        JsonNode spec = object.fieldTree("spec");
        Stream<JsonNode> rules = Stream.concat(
                Stream.of(spec.path("parentResource")), spec.path("resources").valueStream());
        String stem = query.kind().toLowerCase(Locale.ROOT).replaceFirst("(s|y|ies)$", "");
        return rules.filter(rule -> rule.path("resource").asText().startsWith(stem) && !stem.isEmpty())
                .findFirst()
                .map(rule -> new ParentState(
                        key.named(),
                        new ParentKey(
                                GroupVersionKind.of(rule.path("apiVersion").asText(), query.kind()),
                                new ObjectKey(query.namespace(), query.name())),
                        Optional.empty(),
                        new NotRunning(refusal(key, object)),
                        List.of()));
    }

    @Override
    public Optional<ParentState> parent(ControllerName controller, ParentKey key) {
        ControllerKey of = new ControllerKey(controller.type(), controller.name());
        return running(of)
                .flatMap(hosted -> hosted.look(key))
                .or(() -> objects.find(of)
                        .flatMap(_ -> hosting.stopping(of))
                        .flatMap(hosted -> hosted.look(key))
                        .map(LiveView::stopping));
    }

    @Override
    public List<ParentState> parents() {
        return running().flatMap(HostedController::looks).toList();
    }

    @Override
    public List<KubeObject> children(Query query) {
        return running().flatMap(hosted -> hosted.cached(query)).distinct().toList();
    }

    @Override
    public List<ParentState> parentsOf(KubeObject child) {
        return running().flatMap(hosted -> hosted.parentsOf(child)).toList();
    }

    @Override
    public List<String> kinds() {
        return running()
                .flatMap(hosted -> hosted.watched().stream())
                .map(ApiResource::kind)
                .distinct()
                .sorted()
                .toList();
    }
}
