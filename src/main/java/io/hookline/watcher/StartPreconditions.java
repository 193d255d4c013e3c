package io.hookline.watcher;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Decoded;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.RestMapper;
import io.hookline.watcher.model.SyncException;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the conditions for starting a controller, and reports those that are not met to its author. Thread-safe. */
final class StartPreconditions {

    private static final Logger LOG = LoggerFactory.getLogger(StartPreconditions.class);

    private final ControllerInformers objects;
    private final RestMapper restMapper;
    private final EventRecorder events;
    private final StartFailures refusals;

    StartPreconditions(ControllerInformers objects, RestMapper restMapper, EventRecorder events, InstantSource clock) {
        this.objects = objects;
        this.restMapper = restMapper;
        this.events = events;
        this.refusals = new StartFailures(clock);
    }

    /**
     * Decodes a controller's object.
     *
     * @throws DecodeException if the object is not a valid controller
     */
    ControllerSpec decode(ControllerKey key, KubeObject object) {
        Decoded<? extends ControllerSpec> decoded = key.type() == ControllerType.COMPOSITE
                ? ControllerDecoder.composite(object)
                : ControllerDecoder.decorator(object);
        if (!refusals.isKnown(key, object)) {
            decoded.warnings()
                    .forEach(warning ->
                            LOG.atWarn().addKeyValue("controller", key.name()).log(warning));
        }
        return decoded.value();
    }

    /** Reports why a controller cannot start. */
    void refuse(ControllerKey key, KubeObject object, RuntimeException e) {
        if (refusals.mustReport(key, object, String.valueOf(e.getMessage()))) {
            LOG.atWarn()
                    .addKeyValue("controller", key.name())
                    .addKeyValue("error", e.getMessage())
                    .log("controller cannot start");
            events.warning(object, "CreateError", "Cannot create new controller: " + e.getMessage());
        }
    }

    /**
     * Whether the parents of a composite have a CustomResourceDefinition with the status subresource. If not, the reason is
     * reported to the controller's author.
     *
     * @throws SyncException if the kind is not served, or is built in
     */
    boolean allowParents(ControllerKey key, CompositeController composite) {
        ApiResource parent = restMapper.require(
                composite.parent().apiVersion(), composite.parent().resource());
        if (!objects.definitions().has(parent)) {
            throw new SyncException("the parent resource " + parent
                    + " has no CustomResourceDefinition: use a DecoratorController for built-in kinds");
        }
        if (objects.definitions().served(parent).map(Definitions.Served::status).orElse(parent.hasStatus())) {
            return true;
        }
        String message = "[" + composite.name()
                + "] Sync error - ignoring, CRD " + parent.groupResource()
                + " does not have subresource 'Status' enabled: add subresources: {status: {}} to its version "
                + composite.parent().apiVersion().replaceFirst(".*/", "");
        if (refusals.mustReport(key, composite.source(), message)) {
            LOG.atWarn().addKeyValue("controller", composite.name()).log(message);
            events.warning(composite.source(), "SyncError", message);
        }
        return false;
    }

    /** Forgets the reports about a controller that runs, or that this watcher is no longer responsible for. */
    void forget(ControllerKey key) {
        refusals.forget(key);
    }
}
