package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.ChildId;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.WriteOptions;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.JsonEquality;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.object.OwnerReference;
import io.hookline.spec.ControllerRevision;
import io.hookline.watcher.model.ParentRevision;
import io.hookline.watcher.model.SyncException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records which children each revision of a parent has. This is done before the children are written, in the order of
 * Metacontroller: revisions without children are deleted, then changed ones updated, then the new one is created. Wherever
 * this is interrupted, the next sync assigns each child as intended or as before. Thread-safe.
 */
final class RevisionWriter {

    private static final Logger LOG = LoggerFactory.getLogger(RevisionWriter.class);

    private final ApiResource resource;
    private final Subscription subscription;
    private final ChildSelectors selectors;
    private final Cluster cluster;
    private final String namespace;
    private final InstantSource clock;

    /**
     * Records the revisions of one controller's parents.
     *
     * @param resource the resource of ControllerRevisions
     * @param subscription to the cache of ControllerRevisions
     * @param namespace for the ControllerRevisions of cluster-scoped parents
     */
    RevisionWriter(
            ApiResource resource,
            Subscription subscription,
            ChildSelectors selectors,
            Cluster cluster,
            String namespace,
            InstantSource clock) {
        this.resource = resource;
        this.subscription = subscription;
        this.selectors = selectors;
        this.cluster = cluster;
        this.namespace = namespace;
        this.clock = clock;
    }

    /**
     * Records the claims.
     *
     * @param revisions latest first
     * @param claims the children of each
     * @param stamps whether the latest revision gets the current time also if its claims are the same
     * @throws SyncException if one cannot be recorded; then no child may be written
     */
    void record(ParentSync sync, List<ParentRevision> revisions, List<Set<ChildId>> claims, boolean stamps) {
        for (KubeObject recorded : recorded(sync)) {
            if (!isLive(recorded, revisions, claims)) {
                delete(sync, recorded);
            }
        }
        for (int i = 0; i < revisions.size(); i++) {
            Set<ChildId> children = claims.get(i);
            boolean latest = i == 0;
            if (latest || !children.isEmpty()) {
                revisions.get(i).recorded().ifPresent(revision -> update(sync, revision, children, latest && stamps));
            }
        }
        if (revisions.getFirst().recorded().isEmpty()) {
            create(sync, revisions, claims.getFirst());
        }
    }

    private static List<KubeObject> recorded(ParentSync sync) {
        ParentMemory.KnownRevisions known = sync.memory().revisions();
        return known == null
                ? List.of()
                : known.recorded().stream()
                        .filter(object -> !object.isBeingDeleted())
                        .toList();
    }

    /** The latest revision is live, and each earlier one that has children. */
    private static boolean isLive(KubeObject recorded, List<ParentRevision> revisions, List<Set<ChildId>> claims) {
        for (int i = 0; i < revisions.size(); i++) {
            boolean isThis = revisions
                    .get(i)
                    .recorded()
                    .filter(revision -> revision.source().uid().equals(recorded.uid()))
                    .isPresent();
            if (isThis) {
                return i == 0 || !claims.get(i).isEmpty();
            }
        }
        return false;
    }

    private void delete(ParentSync sync, KubeObject revision) {
        try {
            cluster.delete(resource, revision.key(), DeleteOptions.ofUid(revision.uid()));
        } catch (ClusterException.NotFound _) {
            // deleted already, as desired
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't delete " + revision, e);
        }
        sync.memory().writes().deleted(subscription.store(), revision);
        report(sync, "deleted", revision);
    }

    private void update(ParentSync sync, ControllerRevision revision, Set<ChildId> children, boolean stamps) {
        KubeObject source = revision.source();
        String parentNamespace = sync.parent().namespace();
        boolean sameChildren = RevisionContent.claims(revision, parentNamespace).equals(children);
        Map<String, String> labels = labels(sync, source.labels());
        if (sameChildren && !stamps && labels.equals(source.labels())) {
            return;
        }
        ObjectNode tree = source.tree();
        if (!sameChildren) {
            set(tree, RevisionContent.children(children, parentNamespace));
        }
        stamp(tree);
        tree.withObject("/metadata").set("labels", json(labels));
        try {
            wrote(sync, "updated", cluster.update(resource, KubeObject.forUpdate(tree), WriteOptions.PLAIN));
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't update " + source, e);
        }
    }

