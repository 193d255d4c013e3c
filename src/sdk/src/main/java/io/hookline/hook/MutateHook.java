package io.hookline.hook;

/**
 * Changes an object before it is stored, such as by setting defaults that depend on other fields: the API server calls it for each
 * object that somebody creates or changes, as its MutatingWebhookConfiguration says.
 *
 * <p>A fixed default is better in the schema of the kind. The hook must be a pure function of its input, and must return an object
 * that it has returned once as it is.
 *
 * <pre>{@code
 * public Zone mutate(Admission<Zone> in) {
 *     return in.object().spec().ttl() == null ? in.object().withTtl(30) : in.object();
 * }
 * }</pre>
 *
 * <p>Fields that a record of the hook does not declare stay as they are, in items of lists too. If all items of a list have a
 * {@code name}, an item keeps these fields as long as it keeps its name. Without names, an item that the hook has changed keeps them
 * only if the list has as many items as before. The metadata must be that of {@code in.object()}, with its changes: an object that
 * has lost its uid is refused.
 *
 * @param <P> the type of the object, as in {@link SyncHook}. A primitive component is an error if the field is absent: use
 *     {@code Integer} in place of {@code int} for a field that gets a default
 */
@FunctionalInterface
public interface MutateHook<P> {

    /**
     * Returns the object that is stored. Name, kind and version must be the same.
     *
     * @throws Exception if the call fails; the failurePolicy of the webhook decides what happens to the object
     */
    P mutate(Admission<P> in) throws Exception;
}
