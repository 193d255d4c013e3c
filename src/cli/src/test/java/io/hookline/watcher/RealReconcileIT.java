package io.hookline.watcher;

import io.hookline.controlplane.RealControlPlane;
import org.junit.jupiter.api.Nested;

/** Suites of whole watchers on a real API server with a real garbage collector, and with the CRDs that users install. */
@RealControlPlane
class RealReconcileIT {

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
    class ForeignEdits extends ForeignEditsTest {}

    @Nested
    class DecoratedObjects extends DecoratorParentTest {}

    @Nested
    class Attachments extends DecoratorAttachmentTest {}

    @Nested
    class HookEvents extends HookEventsTest {}

    @Nested
    class SideEffects extends SideEffectOrderTest {}

    @Nested
    class DeletedKinds extends DeletedKindTest {}

    @Nested
    class Rollouts extends RolloutTest {}

    @Nested
    class BuiltInKinds extends BuiltInKindsTest {}

    @Nested
    class MissedDeletions extends MissedDeletionTest {}

    @Nested
    class ConcurrentUpdates extends ConcurrentUpdatesTest {}

    @Nested
    class Conditions extends ReadyConditionTest {}

    @Nested
    class Pauses extends PausedTest {}

    @Nested
    class Warnings extends ApiWarningTest {}

    @Nested
    class UnappliedAnswers extends UnappliedAnswerTest {}

    @Nested
    class GuardedDeletions extends GuardedDeletionTest {}
}