    private static ObjectNode json(Map<String, String> labels) {
        ObjectNode json = Json.NODES.objectNode();
        labels.forEach(json::put);
        return json;
    }

    private static void set(ObjectNode tree, ArrayNode children) {
        if (children.isEmpty()) {
            tree.remove("children");
        } else {
            tree.set("children", children);
        }
    }

    private void stamp(ObjectNode tree) {
        tree.withObject("/metadata/annotations")
                .put(
                        RolloutConditions.PROGRESSED,
                        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private void create(ParentSync sync, List<ParentRevision> revisions, Set<ChildId> children) {
        KubeObject body = body(sync, revisions, children);
        try {
            wrote(sync, "created", cluster.create(resource, body, WriteOptions.PLAIN));
        } catch (ClusterException.AlreadyExists e) {
            takeOver(sync, body, e);
        } catch (ClusterException.Forbidden | ClusterException.NotFound e) {
            if (!sync.parent().isBeingDeleted()) {
                throw new SyncException.RequestFailed("can't create " + body, e);
            }
            // The namespace is being deleted. The parent can be finalized without a record.
            LOG.atDebug().addKeyValue("revision", body).setCause(e).log("revision not recorded");
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't create " + body, e);
        }
    }

    private KubeObject body(ParentSync sync, List<ParentRevision> revisions, Set<ChildId> children) {
        KubeObject parent = sync.parent();
        ParentRevision latest = revisions.getFirst();
        ObjectNode tree = Json.NODES.objectNode();
        tree.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
        ObjectNode metadata = tree.putObject("metadata");
        metadata.put("name", latest.name()).put("namespace", namespaceOf(parent, revisions));
        metadata.set("labels", json(labels(sync, Map.of())));
        metadata.putArray("ownerReferences")
                .add(OwnerReference.controlledBy(parent).toJson());
        tree.set("parentPatch", latest.patch().deepCopy());
        set(tree, RevisionContent.children(children, parent.namespace()));
        stamp(tree);
        return KubeObject.of(tree);
    }

    /** All revisions of a cluster-scoped parent are in one namespace, also if another namespace was configured before. */
    private String namespaceOf(KubeObject parent, List<ParentRevision> revisions) {
        if (!parent.namespace().isEmpty()) {
            return parent.namespace();
        }
        return revisions.stream()
                .flatMap(revision -> revision.recorded().stream())
                .map(revision -> revision.source().namespace())
                .findFirst()
                .orElse(namespace);
    }

    /** Takes over a ControllerRevision of the same content that Metacontroller has released, since its labels do not match. */
    private void takeOver(ParentSync sync, KubeObject body, ClusterException cause) {
        KubeObject parent = sync.parent();
        try {
            KubeObject present = cluster.get(resource, new ObjectKey(body.namespace(), body.name()));
            boolean isFree = present.controllerOwner().isEmpty() && !present.isBeingDeleted();
            boolean isSame = JsonEquality.semantic(
                    present.tree().path("parentPatch"), body.tree().path("parentPatch"));
            if (!isFree || !isSame) {
                throw new SyncException.RequestFailed("can't create " + body, cause);
            }
            ObjectNode tree = body.tree();
            ((ObjectNode) tree.get("metadata")).put("resourceVersion", present.resourceVersion());
            wrote(sync, "taken over", cluster.update(resource, KubeObject.of(tree), WriteOptions.PLAIN));
        } catch (ClusterException e) {
            throw new SyncException.RequestFailed("can't take over " + body + " for " + parent, e);
        }
    }

    private void wrote(ParentSync sync, String what, KubeObject now) {
        sync.memory().writes().wrote(subscription.store(), now);
        report(sync, what, now);
    }

    private static void report(ParentSync sync, String what, KubeObject revision) {
        sync.result().changed();
        LOG.atInfo()
                .addKeyValue("parent", sync.parent())
                .addKeyValue("revision", revision)
                .log("revision " + what);
    }

    /** The labels of a revision; it keeps those that it has if they match the selector. */
    private Map<String, String> labels(ParentSync sync, Map<String, String> present) {
        KubeObject parent = sync.parent();
        LabelSelector selector = selectors.of(parent, sync.memory());
        ApiResource parents = sync.kind().resource();
        return selector.and(RevisionContent.ofKind(parents)).matches(present)
                ? present
                : RevisionContent.labels(parents, parent, present, selectors.labelsFor(parent), selector);
    }
}
