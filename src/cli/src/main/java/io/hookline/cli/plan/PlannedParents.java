package io.hookline.cli.plan;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ParentRule;
import io.hookline.spec.WellKnown;
import io.hookline.watcher.journal.Journal;
import io.hookline.watcher.model.ParentKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The parents of all controllers of a cluster, which a plan waits for. */
final class PlannedParents {

    private static final int PAGE = 500;

    private final Cluster cluster;
    private final Discovery kinds;

    /**
     * One controller.
     *
     * @param spec empty if it is not valid, which the watcher reports
     */
    record Controller(ControllerName name, Optional<ControllerSpec> spec) {

        /** {@code CompositeController hello}. */
        @Override
        public String toString() {
            return name.type().kind() + " " + name;
        }
    }

    /** One parent of one controller. */
    record Expected(Journal.Key key, ApiResource resource) {}

    private PlannedParents(Cluster cluster) {
        this.cluster = cluster;
        this.kinds = cluster.discover();
    }

    /**
     * Lists the controllers that a selector selects.
     *
     * @throws ClusterException if they cannot be read
     * @throws CliErrors.CommandFailed if the cluster has no CRDs of controllers
     */
    static List<Controller> controllers(Cluster cluster, LabelSelector selector) {
        return new PlannedParents(cluster)
                .controllers(selector).stream()
                        .map(object -> new Controller(ControllerName.of(object), decode(object)))
                        .toList();
    }

    /**
     * Lists the parents of controllers.
     *
     * @throws ClusterException if they cannot be read
     */
    static Set<Expected> of(Cluster cluster, List<Controller> controllers) {
        PlannedParents lists = new PlannedParents(cluster);
        Set<Expected> parents = new LinkedHashSet<>();
        controllers.forEach(controller ->
                controller.spec().ifPresent(spec -> parents.addAll(lists.of(controller.name(), spec))));
        return parents;
    }

    private List<KubeObject> controllers(LabelSelector selector) {
        List<ApiResource> resources = Stream.of("compositecontrollers", "decoratorcontrollers")
                .flatMap(plural -> kinds.find(WellKnown.API_VERSION, plural).stream())
                .toList();
        if (resources.isEmpty()) {
            throw new CliErrors.CommandFailed("the API server serves neither CompositeControllers nor"
                    + " DecoratorControllers; install their CRDs, or check the kubeconfig and the context");
        }
        return resources.stream()
                .flatMap(resource -> list(resource).stream())
                .filter(object -> selector.matches(object.labels()))
                .toList();
    }

    /** Empty if it is not valid, which the watcher reports. */
    private static Optional<ControllerSpec> decode(KubeObject object) {
        try {
            return Optional.of(
                    object.kind().equals("CompositeController")
                            ? ControllerDecoder.composite(object).value()
                            : ControllerDecoder.decorator(object).value());
        } catch (DecodeException _) {
            return Optional.empty();
        }
    }

    private List<Expected> of(ControllerName controller, ControllerSpec spec) {
        List<Expected> parents = new ArrayList<>();
        for (ParentRule rule : spec.parents()) {
            kinds.find(rule.apiVersion(), rule.resource())
                    .ifPresent(resource -> list(resource).stream()
                            .filter(object -> rule.matches(object) || object.hasFinalizer(spec.finalizer()))
                            .map(parent -> new Journal.Key(controller, ParentKey.of(parent)))
                            .forEach(key -> parents.add(new Expected(key, resource))));
        }
        return parents;
    }

    private List<KubeObject> list(ApiResource resource) {
        List<KubeObject> all = new ArrayList<>();
        String token = "";
        do {
            ObjectList page = cluster.list(resource, ListOptions.ALL.page(PAGE, token));
            all.addAll(page.items());
            token = page.continueToken();
        } while (!token.isEmpty());
        return all;
    }
}
