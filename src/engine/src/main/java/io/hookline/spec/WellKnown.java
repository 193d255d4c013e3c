package io.hookline.spec;

import io.hookline.object.AppliedState;

/** Names that objects in a cluster have from Metacontroller. They must not change, so that users can switch back. */
public final class WellKnown {

    /** The API group of the controllers. */
    public static final String GROUP = "metacontroller.k8s.io";

    /** Group and version of the controllers. */
    public static final String API_VERSION = GROUP + "/v1alpha1";

    /** Annotation of a child: the JSON of the desired state that was applied last. */
    public static final String LAST_APPLIED = AppliedState.LAST_APPLIED;

    /** Annotation of an attachment: the name of the DecoratorController that created it. */
    public static final String DECORATOR_CONTROLLER = GROUP + "/decorator-controller";

    /** Label of a ControllerRevision: the API group of its parent. */
    public static final String REVISION_API_GROUP = GROUP + "/apiGroup";

    /** Label of a ControllerRevision: the resource (plural) of its parent. */
    public static final String REVISION_RESOURCE = GROUP + "/resource";

    /** Label that a generated selector requires: the uid of the parent. */
    public static final String CONTROLLER_UID = "controller-uid";

    /** Prefix of the finalizer on parents of a CompositeController; the controller's name follows. */
    public static final String COMPOSITE_FINALIZER_PREFIX = "metacontroller.io/compositecontroller-";

    /** Prefix of the finalizer on objects of a DecoratorController; the controller's name follows. */
    public static final String DECORATOR_FINALIZER_PREFIX = "metacontroller.io/decoratorcontroller-";

    /**
     * Finalizer on a controller whose deletion policy is {@code Undo}, until what it made is undone. Metacontroller
     * does not know it.
     */
    public static final String UNDO_FINALIZER = "hookline.io/undo";

    /** Field in the status of a CompositeController's parents: the generation that the status describes. */
    public static final String OBSERVED_GENERATION = "observedGeneration";

    /** Condition of a parent whose children have a rolling update. */
    public static final String UPDATED_CONDITION = "Updated";

    /** Reason of {@link #UPDATED_CONDITION} while the update waits for a child to become ready. */
    public static final String ROLLOUT_WAITING = "RolloutWaiting";

    /** Reason of {@link #UPDATED_CONDITION} while children are being updated. */
    public static final String ROLLOUT_PROGRESSING = "RolloutProgressing";

    /** Reason of {@link #UPDATED_CONDITION} when all children have the latest revision. */
    public static final String ON_LATEST_REVISION = "OnLatestRevision";

    /** Source of events, and the default field manager of server-side apply. */
    public static final String COMPONENT = "metacontroller";

    private WellKnown() {}
}
