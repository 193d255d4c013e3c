package io.hookline.watcher;

import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.informer.ResourceEventHandler;
import io.hookline.informer.SharedInformerFactory;
import io.hookline.informer.Subscription;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.queue.Priority;
import io.hookline.queue.WorkQueue;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.event.WatchReports;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches the objects that decide which controllers run: CompositeControllers, DecoratorControllers and CRDs. */
final class ControllerInformers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerInformers.class);
    private static final String GROUP_VERSION = "metacontroller.k8s.io/v1alpha1";
    private static final Set<String> VERBS = Set.of("get", "list", "watch");

    private static final ApiResource COMPOSITES = new ApiResource(
            GROUP_VERSION,
            "compositecontrollers",
            "compositecontroller",
            "CompositeController",
            false,
            List.of("cc", "cctl"),
            List.of(),
            VERBS,
            Set.of("status"));
    private static final ApiResource DECORATORS = new ApiResource(
            GROUP_VERSION,
            "decoratorcontrollers",
            "decoratorcontroller",
            "DecoratorController",
            false,
            List.of("dec", "decorators"),
            List.of(),
            VERBS,
            Set.of("status"));

    private final Cluster cluster;
    private final Subscription composites;
    private final Subscription decorators;
    private final Definitions definitions;

    /**
     * Starts watching.
     *
     * @param queue gets the key of each controller that was created, changed or deleted
     * @param events gets an event for each watch that the API server refuses
     * @param kindsChanged gets the name of each CRD that was created or deleted, or whose spec or conditions changed
     */
    ControllerInformers(
            Cluster cluster,
            SharedInformerFactory informers,
            WorkQueue<ControllerKey> queue,
            EventRecorder events,
            Consumer<String> kindsChanged) {
        this.cluster = cluster;
        definitions = new Definitions(cluster, informers, kindsChanged);
        WatchReports onControllers = new WatchReports(this::controllers, events);
        EveryChange enqueue = new EveryChange(object -> {
            queue.add(ControllerKey.of(object), Priority.CHANGE, "controller changed");
            onControllers.added(object, definitions.subscription());
        });
        composites = informers.subscribe(COMPOSITES, enqueue);
        decorators = informers.subscribe(DECORATORS, enqueue);
        composites.whenFailing(this::explainMissingDefinitions);
        reportRefusals(onControllers, events);
    }

    /** Explains the usual cause of a failed watch, and what to do; the informer logs the failure itself. */
    private void explainMissingDefinitions() {
        try {
            if (cluster.discover(GROUP_VERSION).find(COMPOSITES.gvk()).isEmpty()) {
                LOG.warn("the API server does not serve CompositeControllers: install the CRDs, for example with"
                        + " \"kubectl apply -k manifests/crds\"; the watcher waits for them");
            }
        } catch (ClusterException e) {
            LOG.debug("discovery failed, so missing CRDs cannot be reported", e);
        }
    }

    /**
     * Reports refused watches as events: of CRDs on all controllers, since none can start without, and of controllers
     * on their CRD.
     */
    private void reportRefusals(WatchReports onControllers, EventRecorder events) {
        onControllers.follow(definitions.subscription());
        for (Subscription watched : List.of(composites, decorators)) {
            ObjectKey definition = ObjectKey.clusterScoped(watched.resource().groupResource());
            WatchReports onDefinition = new WatchReports(
                    () -> definitions.subscription().store().get(definition).stream()
                            .toList(),
                    events);
            definitions.subscription().whenSynced(() -> onDefinition.follow(watched));
        }
    }

    private List<KubeObject> controllers() {
        return Stream.of(composites, decorators)
                .flatMap(each -> each.store().all().stream())
                .toList();
    }

    Optional<KubeObject> find(ControllerKey key) {
        return subscription(key.type()).store().get(ObjectKey.clusterScoped(key.name()));
    }

    private Subscription subscription(ControllerType type) {
        return type == ControllerType.COMPOSITE ? composites : decorators;
    }

    /** The resource of a controller. */
    ApiResource resource(ControllerKey key) {
        return subscription(key.type()).resource();
    }

    /** The keys of all controllers. */
    List<ControllerKey> keys() {
        List<ControllerKey> keys = new ArrayList<>();
        composites.store().all().forEach(object -> keys.add(ControllerKey.of(object)));
        decorators.store().all().forEach(object -> keys.add(ControllerKey.of(object)));
        return keys;
    }

    /** Runs an action as soon as all definitions are in the cache. */
    void whenDefinitionsAreKnown(Runnable action) {
        definitions.subscription().whenSynced(action);
    }

    /** Runs an action as soon as all controllers are in the cache: one that is missing then does not exist. */
    void whenControllersAreKnown(Runnable action) {
        composites.whenSynced(() -> decorators.whenSynced(action));
    }

    /** The CRDs. */
    Definitions definitions() {
        return definitions;
    }

    /** Why the controllers cannot be watched, such as missing CRDs; empty if they can. */
    Optional<String> failure() {
        return composites.failure().or(decorators::failure).or(definitions.subscription()::failure);
    }

    /** Whether all controllers and CRDs are cached. */
    boolean isComplete() {
        return composites.isSynced()
                && decorators.isSynced()
                && definitions.subscription().isSynced();
    }

    @Override
    public void close() {
        composites.close();
        decorators.close();
        definitions.close();
    }

    /** Handles every event in the same way. */
    private record EveryChange(Consumer<KubeObject> action) implements ResourceEventHandler {
        @Override
        public void added(KubeObject object) {
            action.accept(object);
        }

        @Override
        public void updated(KubeObject before, KubeObject now) {
            action.accept(now);
        }

        @Override
        public void deleted(KubeObject last) {
            action.accept(last);
        }
    }
}
