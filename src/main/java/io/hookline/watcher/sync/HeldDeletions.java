package io.hookline.watcher.sync;

import io.hookline.apply.Child;
import io.hookline.apply.ChildChange;
import io.hookline.apply.ContentHash;
import io.hookline.object.ApiResource;
import io.hookline.spec.ControllerSpec.DeletionGuard;
import io.hookline.watcher.model.SyncException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Holds the deletions of an answer that deletes more children of a parent than the controller's guard allows, until the parent has an
 * annotation with their hash, or until the hook answers otherwise. Thread-safe.
 */
final class HeldDeletions {

    /** Annotation of a parent: the hash of the children that may be deleted. */
    static final String ALLOWED = "hookline.io/allow-deletion";

    private final DeletionGuard.Limit limit;

    HeldDeletions(DeletionGuard.Limit limit) {
        this.limit = limit;
    }

    /** Returns the failure of a sync whose deletions are held; empty if they may be made. */
    Optional<SyncException> of(ParentSync sync, List<ChildChange> changes) {
        List<Child> going = changes.stream()
                .filter(ChildChange.Delete.class::isInstance)
                .map(ChildChange::child)
                .toList();
        int all = (int) sync.observed().all().stream()
                .filter(child -> !child.isBeingDeleted())
                .count();
        if (going.isEmpty() || sync.parent().isBeingDeleted() || limit.allows(going.size(), all)) {
            return Optional.empty();
        }
        Set<String> uids =
                going.stream().map(child -> child.object().uid()).collect(Collectors.toCollection(TreeSet::new));
        String hash = hash(uids);
        if (isReleased(sync, hash, uids)) {
            return Optional.empty();
        }
        return Optional.of(new SyncException.HeldDeletion("can't delete " + going.size() + " of " + all + " children ("
                + DeletionCheck.named(going) + "): the deletionGuard allows " + limit
                + ", and nothing is deleted until the hook answers otherwise; to allow it: kubectl annotate --overwrite "
                + resource(sync.kind().resource()) + " " + sync.parent().name()
                + (sync.parent().namespace().isEmpty()
                        ? ""
                        : " --namespace " + sync.parent().namespace()) + " " + ALLOWED
                + "=" + hash));
    }

    /** What was released once stays so, also if some of the deletions failed: the others have another hash. */
    private static boolean isReleased(ParentSync sync, String hash, Set<String> uids) {
        String allowed = sync.parent().annotation(ALLOWED);
        if (allowed == null) {
            return false;
        }
        ParentMemory memory = sync.memory();
        if (allowed.strip().equals(hash)) {
            memory.released(new ParentMemory.ReleasedDeletions(allowed, uids));
            return true;
        }
        ParentMemory.ReleasedDeletions released = memory.released();
        return released != null && released.covers(allowed, uids);
    }

    private static String resource(ApiResource resource) {
        return resource.group().isEmpty() ? resource.plural() : resource.plural() + "." + resource.group();
    }

    private static String hash(Set<String> uids) {
        ContentHash hash = ContentHash.of(out -> {
            for (String uid : uids) {
                out.write((uid + "\n").getBytes(StandardCharsets.UTF_8));
            }
        });
        return "%016x".formatted(hash.checksums());
    }
}
