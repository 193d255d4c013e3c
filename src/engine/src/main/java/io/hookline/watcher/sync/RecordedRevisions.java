package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.Cluster;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.spec.ControllerRevision;
import io.hookline.watcher.model.ParentKind;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.model.SyncException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the revisions of a parent in its ControllerRevisions. The one with the fields that the parent has now is the latest; if
 * there is none, the latest is new. Earlier ones count as long as they claim children. Thread-safe.
 */
final class RecordedRevisions implements ParentRevisions {

    private static final Comparator<ControllerRevision> NEWEST_FIRST = Comparator.<ControllerRevision, String>comparing(
                    revision -> revision.source()
                            .tree()
                            .at("/metadata/creationTimestamp")
                            .asText())
            .reversed()
            .thenComparing(revision -> revision.source().name());

    private final ApiResource resource;
    private final Subscription subscription;
    private final ChildSelectors selectors;
    private final RevisionFields fields;
    private final Cluster cluster;
    private final ObjectWriter writer;

    /**
     * Finds the revisions of one controller's parents.
     *
     * @param resource the resource of ControllerRevisions
     * @param subscription to the cache of ControllerRevisions
     * @param fieldPaths the fields of a parent that belong to a revision
     */
    RecordedRevisions(
            ApiResource resource,
            Subscription subscription,
            ChildSelectors selectors,
            List<String> fieldPaths,
            Cluster cluster,
            ObjectWriter writer) {
        this.resource = resource;
        this.subscription = subscription;
        this.selectors = selectors;
        this.fields = new RevisionFields(fieldPaths);
        this.cluster = cluster;
        this.writer = writer;
    }

    @Override
    public List<ParentRevision> of(ParentKind kind, KubeObject parent, ParentMemory memory) {
        List<KubeObject> recorded = claim(kind, parent, memory);
        ParentMemory.KnownRevisions known = memory.revisions();
        if (known == null || !known.isOf(parent, recorded)) {
            known = new ParentMemory.KnownRevisions(parent, recorded, read(kind, parent, recorded));
            memory.revisions(known);
        }
        return known.revisions();
    }

    /**
     * Adopts ControllerRevisions that match. One that the parent controls is kept whatever its labels are: without it the
     * progress of a rolling update would be lost.
     */
    private List<KubeObject> claim(ParentKind kind, KubeObject parent, ParentMemory memory) {
        LabelSelector selector = selectors.of(parent, memory).and(RevisionContent.ofKind(kind.resource()));
        return new ControllerRefManager(cluster, writer, kind, parent, selector, memory.writes())
                .claim(new ControllerRefManager.Claimable(
                        "ControllerRevisions", resource, subscription.store(), true, false));
    }

    private List<ParentRevision> read(ParentKind kind, KubeObject parent, List<KubeObject> recorded) {
        ObjectNode patch = fields.patch(parent);
        List<ControllerRevision> sorted = recorded.stream()
                .filter(object -> !object.isBeingDeleted())
                .map(RecordedRevisions::decode)
                .sorted(NEWEST_FIRST)
                .toList();
        Optional<ControllerRevision> latest = sorted.stream()
                .filter(revision -> JsonEquality.semantic(revision.parentPatch(), patch))
                .findFirst();
        String name = latest.map(revision -> revision.source().name())
                .orElseGet(() -> RevisionContent.name(kind.resource(), parent.uid(), patch));
        List<ParentRevision> revisions = new ArrayList<>();
        revisions.add(new ParentRevision(name, parent, patch, latest));
        sorted.stream()
                .filter(revision -> !revision.source()
                        .uid()
                        .equals(latest.map(each -> each.source().uid()).orElse("")))
                .filter(RecordedRevisions::hasChildren)
                .map(revision -> earlier(parent, revision))
                .forEach(revisions::add);
        return revisions;
    }

    private static ControllerRevision decode(KubeObject object) {
        try {
            return ControllerRevision.read(object);
        } catch (DecodeException e) {
            throw new SyncException.Unreadable(object + " is not valid", e);
        }
    }

    private static boolean hasChildren(ControllerRevision revision) {
        return revision.children().stream().anyMatch(kind -> !kind.names().isEmpty());
    }

    private ParentRevision earlier(KubeObject parent, ControllerRevision revision) {
        return new ParentRevision(
                revision.source().name(),
                fields.with(parent, revision.parentPatch()),
                revision.parentPatch(),
                Optional.of(revision));
    }

    /**
     * The fields of a parent that belong to a revision. A change of these fields is rolled out; a change of any other field
     * reaches all children at once.
     */
    private static final class RevisionFields {

        private final List<List<String>> paths;

        /** @param paths field names separated by dots */
        RevisionFields(List<String> paths) {
            this.paths =
                    paths.stream().map(path -> Arrays.asList(path.split("\\."))).toList();
        }

        /** A new object with only those fields of a parent that belong to a revision and exist. */
        ObjectNode patch(KubeObject parent) {
            ObjectNode tree = parent.tree();
            ObjectNode patch = Json.NODES.objectNode();
            for (List<String> path : paths) {
                JsonNode value = find(tree, path);
                if (value != null) {
                    set(patch, path, value);
                }
            }
            return patch;
        }

        /** The parent with the fields of a revision. Fields that the revision does not have are removed. */
        KubeObject with(KubeObject parent, ObjectNode patch) {
            ObjectNode tree = parent.tree();
            for (List<String> path : paths) {
                JsonNode value = find(patch, path);
                if (value != null) {
                    set(tree, path, value.deepCopy());
                } else {
                    remove(tree, path);
                }
            }
            return KubeObject.of(tree);
        }

        private static @Nullable JsonNode find(JsonNode tree, List<String> path) {
            JsonNode node = tree;
            for (String name : path) {
                if (node == null || !node.isObject()) {
                    return null;
                }
                node = node.get(name);
            }
            return node;
        }

        private static void set(ObjectNode tree, List<String> path, JsonNode value) {
            ObjectNode node = tree;
            for (String name : path.subList(0, path.size() - 1)) {
                node = node.get(name) instanceof ObjectNode next ? next : node.putObject(name);
            }
            node.set(path.getLast(), value);
        }

        private static void remove(ObjectNode tree, List<String> path) {
            if (find(tree, path.subList(0, path.size() - 1)) instanceof ObjectNode node) {
                node.remove(path.getLast());
            }
        }
    }
}
