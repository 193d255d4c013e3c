package io.hookline.hook;

import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An {@link Answer} or {@link Decoration} as the watcher gets it, for tests: its objects are those that are sent, with the apiVersion and
 * kind of their class. A method throws what the call of the hook would fail with. Immutable.
 */
public final class SentAnswer {

    private final ControllerType type;
    private final HookResult result;

    SentAnswer(ControllerType type, HookResult result) {
        this.type = type;
        this.result = result;
    }

    /** The JSON of a result that requests no later call. */
    static JsonText encode(ControllerType type, HookResult result, JsonBinding binding) {
        FieldPath place = FieldPath.ROOT.field(type.childrenField());
        List<KubeObject> children = new ArrayList<>();
        for (int i = 0; i < result.children().size(); i++) {
            children.add(binding.child(result.children().get(i), place.index(i)));
        }
        SyncAnswer answer = new SyncAnswer(
                Optional.ofNullable(result.status()).map(binding::status),
                children,
                true,
                result.labels(),
                result.annotations(),
                result.resyncAfter(),
                result.finalized(),
                result.events(),
                List.of());
        return AnswerCodec.encode(type, answer);
    }

    /** The time after which the caller of a hook that answers 429 calls again, in whole seconds. */
    static Duration wholeSeconds(Duration after) {
        return Duration.ofSeconds(Math.max(1, after.plusNanos(999_999_999).toSeconds()));
    }

    /** @param read a class that an object of it is read as */
    private SyncAnswer decoded(Class<?> read) {
        HookResult sent = result.retryAfter().isPresent() ? HookResult.NOTHING : result;
        return new AnswerCodec(type, HookVersion.V2, true)
                .decodeSync(HookType.SYNC, encode(type, sent, JsonBinding.of(read)));
    }

    /** The children or attachments as JSON objects, in the order of the answer. */
    public List<KubeObject> children() {
        return decoded(KubeObject.class).children();
    }

    /** The children or attachments of a class, in the order of the answer. */
    public <C> List<C> children(Class<C> type) {
        JsonBinding binding = JsonBinding.of(type);
        return binding.readAll(of(decoded(type), binding.kindOf(type)), type);
    }

    /**
     * Finds one child or attachment by its class and name.
     *
     * @param name {@code name} or {@code namespace/name}
     */
    public <C> Optional<C> child(Class<C> type, String name) {
        JsonBinding binding = JsonBinding.of(type);
        return child(decoded(type), binding.kindOf(type), name).map(object -> binding.read(object, type));
    }

    /** Finds one child or attachment by its kind and name. */
    public Optional<KubeObject> child(String apiVersion, String kind, String name) {
        return child(decoded(KubeObject.class), GroupVersionKind.of(apiVersion, kind), name);
    }

    private static Optional<KubeObject> child(SyncAnswer answer, GroupVersionKind kind, String name) {
        ObjectKey key = ObjectKey.parse(name);
        return of(answer, kind).stream()
                .filter(object -> object.name().equals(key.name()))
                .filter(object ->
                        key.namespace().isEmpty() || object.namespace().equals(key.namespace()))
                .findFirst();
    }

    private static List<KubeObject> of(SyncAnswer answer, GroupVersionKind kind) {
        return answer.children().stream()
                .filter(object -> object.gvk().equals(kind))
                .toList();
    }

    /** The status, read as a class, such as the record of the hook or {@code Map}; empty if the answer has none. */
    public <S> Optional<S> status(Class<S> type) {
        return decoded(type)
                .status()
                .map(status -> JsonBinding.of(type).read(status, FieldPath.ROOT.field("status"), type));
    }

    /** The labels that a decoration sets. */
    public Map<String, String> labels() {
        return set(result.labels());
    }

    /** The keys of the labels that a decoration removes. */
    public Set<String> removedLabels() {
        return removed(result.labels());
    }

    /** The annotations that a decoration sets. */
    public Map<String, String> annotations() {
        return set(result.annotations());
    }

    /** The keys of the annotations that a decoration removes. */
    public Set<String> removedAnnotations() {
        return removed(result.annotations());
    }

    /** The time of the next call if nothing changes; empty if the answer does not set it. */
    public Optional<Duration> resyncAfter() {
        return result.resyncAfter();
    }

    /** The time of the next call of an answer that only requests one, in whole seconds; otherwise empty. */
    public Optional<Duration> retryAfter() {
        return result.retryAfter().map(SentAnswer::wholeSeconds);
    }

    /** The events, in their order. */
    public List<Event> events() {
        return decoded(KubeObject.class).events();
    }

    /** Whether the answer reports that the cleanup is complete. */
    public boolean isFinalized() {
        return result.finalized();
    }

    private static Map<String, String> set(Map<String, Optional<String>> changes) {
        Map<String, String> set = new TreeMap<>();
        changes.forEach((key, value) -> value.ifPresent(text -> set.put(key, text)));
        return set;
    }

    private static Set<String> removed(Map<String, Optional<String>> changes) {
        Set<String> removed = new TreeSet<>();
        changes.forEach((key, value) -> {
            if (value.isEmpty()) {
                removed.add(key);
            }
        });
        return removed;
    }
}
