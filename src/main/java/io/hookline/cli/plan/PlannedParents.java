package io.hookline.cli.plan;

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

/** The parents of all controllers of a cluster, which a plan waits for. */
final class PlannedParents {

    private static final int PAGE = 500;

    private final Cluster cluster;
    private final Discovery kinds;

    /** One parent of one controller. */
    record Expected(String controllerKind, String controller, ApiResource resource, KubeObject parent) {

        /** Identifies it in the outcomes of syncs. */
        String id() {
            return id(controllerKind, controller, parent.kind() + " " + parent.key());
        }

        static String id(String controllerKind, String controller, String parent) {
            return controllerKind + " " + controller + " " + parent;
        }
    }

    private PlannedParents(Cluster cluster) {
        this.cluster = cluster;
        this.kinds = cluster.discover();
    }

    /**
     * Lists the parents of the controllers that a selector selects.
     *
     * @throws ClusterException if they cannot be read
     */
    static Set<Expected> of(Cluster cluster, LabelSelector controllers) {
        PlannedParents parents = new PlannedParents(cluster);
        Set<Expected> all = new LinkedHashSet<>();
        for (KubeObject object : parents.controllers(controllers)) {
            parents.decode(object).ifPresent(spec -> all.addAll(parents.of(object.kind(), spec)));
        }
        return all;
    }

    /** How many controllers a selector selects. */
    static int countControllers(Cluster cluster, LabelSelector controllers) {
        return new PlannedParents(cluster).controllers(controllers).size();
    }

    private List<KubeObject> controllers(LabelSelector selector) {
        return List.of("compositecontrollers", "decoratorcontrollers").stream()
                .flatMap(plural -> kinds.find(WellKnown.API_VERSION, plural).stream())
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

    private List<Expected> of(String kind, ControllerSpec spec) {
        List<Expected> parents = new ArrayList<>();
        for (ParentRule rule : spec.parents()) {
            kinds.find(rule.apiVersion(), rule.resource())
                    .ifPresent(resource -> list(resource).stream()
                            .filter(object -> rule.matches(object) || object.hasFinalizer(spec.finalizer()))
                            .forEach(parent -> parents.add(new Expected(kind, spec.name(), resource, parent))));
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
