package io.hookline.watcher;

import io.hookline.controlplane.RealControlPlane;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Suites of whole watchers whose children a real API server applies. */
@RealControlPlane
@Tag("server-side-apply")
class RealServerSideReconcileIT {

    @Nested
    class Composites extends CompositeSyncTest {}

    @Nested
    class Decorators extends DecoratorSyncTest {}

    @Nested
    class ChangedChildren extends ChangedChildTest {}

    @Nested
    class ForeignEdits extends ForeignEditsTest {}

    @Nested
    class Rollouts extends RolloutTest {}

    @Nested
    class UnappliedAnswers extends UnappliedAnswerTest {}

    @Nested
    class GuardedDeletions extends GuardedDeletionTest {}

    /** What these test does not depend on how children are written; with dynamic apply they run always. */
    @Nested
    @Tag("soak")
    class OfEitherStrategy {

        @Nested
        class Claims extends ClaimTest {}

        @Nested
        class Adoptions extends AdoptionTest {}

        @Nested
        class Finalizing extends FinalizingTest {}

        @Nested
        class CollectedParents extends CollectedParentTest {}

        @Nested
        class Status extends ParentStatusTest {}

        @Nested
        class DecoratedObjects extends DecoratorParentTest {}

        @Nested
        class Attachments extends DecoratorAttachmentTest {}

        @Nested
        class SideEffects extends SideEffectOrderTest {}
    }
}
