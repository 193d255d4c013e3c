package io.hookline.watcher;

import io.hookline.apply.UpdateStrategies;
import io.hookline.informer.Subscription;
import io.hookline.spec.CompositeController;
import io.hookline.watcher.model.WatcherDependencies;
import io.hookline.watcher.sync.ChildReports;
import io.hookline.watcher.sync.ChildSelectors;
import io.hookline.watcher.sync.ObjectWriter;
import io.hookline.watcher.sync.RecordedRevisions;
import io.hookline.watcher.sync.RevisionWriter;
import io.hookline.watcher.sync.RollingUpdates;

/** The parts of a composite with rolling updates. */
record RollingParts(RecordedRevisions revisions, RollingUpdates updates) {

    /** Whether a rule has a rolling update. */
    static boolean areNeeded(CompositeController composite) {
        return composite.children().stream()
                .anyMatch(rule -> rule.strategy().method().isRolling());
    }

    /** Creates the parts. The subscription is that of ControllerRevisions. */
    static RollingParts of(
            CompositeController composite,
            Subscription recorded,
            ChildSelectors selectors,
            UpdateStrategies strategies,
            ObjectWriter writer,
            ChildReports reports,
            WatcherDependencies dependencies,
            WatcherOptions options) {
        RevisionWriter recorder = new RevisionWriter(
                recorded.resource(),
                recorded,
                selectors,
                dependencies.cluster(),
                options.revisionNamespace(),
                dependencies.clock());
        return new RollingParts(
                new RecordedRevisions(
                        recorded.resource(),
                        recorded,
                        selectors,
                        composite.parent().revisionFieldPaths(),
                        dependencies.cluster(),
                        writer),
                new RollingUpdates(strategies, dependencies.trees(), recorder, reports, dependencies.clock()));
    }
}
