package io.hookline.cli.dev;

import io.hookline.hook.RelatedRule;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules that customize hooks have answered since they were loaded, without names and labels. Thread-safe. */
final class SeenRules {

    private final Map<String, Set<RelatedRule>> byHook = new HashMap<>();
    private final Set<String> replaced = new HashSet<>();
    private boolean changed;

    /** Records an answer of a hook. */
    synchronized void add(String hook, List<RelatedRule> rules) {
        if (replaced.remove(hook)) {
            changed |= byHook.remove(hook) != null;
        }
        Set<RelatedRule> seen = byHook.computeIfAbsent(hook, _ -> new LinkedHashSet<>());
        for (RelatedRule rule : rules) {
            RelatedRule all = RelatedRule.of(rule.apiVersion(), rule.resource());
            changed |= seen.add(rule.namespaceSelector().isPresent() ? all.inNamespacesLabelled("", "") : all);
        }
    }

    /** A new version of a hook was loaded: it may request something else, which its first answer shows. */
    synchronized void loaded(String hook) {
        replaced.add(hook);
    }

    /** Whether there are other rules than at the last call of this method. */
    synchronized boolean takeChanged() {
        boolean was = changed;
        changed = false;
        return was;
    }

    /** The rules, by the name of the hook. */
    synchronized Map<String, List<RelatedRule>> rules() {
        Map<String, List<RelatedRule>> copy = new HashMap<>();
        byHook.forEach((hook, rules) -> copy.put(hook, List.copyOf(rules)));
        return copy;
    }
}
