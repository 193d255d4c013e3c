package io.hookline.watcher;

import io.hookline.controlplane.RealControlPlane;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.parallel.Isolated;

/** Controllers and kinds come, change and go on a real API server. */
@RealControlPlane
@Isolated
class RealLifecycleIT {

    @Nested
    class ChangedKinds extends ChangedKindTest {}

    @Nested
    class EditedControllers extends EditedControllerTest {}

    @Nested
    class Undone extends UndoTest {}
}
