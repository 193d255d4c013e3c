package io.hookline.rollout;

import io.hookline.apply.Child;
import io.hookline.apply.ChildId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which revision each child belongs to. */
final class ChildOwners {

    private static final int LATEST = 0;
    private static final int UNKNOWN = -1;

    private final List<RevisionState> revisions;

    /** By position in the list of revisions. */
    private final Map<ChildId, Integer> owners = new LinkedHashMap<>();

    private final Set<ChildId> held = new HashSet<>();

    /**
     * Assigns children by the recorded claims. If several revisions claim a child, the later one has it, as after an update
     * that was interrupted between two writes. If none does, the revision is not known: the child is new, or its record is lost.
     *
     * @param children the desired children of the latest revision; claims of others are dropped
     * @param revisions latest first
     */
    ChildOwners(List<Child> children, List<RevisionState> revisions) {
        this.revisions = revisions;
        for (Child child : children) {
            ChildId id = ChildId.of(child);
            owners.put(id, UNKNOWN);
            for (int i = 0; i < revisions.size(); i++) {
                if (revisions.get(i).claims().contains(id)) {
                    owners.put(id, i);
                    break;
                }
            }
        }
    }

    /** Whether a child has the latest revision; always true for children that are not updated by rolling. */
    boolean isLatest(Child child) {
        return owners.getOrDefault(ChildId.of(child), LATEST) == LATEST;
    }

    /** The child as its revision has it; empty if that does not have it or is not known, or if the child is held. */
    Optional<Child> version(Child latest) {
        ChildId id = ChildId.of(latest);
        if (held.contains(id)) {
            return Optional.empty();
        }
        int owner = owners.getOrDefault(id, LATEST);
        return switch (owner) {
            case LATEST -> Optional.of(latest);
            case UNKNOWN -> Optional.empty();
            default -> revisions.get(owner).desired().find(id);
        };
    }

    void moveToLatest(Child child) {
        owners.put(ChildId.of(child), LATEST);
        held.remove(ChildId.of(child));
    }

    /** Leaves a child as it is until it is moved. */
    void hold(Child child) {
        held.add(ChildId.of(child));
    }

    /** The children that are left as they are. */
    Set<ChildId> held() {
        return held;
    }

    /** The children of each revision, in the order of the revisions. */
    List<Set<ChildId>> claims() {
        List<Set<ChildId>> claims = new ArrayList<>();
        revisions.forEach(_ -> claims.add(new HashSet<>()));
        owners.forEach((child, revision) -> {
            if (revision != UNKNOWN) {
                claims.get(revision).add(child);
            }
        });
        return claims;
    }
}
