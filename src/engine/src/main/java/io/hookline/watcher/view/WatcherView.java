package io.hookline.watcher.view;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.ParentKey;
import java.util.List;
import java.util.Optional;

/** What a watcher knows now. Reads caches and queues only. Thread-safe. */
public interface WatcherView {

    /**
     * The object that someone asks for.
     *
     * @param kind the kind, plural, singular or short name, in any case
     * @param group its API group; empty if the kind is enough
     * @param namespace ignored for cluster-scoped objects
     * @param controller the name of a controller; empty for all
     */
    record Query(String kind, String group, String namespace, String name, String controller) {}

    /** Whether another process runs the controllers, so that nothing happens here. */
    boolean isStandby();

    /** All controllers, by type and name. */
    List<ControllerState> controllers();

    /**
     * The parents that a query names. If no controller selects it, each that has the kind says why. Controllers that do not run are among
     * them if a rule of theirs may be for this kind.
     */
    List<ParentState> parents(Query query);

    /** One parent of a running controller. */
    Optional<ParentState> parent(ControllerName controller, ParentKey key);

    /** All parents of running controllers, without their children. Takes time in proportion to their number. */
    List<ParentState> parents();

    /** The cached children of running controllers that a query names. */
    List<KubeObject> children(Query query);

    /** The parents of running controllers that control a child. */
    List<ParentState> parentsOf(KubeObject child);

    /** The kinds of all parents and children of running controllers. */
    List<String> kinds();
}
