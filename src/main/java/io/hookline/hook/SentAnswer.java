package io.hookline.hook;

import io.hookline.hook.codec.AnswerCodec;
import io.hookline.hook.protocol.AnswerEvent;
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

/** An {@link Answer} or {@link Decoration} as the watcher receives it: converted to JSON, and read again. */
final class SentAnswer {

    private final SyncAnswer answer;
    private final JsonBinding binding;

    private SentAnswer(SyncAnswer answer, JsonBinding binding) {
        this.answer = answer;
        this.binding = binding;
    }

    /**
     * Converts a result.
     *
     * @param read a class that its objects will be read as
     */
    static SentAnswer of(ControllerType type, HookResult result, Class<?> read) {
        JsonBinding binding = JsonBinding.of(read);
        HookResult sent = result.retryAfter().isPresent() ? HookResult.NOTHING : result;
        JsonText json = encode(type, sent, binding);
        AnswerCodec codec = new AnswerCodec(type, HookVersion.V2, true);
        return new SentAnswer(codec.decodeSync(HookType.SYNC, json), binding);
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

    List<KubeObject> children() {
        return answer.children();
    }

    <C> List<C> children(Class<C> type) {
        return binding.readAll(of(binding.kindOf(type)), type);
    }

    <C> Optional<C> child(Class<C> type, String name) {
        return child(binding.kindOf(type), name).map(object -> binding.read(object, type));
    }

    Optional<KubeObject> child(GroupVersionKind kind, String name) {
        ObjectKey key = ObjectKey.parse(name);
        return of(kind).stream()
                .filter(object -> object.name().equals(key.name()))
                .filter(object ->
                        key.namespace().isEmpty() || object.namespace().equals(key.namespace()))
                .findFirst();
    }

    private List<KubeObject> of(GroupVersionKind kind) {
        return answer.children().stream()
                .filter(object -> object.gvk().equals(kind))
                .toList();
    }

    <S> Optional<S> status(Class<S> type) {
        return answer.status().map(status -> binding.read(status, FieldPath.ROOT.field("status"), type));
    }

    List<AnswerEvent> events() {
        return answer.events();
    }

    /** The keys that the answer sets. */
    static Map<String, String> set(Map<String, Optional<String>> changes) {
        Map<String, String> set = new TreeMap<>();
        changes.forEach((key, value) -> value.ifPresent(text -> set.put(key, text)));
        return set;
    }

    /** The keys that the answer removes. */
    static Set<String> removed(Map<String, Optional<String>> changes) {
        Set<String> removed = new TreeSet<>();
        changes.forEach((key, value) -> {
            if (value.isEmpty()) {
                removed.add(key);
            }
        });
        return removed;
    }
}
