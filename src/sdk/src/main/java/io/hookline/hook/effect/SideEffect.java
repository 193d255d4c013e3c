package io.hookline.hook.effect;

import java.util.Arrays;
import java.util.Optional;

/**
 * A request that a hook may send to the API server itself.
 *
 * <p>Hooks are functions, and the watcher writes what they return. A few programs of a cluster cannot be written in
 * this way: a scheduler binds Pods, which it does not own. Their hooks take a client in their constructor. The
 * administrator of the hook server must allow that for each hook.
 */
public enum SideEffect {
    /** Binds Pods to nodes. */
    BIND_PODS(PodBinder.class, "bind Pods to nodes", "pods/binding", "create"),
    /** Removes Pods that are being deleted. */
    REMOVE_PODS(PodRemover.class, "remove Pods that are being deleted", "pods", "delete");

    private final Class<?> client;
    private final String text;
    private final String resource;
    private final String verb;

    SideEffect(Class<?> client, String text, String resource, String verb) {
        this.client = client;
        this.text = text;
        this.resource = resource;
        this.verb = verb;
    }

    /** The side effect that a client is for; empty if the class is no client. */
    public static Optional<SideEffect> of(Class<?> client) {
        return Arrays.stream(values())
                .filter(effect -> effect.client.equals(client))
                .findFirst();
    }

    /** The class of the client, which is the type of the constructor's parameter. */
    public Class<?> client() {
        return client;
    }

    /** What the hook does, such as {@code bind Pods to nodes}. */
    public String text() {
        return text;
    }

    /** The resource in the core group to which the hook needs a right. */
    public String resource() {
        return resource;
    }

    /** The verb of that right. */
    public String verb() {
        return verb;
    }
}
