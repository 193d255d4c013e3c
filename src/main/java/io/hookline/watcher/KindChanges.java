package io.hookline.watcher;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.ApiResource;
import io.hookline.watcher.Definitions.Served;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.RestMapper;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which kinds of a running controller are served in another way than when it started, so that it must be restarted. Thread-safe.
 */
final class KindChanges {

    private static final Logger LOG = LoggerFactory.getLogger(KindChanges.class);

    private final Definitions definitions;
    private final RestMapper restMapper;

    KindChanges(Definitions definitions, RestMapper restMapper) {
        this.definitions = definitions;
        this.restMapper = restMapper;
    }

    /**
     * A kind that changed.
     *
     * @param resource as discovered when the controller started
     * @param text for users
     * @param isDiscovered whether discovery shows the change too: otherwise a restart would find the kind as it was
     */
    record Change(ApiResource resource, String text, boolean isDiscovered) {}

    /**
     * The changed kinds of a controller. Its parents must be served exactly as before. A child kind that is missing stops no
     * controller, since parents must still be finalized: its cache reports it, and continues when it is served again.
     */
    List<Change> of(HostedController controller) {
        List<ApiResource> parents = controller.parents();
        Stream<Change> ofParents = parents.stream().flatMap(parent -> ofParent(parent).stream());
        Stream<Change> ofChildren = controller.watched().stream()
                .filter(resource -> !parents.contains(resource))
                .flatMap(child -> ofChild(child).stream());
        return Stream.concat(ofParents, ofChildren).toList();
    }

    /** Reports why a running controller is restarted, although its object did not change. */
    static void report(HostedController controller, List<Change> changes, EventRecorder events) {
        for (Change change : changes) {
            LOG.atWarn()
                    .addKeyValue(
                            "controller", ControllerName.of(controller.spec().source()))
                    .addKeyValue("why", change.text())
                    .log("kind changed, restarting the controller");
            events.warning(controller.spec().source(), "KindChanged", "Restarting controller: " + change.text());
        }
    }

    private Optional<Change> ofParent(ApiResource parent) {
        Optional<Served> served = definitions.served(parent);
        if (served.isPresent()) {
            return change(parent, served.get());
        }
        boolean isDiscovered =
                restMapper.find(parent.apiVersion(), parent.plural()).isEmpty();
        // Without a CRD, discovery alone decides: the kind may be built in.
        return isDiscovered || definitions.isCached(parent)
                ? Optional.of(new Change(parent, parent + " is not served any more", isDiscovered))
                : Optional.empty();
    }

    private Optional<Change> ofChild(ApiResource child) {
        return definitions
                .served(child)
                .filter(now -> now.namespaced() != child.namespaced())
                .flatMap(now -> change(child, now));
    }

    private Optional<Change> change(ApiResource before, Served now) {
        if (now.isShapeOf(before)) {
            return Optional.empty();
        }
        String what = now.namespaced() != before.namespaced()
                ? "is " + (now.namespaced() ? "namespaced" : "cluster-scoped") + " now"
                : "has " + (now.status() ? "gained" : "lost") + " the status subresource";
        boolean isDiscovered = restMapper
                .find(before.apiVersion(), before.plural())
                .filter(now::isShapeOf)
                .isPresent();
        return Optional.of(new Change(before, before + " " + what, isDiscovered));
    }
}
