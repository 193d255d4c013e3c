package io.hookline.watcher.sync;

import io.hookline.hook.Event;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.trace.Causes;
import io.hookline.trace.SyncNotes;
import io.hookline.trace.Trace;
import io.hookline.watcher.model.WatcherObserver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports what happens to the parents of one controller. */
public record ParentReports(ControllerName controller, WatcherObserver observer) {

    private static final Logger LOG = LoggerFactory.getLogger(ParentReports.class);

    void written(KubeObject before, KubeObject now, Causes causes) {
        if (LOG.isDebugEnabled()) {
            LOG.atDebug()
                    .addKeyValue("controller", controller)
                    .addKeyValue("parent", now)
                    .addKeyValue("why", causes)
                    .log("parent written");
        }
        Trace.note(notes -> notes.wrote(new SyncNotes.ParentWrite(before, now)));
        observer.parentWritten(controller, before, now, causes.texts());
    }

    void event(KubeObject parent, Event event, Causes causes) {
        observer.hookEvent(controller, parent, event, causes.texts());
    }

    void beingDeleted(KubeObject parent) {
        observer.parentBeingDeleted(controller, parent);
    }

    void deleted(KubeObject last) {
        observer.parentDeleted(controller, last);
    }
}
