package io.hookline.watcher;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.ObjectGroups;
import io.hookline.hook.SyncAnswer;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.OwnerReference;
import io.hookline.spec.AdoptionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Children of a composite are those it controls and its selector selects: orphans that match are adopted, children that
 * stop matching are released.
 */
final class CompositeOwnership implements Ownership {

    private static final Logger LOG = LoggerFactory.getLogger(CompositeOwnership.class);

    private final List<ChildKind> children;
    private final ChildSelectors selectors;
    private final Cluster cluster;
    private final ObjectWriter writer;
    private final OwnWrites ownWrites;

    CompositeOwnership(
            List<ChildKind> children,
            ChildSelectors selectors,
            Cluster cluster,
            ObjectWriter writer,
            OwnWrites ownWrites) {
        this.children = List.copyOf(children);
        this.selectors = selectors;
        this.cluster = cluster;
        this.writer = writer;
        this.ownWrites = ownWrites;
    }

    @Override
    public ObjectGroups observed(ParentKind kind, KubeObject parent) {
        LabelSelector selector = selectors.of(parent);
        Map<GroupVersionKind, List<KubeObject>> claimed = new TreeMap<>();
        for (ChildKind child : children) {
            List<KubeObject> mine = new Claim(kind, parent, selector, child).claim();
            claimed.computeIfAbsent(child.resource().gvk(), _ -> new ArrayList<>())
                    .addAll(mine);
        }
        return ObjectGroups.of(claimed);
    }

    @Override
    public ChildMarks marks(KubeObject parent, SyncAnswer answer) {
        LabelSelector selector = selectors.of(parent);
        Map<String, String> labels = selectors.labelsFor(parent);
        for (KubeObject child : answer.children()) {
            Map<String, String> all = new TreeMap<>(labels);
            all.putAll(child.labels());
            if (!selector.matches(all)) {
                String namespace = child.namespace().isEmpty() ? parent.namespace() : child.namespace();
                String name = namespace.isEmpty() ? child.name() : namespace + "/" + child.name();
                throw new SyncException(
                        "labels on desired child " + child.kind() + " " + name + " don't match parent selector");
            }
        }
        return new ChildMarks(parent.namespace(), labels, Map.of());
    }

    /** Claims the children of one kind for one parent. */
    private final class Claim {
        private final ParentKind parentKind;
        private final KubeObject parent;
        private final LabelSelector selector;
        private final ChildKind kind;
        private final List<String> failures = new ArrayList<>();
        private Parent seen = Parent.NOT_ASKED;

        Claim(ParentKind parentKind, KubeObject parent, LabelSelector selector, ChildKind kind) {
            this.parentKind = parentKind;
            this.parent = parent;
            this.selector = selector;
            this.kind = kind;
        }

        List<KubeObject> claim() {
            List<KubeObject> mine = new ArrayList<>(keep());
            if (!parent.isBeingDeleted() && kind.rule().adoption() != AdoptionPolicy.NEVER) {
                mine.addAll(adoptOrphans());
            }
            if (!failures.isEmpty()) {
                throw new SyncException(
                        "can't claim " + kind.resource().kind() + " children: " + String.join("; ", failures));
            }
            return mine;
        }

        /** What is the parent's and stays so; the rest is released, unless the parent is on its way out anyway. */
        private List<KubeObject> keep() {
            List<KubeObject> mine = new ArrayList<>();
            for (KubeObject child : kind.subscription().store().controlledBy(parent.uid())) {
                if (isOutside(child)) {
                    continue;
                }
                if (selector.matches(child.labels())) {
                    mine.add(child);
                } else if (!parent.isBeingDeleted()) {
                    attempt(() -> release(child).ifPresent(mine::add));
                }
            }
            return mine;
        }

        private List<KubeObject> adoptOrphans() {
            String namespace = parentKind.resource().namespaced() ? parent.namespace() : "";
            List<KubeObject> adopted = new ArrayList<>();
            for (KubeObject orphan : kind.subscription().store().orphans(namespace, selector)) {
                if (isAdoptable(orphan) && isParentAlive()) {
                    attempt(() -> adopt(orphan).ifPresent(adopted::add));
                }
            }
            return adopted;
        }

