package io.hookline.rollout;

import io.hookline.apply.Child;
import io.hookline.apply.ChildId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which revision each child belongs to, by its position in a list of revisions; the latest is 0. */
final class ChildOwners {

    private static final int LATEST = 0;

    private final Map<ChildId, Integer> owners = new LinkedHashMap<>();

    /**
     * Assigns children by the recorded claims. If several revisions claim a child, the later one has it, as after an update
     * that was interrupted between two writes. A child that no revision claims is new and belongs to the latest.
     *
     * @param children the desired children of the latest revision; claims of others are dropped
     * @param revisions latest first
     */
    ChildOwners(List<Child> children, List<RevisionState> revisions) {
        for (Child child : children) {
            ChildId id = ChildId.of(child);
            owners.put(id, LATEST);
            for (int i = 0; i < revisions.size(); i++) {
                if (revisions.get(i).claims().contains(id)) {
                    owners.put(id, i);
                    break;
                }
            }
        }
    }

    int of(Child child) {
        return owners.getOrDefault(ChildId.of(child), LATEST);
    }

    boolean isLatest(Child child) {
        return of(child) == LATEST;
    }

    void moveToLatest(Child child) {
        owners.put(ChildId.of(child), LATEST);
    }

    /** The children of each of this many revisions. */
    List<Set<ChildId>> claims(int revisions) {
        List<Set<ChildId>> claims = new ArrayList<>();
        for (int i = 0; i < revisions; i++) {
            claims.add(new HashSet<>());
        }
        owners.forEach((child, revision) -> claims.get(revision).add(child));
        return claims;
    }
}
