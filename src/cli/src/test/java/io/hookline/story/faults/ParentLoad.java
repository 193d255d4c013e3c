package io.hookline.story.faults;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Creates, changes and deletes the parents of a {@link Scene} at random, in the same way for the same seed, and knows what must become of
 * them. A change without an answer is sent again, as a user would. For one thread.
 */
final class ParentLoad {

    private static final int MOST_PARENTS = 30;

    private final Cluster admin;
    private final Scene scene;
    private final ApiResource things;
    private final ApiResource configMaps;
    private final ObjectKey prefix;
    private final Random random;
    private final Map<String, Wish> wishes = new TreeMap<>();
    private @Nullable Change unanswered;
    private int names;
    private int made;

    /** The spec of a parent. */
    private record Wish(int count, String text) {}

    /** A parent and what its spec becomes; null to delete it. */
    private record Change(String name, @Nullable Wish wish) {}

    /**
     * On a scene without parents.
     *
     * @param prefix namespace and first part of the name of all parents
     */
    ParentLoad(Cluster admin, Scene scene, ObjectKey prefix, long seed) {
        this.admin = admin;
        this.scene = scene;
        this.things = scene.things();
        this.configMaps = scene.configMaps();
        this.prefix = prefix;
        this.random = new Random(seed);
    }

    /** The number of changes that the API server has accepted. */
    int made() {
        return made;
    }

    /** Makes one change, or tries to. */
    void change() {
        Change change = unanswered == null ? next() : unanswered;
        unanswered = change;
        try {
            send(change);
        } catch (ClusterException _) {
            return; // the API server is down; it may have made the change
        }
        unanswered = null;
        made++;
    }

    /** Sends a change again that has no answer yet; whether all are answered then. */
    boolean isAnswered() {
        if (unanswered != null) {
            change();
        }
        return unanswered == null;
    }

    private Change next() {
        List<String> present = new ArrayList<>(wishes.keySet());
        int dice = random.nextInt(10);
        if (present.isEmpty() || dice < 3 && present.size() < MOST_PARENTS) {
            return new Change(prefix.name() + "-" + names++, wish()); // never a name again: it may still be terminating
        }
        String name = present.get(random.nextInt(present.size()));
        return new Change(name, dice < 8 ? wish() : null);
    }

    private Wish wish() {
        return new Wish(1 + random.nextInt(3), "text-" + random.nextInt(1_000_000));
    }

    private void send(Change change) {
        if (change.wish() == null) {
            delete(change.name());
            wishes.remove(change.name());
        } else {
            scene.put(
                    things, change.name(), change.wish().count(), change.wish().text());
            wishes.put(change.name(), change.wish());
        }
    }

    private void delete(String name) {
        try {
            admin.delete(things, new ObjectKey(prefix.namespace(), name), DeleteOptions.BACKGROUND);
        } catch (ClusterException.NotFound _) {
            // the answer to the first attempt was lost
        }
    }

    /** What differs from the wishes: children and parents that are missing, outdated or left over. */
    Set<String> lost() {
        Set<String> lost = new HashSet<>();
        Map<String, String> wanted = wantedChildren();
        Map<String, String> there = children();
        wanted.forEach((name, text) -> addIf(lost, !text.equals(there.get(name)), "child " + name));
        there.keySet().forEach(name -> addIf(lost, !wanted.containsKey(name), "child " + name));
        Map<String, KubeObject> parents = new TreeMap<>();
        scene.present(things).forEach(parent -> parents.put(parent.name(), parent));
        wishes.forEach((name, wish) -> addIf(lost, !isSettled(parents.get(name), wish), "parent " + name));
        parents.keySet().forEach(name -> addIf(lost, !wishes.containsKey(name), "parent " + name));
        return lost;
    }

    private static void addIf(Set<String> lost, boolean isLost, String what) {
        if (isLost) {
            lost.add(what);
        }
    }

    private Map<String, String> wantedChildren() {
        Map<String, String> wanted = new TreeMap<>();
        wishes.forEach((name, wish) -> {
            for (int i = 0; i < wish.count(); i++) {
                wanted.put(name + "-" + i, wish.text());
            }
        });
        return wanted;
    }

    private Map<String, String> children() {
        Map<String, String> there = new TreeMap<>();
        scene.present(configMaps).stream()
                .filter(child -> child.name().startsWith(prefix.name() + "-"))
                .forEach(child ->
                        there.put(child.name(), child.tree().at("/data/text").asText()));
        return there;
    }

    private static boolean isSettled(@Nullable KubeObject parent, Wish wish) {
        return parent != null
                && wish.text().equals(parent.tree().at("/status/text").asText())
                && parent.generation()
                        == parent.tree().at("/status/observedGeneration").asLong();
    }

    /** Removes what holds the parents, so that their kind can be deleted when no watcher runs any more. */
    void letGo() {
        for (KubeObject parent : scene.present(things)) {
            try {
                admin.patch(
                        things, parent.key(), Patch.merge("{\"metadata\":{\"finalizers\":null}}"), WriteOptions.PLAIN);
            } catch (ClusterException.NotFound _) {
                // deleted already
            }
        }
    }
}
