package io.hookline.watcher.sync;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.trace.ObservedChange;
import io.hookline.trace.Stages;
import io.hookline.trace.Trace;
import io.hookline.watcher.model.ParentKey;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The last log line of each sync, for debugging: what caused it, how long its stages took, how many writes it made.
 *
 * @param clock the clock of the queue
 */
record SyncSummary(ControllerName controller, InstantSource clock, Logger log) {

    /** Starts the line of a sync that has just ended. Costs nothing unless debug lines are logged. */
    LoggingEventBuilder line(ParentKey parent, Duration took) {
        LoggingEventBuilder line =
                log.atDebug().addKeyValue("controller", controller).addKeyValue("parent", parent);
        Trace trace = Trace.current();
        if (trace != null && log.isDebugEnabled()) {
            line = stages(cause(line, trace), trace.stages(clock.instant()), trace.writes());
        }
        return line.addKeyValue("took", took);
    }

    private static LoggingEventBuilder cause(LoggingEventBuilder line, Trace trace) {
        LoggingEventBuilder all = line.addKeyValue("causes", trace.causes());
        ObservedChange change = trace.change();
        if (change != null) {
            all = all.addKeyValue("change", change).addKeyValue("resourceVersion", change.resourceVersion());
        }
        return trace.parentVersion().isEmpty() ? all : all.addKeyValue("parentVersion", trace.parentVersion());
    }

    private static LoggingEventBuilder stages(LoggingEventBuilder line, Stages stages, int writes) {
        LoggingEventBuilder all = time(line, "watchTook", stages.watch());
        all = time(all, "earlierTook", stages.earlier());
        all = time(all, "queueTook", stages.queue());
        all = time(all, "claimTook", stages.claim());
        all = time(all, "hookTook", stages.hook());
        all = time(all, "applyTook", stages.apply());
        return all.addKeyValue("writes", writes).addKeyValue("total", stages.total());
    }

    private static LoggingEventBuilder time(LoggingEventBuilder line, String stage, @Nullable Duration time) {
        return time == null ? line : line.addKeyValue(stage, time);
    }
}
