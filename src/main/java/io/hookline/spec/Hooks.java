package io.hookline.spec;

import java.util.Optional;
import java.util.stream.Stream;

/** The hooks of a controller. */
public record Hooks(Optional<Hook> sync, Optional<Hook> finalizing, Optional<Hook> customize) {

    /** The webhooks of all hooks that have one. */
    public Stream<Webhook> webhooks() {
        return Stream.of(sync, finalizing, customize).flatMap(hook -> hook.flatMap(Hook::webhook).stream());
    }

    /**
     * One hook.
     *
     * @param version 1 or 2: how the objects of a request are keyed, and which related objects are selected by default
     * @param webhook absent if the controller declares the hook without a webhook; it is then never called
     */
    public record Hook(int version, Optional<Webhook> webhook) {}
}
