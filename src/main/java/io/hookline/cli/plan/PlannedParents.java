package io.hookline.cli.plan;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.Discovery;
import io.hookline.cluster.ListOptions;
import io.hookline.cluster.ObjectList;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ParentRule;
import io.hookline.spec.WellKnown;
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

    /** One parent of one controller. */
    record Expected(String controller, ApiResource resource, KubeObject parent) {

        /** Identifies it in the outcomes of syncs. */
        String id() {
            return id(controller, parent.kind() + " " + parent.key());
        }

        static String id(String controller, String parent) {
            return controller + " " + parent;
        }
    }

    /** Controllers, such as {@code CompositeController hello}, and their parents. */
    record Found(Set<String> controllers, Set<Expected> parents) {}

    private PlannedParents(Cluster cluster) {
        this.cluster = cluster;
        this.kinds = cluster.discover();
    }

    /**
     * Lists the controllers that a selector selects, and their parents.
     *
     * @throws ClusterException if they cannot be read
     * @throws CliErrors.CommandFailed if the cluster has no CRDs of controllers
     */
    static Found of(Cluster cluster, LabelSelector selector) {
        PlannedParents lists = new PlannedParents(cluster);
        Set<String> controllers = new LinkedHashSet<>();
        Set<Expected> parents = new LinkedHashSet<>();
        for (KubeObject object : lists.controllers(selector)) {
            String controller = object.kind() + " " + object.name();
            controllers.add(controller);
            lists.decode(object).ifPresent(spec -> parents.addAll(lists.of(controller, spec)));
        }
        return new Found(controllers, parents);
    }

    /**
     * Reads the controllers that a selector selects. One that is not valid is left out; the watcher reports it.
     *
     * @throws ClusterException if they cannot be read
     * @throws CliErrors.CommandFailed if the cluster has no CRDs of controllers
     */
    static List<ControllerSpec> specs(Cluster cluster, LabelSelector selector) {
        PlannedParents lists = new PlannedParents(cluster);
        return lists.controllers(selector).stream()
                .flatMap(object -> lists.decode(object).stream())
                .toList();
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
    private Optional<ControllerSpec> decode(KubeObject object) {
        try {
            return Optional.of(
                    object.kind().equals("CompositeController")
                            ? ControllerDecoder.composite(object).value()
                            : ControllerDecoder.decorator(object).value());
        } catch (DecodeException _) {
            return Optional.empty();
        }
    }

    private List<Expected> of(String controller, ControllerSpec spec) {
        List<Expected> parents = new ArrayList<>();
        for (ParentRule rule : spec.parents()) {
            kinds.find(rule.apiVersion(), rule.resource())
                    .ifPresent(resource -> list(resource).stream()
                            .filter(object -> rule.matches(object) || object.hasFinalizer(spec.finalizer()))
                            .forEach(parent -> parents.add(new Expected(controller, resource, parent))));
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
