package io.hookline.hook;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;

/**
 * What a {@link SyncHook} or {@link FinalizeHook} wants. Immutable: each method gives a new one.
 *
 * <pre>{@code
 * Answer.of(deployment, service)
 *         .status(Map.of("url", url))
 *         .resyncAfter(Duration.ofSeconds(30))
 * }</pre>
 *
 * <p>A child may be an object of the Kubernetes model, a record or other bean, a {@code Map}, an {@code ObjectNode} or a
 * {@link io.hookline.object.KubeObject}. It names apiVersion, kind and metadata.name; a record can leave the first two
 * to the annotations {@code @Group}, {@code @Version} and {@code @Kind} of the Kubernetes model. Fields that are null
 * are not written, and all maps are written sorted.
 */
public final class Answer {

    private final HookResult wanted;

    private Answer(HookResult wanted) {
        this.wanted = wanted;
    }

    /** Exactly these children; those that exist besides them are deleted. */
    public static Answer of(Object... children) {
        return new Answer(HookResult.NOTHING.withChildren(Arrays.asList(children)));
    }

    /**
     * Changes nothing now, and wants to be asked again after this time, which is rounded up to whole seconds. It is not
     * an error.
     */
    public static Answer retryAfter(Duration after) {
        return new Answer(HookResult.NOTHING.withRetryAfter(after));
    }

    /** One more child. */
    public Answer child(Object child) {
        return children(Arrays.asList(child));
    }

    /** More children. */
    public Answer children(Collection<?> children) {
        return new Answer(wanted.withChildren(children));
    }

    /** The parent's whole status: a record, a bean, a {@code Map} or an {@code ObjectNode}. */
    public Answer status(Object status) {
        return new Answer(wanted.withStatus(status));
    }

    /** Wants to be asked again after this time, even if nothing changes. */
    public Answer resyncAfter(Duration after) {
        return new Answer(wanted.withResyncAfter(after));
    }

    /** Lets the parent go, for {@link FinalizeHook}. */
    public Answer finalized() {
        return new Answer(wanted.withFinalized());
    }

    HookResult wanted() {
        return wanted;
    }
}
