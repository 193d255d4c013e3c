package io.hookline.watcher.model;

import io.hookline.spec.ParentRule;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
}
