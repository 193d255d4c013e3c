package io.hookline.hook.protocol;

import io.hookline.object.KubeObject;
import java.time.Instant;
import java.util.Optional;

/**
 * A hook request, in one model for both hook versions and both kinds of controllers.
 *
 * <p>{@code RequestCodec} converts it to and from the JSON of each.
 *
 * @param controller the controller object, with {@code status: {}} if it has none
 * @param parent the parent, or the decorated object
 * @param revision the name of the ControllerRevision whose fields the parent has; empty without rolling updates. Not
 *     sent
 * @param children observed children or attachments; empty for customize
 * @param related observed related objects; empty for customize
 * @param finalizing whether the parent is being deleted or no longer selected
 * @param now the time for the hook, see {@link HookTime}; empty for its own clock. Not part of the JSON
 */
public record HookRequest(
        HookType type,
        HookVersion version,
        ControllerType controllerType,
        KubeObject controller,
        KubeObject parent,
        String revision,
        ObjectGroups children,
        ObjectGroups related,
        boolean finalizing,
        Optional<Instant> now) {

    /** A request at the time of the hook's own clock. */
    public HookRequest(
            HookType type,
            HookVersion version,
            ControllerType controllerType,
            KubeObject controller,
            KubeObject parent,
            String revision,
            ObjectGroups children,
            ObjectGroups related,
            boolean finalizing) {
        this(
                type,
                version,
                controllerType,
                controller,
                parent,
                revision,
                children,
                related,
                finalizing,
                Optional.empty());
    }

    /** A request about a parent without revisions. */
    public HookRequest(
            HookType type,
            HookVersion version,
            ControllerType controllerType,
            KubeObject controller,
            KubeObject parent,
            ObjectGroups children,
            ObjectGroups related,
            boolean finalizing) {
        this(type, version, controllerType, controller, parent, "", children, related, finalizing);
    }

    /** This request at a certain time. */
    public HookRequest at(Instant time) {
        return new HookRequest(
                type,
                version,
                controllerType,
                controller,
                parent,
                revision,
                children,
                related,
                finalizing,
                Optional.of(time));
    }
}