        private boolean isAdoptable(KubeObject orphan) {
            return !orphan.isBeingDeleted() && orphan.controllerOwner().isEmpty() && selector.matches(orphan.labels());
        }

        /** Asked of the server once: a parent that only the cache believes in must not become an owner. */
        private boolean isParentAlive() {
            if (seen == Parent.NOT_ASKED) {
                seen = Parent.GONE;
                attempt(() -> {
                    KubeObject live = cluster.get(parentKind.resource(), parent.key());
                    if (!live.uid().equals(parent.uid()) || live.isBeingDeleted()) {
                        throw new ClusterException.Conflict(
                                parent + " is not the living object any more, so nothing is adopted");
                    }
                    seen = Parent.ALIVE;
                });
            }
            return seen == Parent.ALIVE;
        }

        private boolean isOutside(KubeObject child) {
            return parentKind.resource().namespaced() && !child.namespace().equals(parent.namespace());
        }

        private void attempt(Runnable action) {
            try {
                action.run();
            } catch (ClusterException e) {
                failures.add(e.getMessage());
            }
        }

        /** The child as it is now, if it is the parent's all the same: its labels match again. */
        private Optional<KubeObject> release(KubeObject child) {
            LOG.atInfo()
                    .addKeyValue("parent", parent)
                    .addKeyValue("child", child)
                    .log("releasing: labels no longer match");
            try {
                KubeObject now = writer.settle(
                        kind.resource(),
                        child,
                        state -> selector.matches(state.labels()) ? null : withoutOwner(state, parent.uid()));
                wrote(now);
                return Optional.of(now).filter(this::isMine);
            } catch (ClusterException.NotFound _) {
                return Optional.empty(); // gone is released too
            }
        }

        /** The child as it is now, unless somebody was faster. */
        private Optional<KubeObject> adopt(KubeObject orphan) {
            LOG.atInfo()
                    .addKeyValue("parent", parent)
                    .addKeyValue("child", orphan)
                    .log("adopting: labels match");
            try {
                KubeObject now = writer.settle(
                        kind.resource(), orphan, state -> isAdoptable(state) ? withOwner(state, parent) : null);
                wrote(now);
                return Optional.of(now).filter(this::isMine);
            } catch (ClusterException.NotFound _) {
                return Optional.empty(); // gone: nobody's child
            }
        }

        private boolean isMine(KubeObject child) {
            return child.controllerUid().equals(parent.uid());
        }

        private void wrote(KubeObject child) {
            ownWrites.wrote(ParentKey.of(parent), kind.subscription().store(), child);
        }
    }

    /** What is known of the parent, beyond the cache. */
    private enum Parent {
        NOT_ASKED,
        ALIVE,
        GONE
    }

    private static ObjectWriter.Change withOwner(KubeObject state, KubeObject parent) {
        ArrayNode owners = owners(state, parent.uid());
        owners.add(OwnerReference.controlledBy(parent).toJson());
        return replaceOwners(state, owners);
    }

    private static ObjectWriter.@Nullable Change withoutOwner(KubeObject state, String uid) {
        return state.controllerUid().equals(uid) ? replaceOwners(state, owners(state, uid)) : null;
    }

    private static ObjectWriter.Change replaceOwners(KubeObject state, ArrayNode owners) {
        return new ObjectWriter.Change(
                patch -> patch.testVersion(state).add("/metadata/ownerReferences", owners), tree -> {
                    ((ObjectNode) tree.get("metadata")).set("ownerReferences", owners);
                });
    }

    /** All owner references but those to this uid. */
    private static ArrayNode owners(KubeObject state, String exceptUid) {
        ArrayNode kept = Json.NODES.arrayNode();
        state.tree().path("metadata").path("ownerReferences").forEach(owner -> {
            if (!owner.path("uid").asText().equals(exceptUid)) {
                kept.add(owner);
            }
        });
        return kept;
    }
}
