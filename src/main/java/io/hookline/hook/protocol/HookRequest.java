package io.hookline.hook.protocol;

import io.hookline.hook.codec.RequestCodec;
import io.hookline.object.KubeObject;

/**
 * What a hook is asked. One model for both versions and both kinds of controllers; {@link RequestCodec} knows the
 * notations.
 *
 * @param controller the controller object, with {@code status: {}} if it has none
 * @param parent the parent, or the decorated object
 * @param children observed children or attachments; empty for customize
 * @param related observed related objects; empty for customize
 * @param finalizing whether the parent goes, or is no longer selected
 */
public record HookRequest(
        HookType type,
        HookVersion version,
        ControllerType controllerType,
        KubeObject controller,
        KubeObject parent,
        ObjectGroups children,
        ObjectGroups related,
        boolean finalizing) {}
