/**
 * The side effects of hooks: the few requests that a hook may send to the API server itself, if the administrator of
 * its hook server allows it. They are interfaces, so a unit test hands in a function. {@code server.call.SideEffects}
 * decides who gets a client, and {@code process.ClusterSideEffects} sends the requests.
 *
 * <p>To add a side effect, open {@link SideEffect}.
 */
@NullMarked
package io.hookline.hook.effect;

import org.jspecify.annotations.NullMarked;
