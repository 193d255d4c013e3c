package io.hookline.watcher.model;

import io.hookline.object.KubeObject;
import io.hookline.spec.ParentRule;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The kinds of a controller's parents. */
public record ParentKinds(List<ParentKind> all) {
    public ParentKinds {
        all = List.copyOf(all);
    }

    /** The kind of a key's parent; the version may differ. */
    public Optional<ParentKind> of(ParentKey key) {
        for (ParentKind kind : all) {
            if (kind.resource().gvk().sameKind(key.kind())) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** If two rules name one kind, in any versions, the last one is used, as in Metacontroller. */
    public static Collection<ParentRule> lastOfEachKind(List<ParentRule> rules) {
        Map<String, ParentRule> last = new LinkedHashMap<>();
        rules.forEach(rule -> last.put(rule.group() + "/" + rule.resource(), rule));
        return last.values();
    }

    /** A cached parent, if the controller is responsible for it. */
    public Optional<KubeObject> find(ParentKey key) {
        return of(key).flatMap(
                        kind -> kind.subscription().store().get(key.key()).filter(kind::concerns));
    }

    /** How many parents there are. */
    public int count() {
        return all.stream()
                .mapToInt(kind -> (int) kind.subscription().store().all().stream()
                        .filter(kind::concerns)
                        .count())
                .sum();
    }

    /** The keys of all parents. */
    public Stream<ParentKey> keys() {
        return all.stream()
                .flatMap(kind -> kind.subscription().store().all().stream().filter(kind::concerns))
                .map(ParentKey::of);
    }
}
