package io.hookline.watcher.sync;

import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import io.hookline.queue.RepeatedFailures;
import io.hookline.reconcile.LoopObserver;
import io.hookline.reconcile.Outcome;
import io.hookline.spec.ControllerSpec;
import io.hookline.trace.Causes;
import io.hookline.trace.ObservedChange;
import io.hookline.trace.Stages;
import io.hookline.trace.Trace;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.model.ParentKinds;
import io.hookline.watcher.model.SyncException;
import io.hookline.watcher.model.WatcherObserver;
import io.hookline.watcher.model.WorkObserver;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Reports the outcome of each sync. A failure is an event on the parent and an error in the log. */
public final class SyncReports implements LoopObserver<ParentKey> {

    private static final Logger LOG = LoggerFactory.getLogger(SyncReports.class);

    /** From so many parents with one failure on, their events are too many to be written, so that the controller has one. */
    private static final int MANY = 25;

    private final ControllerSpec spec;
    private final ParentKinds parents;
    private final EventRecorder events;
    private final LoopObserver<ParentKey> next;
    private final FailedParents failures;
    private final WorkObserver.Work work;
    private final ControllerName name;
    private final SyncSummary summary;

    /**
     * Reports on one controller.
     *
     * @param clock for the distances at which repeated failures are counted
     * @param work observes the controller
     */
    public SyncReports(
            ControllerSpec spec,
            ParentKinds parents,
            EventRecorder events,
            WatcherObserver observer,
            InstantSource clock,
            WorkObserver.Work work) {
        this.work = work;
        this.name = ControllerName.of(spec.source());
        this.summary = new SyncSummary(name, clock, LOG);
        this.spec = spec;
        this.parents = parents;
        this.events = events;
        this.next = observer.loop(spec);
        this.failures = new FailedParents(clock);
    }

    /** Reports failures in full again, since they are those of a new version of the hooks. */
    public void hookChanged() {
        failures.reportAgain();
    }

    /** Runs an action when the first parent fails, or the first request is denied. */
    public void whenWorse(Runnable action) {
        failures.whenWorse(action);
    }

    /** The controller was stopped. */
    public void stopped() {
        work.stopped();
    }

    /**
     * The parents whose last sync failed.
     *
     * @param exists whether the controller is still responsible for a parent
     */
    public FailedParents.Summary failures(Predicate<ParentKey> exists) {
        return failures.summary(exists);
    }

    @Override
    public void started(ParentKey key, Causes causes) {
        next.started(key, causes);
    }

    @Override
    public void finished(ParentKey key, Outcome outcome, Duration took) {
        next.finished(key, outcome, took);
        switch (outcome) {
            case Outcome.Failed _ -> summary.line(key, took).log("sync failed"); // how is reported by failed
            case Outcome.Waiting(String why) ->
                summary.line(key, took).addKeyValue("why", why).log("sync not complete, waiting");
            case Outcome.Retry(String why) ->
                summary.line(key, took).addKeyValue("why", why).log("sync not complete, will retry with back-off");
            case Outcome.RetryAfter(Duration delay, String why) ->
                summary.line(key, took)
                        .addKeyValue("delay", delay)
                        .addKeyValue("why", why)
                        .log("sync not complete, will retry after the delay");
            case Outcome.AwaitChange _, Outcome.RequeueAfter _ -> {
                failures.succeeded(key).ifPresent(this::recovered);
                summary.line(key, took).log("synced");
            }
        }
    }

    @Override
    public void failed(ParentKey key, Throwable cause, int attempt, Duration delay) {
        next.failed(key, cause, attempt, delay);
        String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        Optional<SyncException> expected = cause instanceof SyncException e ? Optional.of(e) : Optional.empty();
        failures.denied(key, expected.flatMap(SyncException::denied));
        failures.held(key, expected.flatMap(SyncException::held));
        String problem =
                MessageText.oneLine(expected.map(SyncException::problem).orElseGet(cause::toString));
        String hook = expected.flatMap(SyncException::hook).orElse("");
        FailedParents.Report report = failures.report(key, hook, problem);
        LoggingEventBuilder line = LOG.atLevel(level(report)).addKeyValue("controller", name);
        line = with(line.addKeyValue("parent", key), "hook", Optional.of(hook).filter(text -> !text.isEmpty()))
                .addKeyValue("attempt", attempt)
                .addKeyValue("next", delay)
                .addKeyValue("error", problem);
        detailed(line, report, expected, cause)
                .log("failed to sync {} '{}': {}", key.kind().kind(), key.key(), message);
        record(key, hook, problem, message, report);
    }

    /** Each attempt is an event on its parent, as in Metacontroller; a failing hook of many parents has the limit of one object. */
    private void record(ParentKey key, String hook, String problem, String message, FailedParents.Report report) {
        String text = "Sync error: " + MessageText.oneLine(message);
        Optional<KubeObject> parent = parent(key);
        if (hook.isEmpty()) {
            parent.ifPresent(object -> events.warning(object, "SyncError", text));
            return;
        }
        String topic = spec.source().kind() + " " + spec.name() + ": " + report.failure();
        parent.ifPresent(object -> events.warning(object, "SyncError", text, topic));
        if (report.parents() > MANY && report.what() instanceof RepeatedFailures.Again) {
            events.warning(
                    spec.source(),
                    "SyncError",
                    "Sync error: " + hook + " hook fails for " + report.parents() + " parents"
                            + (report.failure().isMixed() ? " in different ways, for example: " : ": ") + problem);
        }
    }

    /** Equal failures within a short time are logged for debugging only: the next line counts them. */
    private static Level level(FailedParents.Report report) {
        return report.what() instanceof RepeatedFailures.Silent ? Level.DEBUG : Level.ERROR;
    }

    private static LoggingEventBuilder detailed(
            LoggingEventBuilder line, FailedParents.Report report, Optional<SyncException> expected, Throwable cause) {
        return switch (report.what()) {
            case RepeatedFailures.First() ->
                expected.isPresent()
                        ? with(line, "stacktrace", expected.get().detail())
                        : line.setCause(cause); // unexpected: the stack trace shows where to fix it
            case RepeatedFailures.Again(int times, Duration within) -> {
                LoggingEventBuilder counted = line.addKeyValue("repeated", true)
                        .addKeyValue("times", times)
                        .addKeyValue("within", within)
                        .addKeyValue("parents", report.parents());
                // They are not this error again: this one is an example of them.
                yield report.failure().isMixed() ? counted.addKeyValue("different", true) : counted;
            }
            case RepeatedFailures.Silent() -> line.addKeyValue("repeated", true);
        };
    }

    private void recovered(FailedParents.Recovery recovery) {
        with(
                        LOG.atInfo().addKeyValue("controller", name),
                        "hook",
                        Optional.of(recovery.hook()).filter(text -> !text.isEmpty()))
                .addKeyValue("failures", recovery.times())
                .addKeyValue("lastError", recovery.lastProblem())
                .log("no parent fails in this way any more");
    }

    private static LoggingEventBuilder with(LoggingEventBuilder line, String key, Optional<String> value) {
        return value.isPresent() ? line.addKeyValue(key, value.get()) : line;
    }

    private Optional<KubeObject> parent(ParentKey key) {
        return parents.of(key).flatMap(kind -> kind.subscription().store().get(key.key()));
    }

    /**
     * The last log line of each sync, for debugging: what caused it, how long its stages took, how many writes it made.
     *
     * @param clock the clock of the queue
     */
    private record SyncSummary(ControllerName controller, InstantSource clock, Logger log) {

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
}
