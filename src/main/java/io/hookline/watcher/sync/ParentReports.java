package io.hookline.watcher.sync;

import io.hookline.hook.protocol.AnswerEvent;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.watcher.model.WatcherObserver;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports what happens to the parents of one controller. */
public record ParentReports(ControllerName controller, WatcherObserver observer) {

    private static final Logger LOG = LoggerFactory.getLogger(ParentReports.class);

    void written(KubeObject before, KubeObject now, List<String> causes) {
        if (LOG.isDebugEnabled()) {
            LOG.atDebug()
                    .addKeyValue("controller", controller)
                    .addKeyValue("parent", now)
                    .addKeyValue("why", String.join(", ", causes))
                    .log("parent written");
        }
        observer.parentWritten(controller, before, now, causes);
    }

    void event(KubeObject parent, AnswerEvent event, List<String> causes) {
        observer.hookEvent(controller, parent, event, causes);
    }

    void beingDeleted(KubeObject parent) {
        observer.parentBeingDeleted(controller, parent);
    }

    void deleted(KubeObject last) {
        observer.parentDeleted(controller, last);
    }
}
