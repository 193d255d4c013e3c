package io.hookline.cli.dev;

import io.hookline.hook.protocol.AnswerEvent;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import io.hookline.watcher.model.WatcherObserver;
import java.util.LinkedHashSet;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Logs what happens to parents: their status, metadata and deletion, and the events that hooks return. The watcher itself logs their children. Thread-safe. */
final class ParentLog implements WatcherObserver {

    private static final Logger LOG = LoggerFactory.getLogger(ParentLog.class);

    /** Enough for the deletions that several controllers report at the same time. */
    private static final int MAX_REMEMBERED = 1000;

    private final LinkedHashSet<String> deletions = new LinkedHashSet<>();

    @Override
    public void parentWritten(ControllerName controller, KubeObject before, KubeObject now, List<String> causes) {
        if (!LOG.isInfoEnabled()) {
            return; // as with --once
        }
        String metadata = MetadataChanges.between(before, now);
        if (!metadata.isEmpty()) {
            boolean released = now.finalizers().size() < before.finalizers().size();
            entry(controller, causes).log("{} {}  {}", released ? "released" : "updated", now, metadata);
        }
        String status = StatusChanges.between(before, now);
        if (!status.isEmpty()) {
            entry(controller, causes).log("status {}  {}", now, status);
        }
    }

    @Override
    public void hookEvent(ControllerName controller, KubeObject parent, AnswerEvent event, List<String> causes) {
        String type = switch (event.type()) {
            case NORMAL -> "";
            case WARNING -> "Warning ";
        };
        entry(controller, causes)
                .log("event {}  {}{}: {}", parent, type, event.reason(), MessageText.oneLine(event.message()));
    }

    private static LoggingEventBuilder entry(ControllerName controller, List<String> causes) {
        return LOG.atInfo().addKeyValue("controller", controller).addKeyValue("why", String.join(", ", causes));
    }

    @Override
    public void parentBeingDeleted(ControllerName controller, KubeObject parent) {
        if (isFirst("being deleted", parent)) {
            LOG.atInfo()
                    .addKeyValue("controller", controller)
                    .addKeyValue("why", "a client deleted it")
                    .log(
                            "deleting {}  stays until its finalizers are removed: {}",
                            parent,
                            String.join(", ", parent.finalizers()));
        }
    }

    @Override
    public void parentDeleted(ControllerName controller, KubeObject last) {
        if (isFirst("deleted", last)) {
            String why = last.isBeingDeleted() ? "its last finalizer was removed" : "by a client";
            LOG.atInfo()
                    .addKeyValue("controller", controller)
                    .addKeyValue("why", why)
                    .log("deleted {}", last);
        }
    }

    /** Whether no other controller of the same parent has reported this. */
    private synchronized boolean isFirst(String what, KubeObject parent) {
        if (deletions.size() >= MAX_REMEMBERED) {
            deletions.removeFirst();
        }
        return deletions.add(what + " " + parent.uid());
    }
}
