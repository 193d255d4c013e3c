package io.hookline.spec;

import java.util.Optional;

/** The hooks of a controller. */
public record Hooks(Optional<Hook> sync, Optional<Hook> finalizing, Optional<Hook> customize) {

    /**
     * One hook.
     *
     * @param version 1 or 2: how object maps are keyed and what is related by default
     * @param webhook absent: the hook is declared but cannot be called
     */
    public record Hook(int version, Optional<Webhook> webhook) {}
}
