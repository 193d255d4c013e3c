package io.hookline.watcher.sync;

import io.hookline.cluster.Cluster;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.hook.protocol.SyncAnswer;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.spec.ChildRule.AdoptionPolicy;
import io.hookline.watcher.model.ChildKind;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.SyncException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Claims the children of a composite: objects that the parent controls and that its selector matches. Orphans that
 * match are adopted, children that no longer match are released.
 */
final class CompositeClaims implements ChildClaims {

    private final List<ChildKind> children;
    private final ChildSelectors selectors;
    private final Cluster cluster;
    private final ObjectWriter writer;

    CompositeClaims(Collection<ChildKind> children, ChildSelectors selectors, Cluster cluster, ObjectWriter writer) {
        this.children = List.copyOf(children);
        this.selectors = selectors;
        this.cluster = cluster;
        this.writer = writer;
    }

    @Override
    public ObjectGroups claim(ParentKind kind, KubeObject parent, ParentMemory memory) {
        LabelSelector selector = selectors.of(parent, memory);
        ControllerRefManager refs = new ControllerRefManager(cluster, writer, kind, parent, selector, memory.writes());
        Map<GroupVersionKind, List<KubeObject>> claimed = new TreeMap<>();
        for (ChildKind child : children) {
            boolean adopts = child.rule().adoption() != AdoptionPolicy.NEVER;
            claimed.computeIfAbsent(child.resource().gvk(), _ -> new ArrayList<>())
                    .addAll(refs.claim(new ControllerRefManager.Claimable(
                            child.resource().kind() + " children",
                            child.resource(),
                            child.subscription().store(),
                            adopts,
                            true)));
        }
        return ObjectGroups.of(claimed);
    }

    @Override
    public ObjectGroups applied(ParentKind kind, KubeObject parent, ParentMemory memory) {
        LabelSelector selector = selectors.of(parent, memory);
        return ChildClaims.applied(children, kind, parent, child -> selector.matches(child.labels()));
    }

    @Override
    public InjectedMetadata injected(KubeObject parent, ParentMemory memory, SyncAnswer answer) {
        LabelSelector selector = selectors.of(parent, memory);
        Map<String, String> labels = selectors.labelsFor(parent);
        for (KubeObject child : answer.children()) {
            if (!isSelected(child, selector, labels)) {
                String namespace = child.namespace().isEmpty() ? parent.namespace() : child.namespace();
                String name = namespace.isEmpty() ? child.name() : namespace + "/" + child.name();
                throw new SyncException.Refused("labels on desired child " + child.kind() + " " + name
                        + " don't match parent selector: " + mismatch(parent, child, selector, labels));
            }
        }
        return new InjectedMetadata(parent.namespace(), labels, Map.of());
    }

    private static String mismatch(
            KubeObject parent, KubeObject child, LabelSelector selector, Map<String, String> injected) {
        String has = child.labels().isEmpty()
                ? "it has no labels"
                : "its labels are "
                        + new TreeMap<>(child.labels())
                                .entrySet().stream().map(Object::toString).collect(Collectors.joining(","));
        String remedy = injected.isEmpty()
                ? "return it with labels that match, or correct spec.selector of " + parent
                : "return it without the label " + String.join(", ", injected.keySet())
                        + ", which generateSelector adds";
        return has + ", the selector is " + text(selector) + "; " + remedy;
    }

    /** A selector as {@code kubectl get -l} takes it. */
    private static String text(LabelSelector selector) {
        return selector.requirements().stream()
                .map(each -> {
                    String values = String.join(",", each.values());
                    return switch (each.operator()) {
                        case IN ->
                            each.values().size() == 1 ? each.key() + "=" + values : each.key() + " in (" + values + ")";
                        case NOT_IN -> each.key() + " notin (" + values + ")";
                        case EXISTS -> each.key();
                        case DOES_NOT_EXIST -> "!" + each.key();
                    };
                })
                .collect(Collectors.joining(","));
    }

    @Override
    public List<KubeObject> claimable(KubeObject parent, ParentMemory memory, SyncAnswer answer) {
        LabelSelector selector = selectors.of(parent, memory);
        Map<String, String> labels = selectors.labelsFor(parent);
        return answer.children().stream()
                .filter(child -> isSelected(child, selector, labels))
                .toList();
    }

    private static boolean isSelected(KubeObject child, LabelSelector selector, Map<String, String> injected) {
        Map<String, String> all = new TreeMap<>(injected);
        all.putAll(child.labels());
        return selector.matches(all);
    }
}
