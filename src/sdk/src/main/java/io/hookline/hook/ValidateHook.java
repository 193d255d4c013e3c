package io.hookline.hook;

/**
 * Says whether an object may be stored: the API server calls it for each object that somebody creates, changes or deletes, as
 * its ValidatingWebhookConfiguration says.
 *
 * <p>It is for what the schema of the kind cannot say. It must be a pure function of its input: it has no children and no related
 * objects, and it is called for dry runs too.
 *
 * <pre>{@code
 * public Verdict validate(Admission<Zone> in) {
 *     return Verdict.allowed().deniedIf(!isName(in.object().spec().zone()), "spec.zone", "is not the name of a zone");
 * }
 * }</pre>
 *
 * <p>An object that was stored before the hook had its present rules may break them. If its change is refused for that, nobody
 * can change it any more, and no finalizer can be removed from it: refuse only what {@link Admission#old} does not have already.
 *
 * @param <P> the type of the object, as in {@link SyncHook}
 */
@FunctionalInterface
public interface ValidateHook<P> {

    /**
     * Returns why the object must not be stored, and warnings.
     *
     * @throws Exception if the call fails; the failurePolicy of the webhook decides what happens to the object
     */
    Verdict validate(Admission<P> in) throws Exception;
}
