package io.hookline.cli.dev;

import com.fasterxml.jackson.databind.node.TextNode;
import io.hookline.apply.Differences;
import io.hookline.apply.StatusChanges;
import io.hookline.hook.Event;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.FieldPath;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import io.hookline.object.SecretValues;
import io.hookline.watcher.model.WatcherObserver;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs what happens to parents: their status, metadata and deletion, and the events that hooks return. The watcher
 * itself logs their children. Thread-safe.
 */
final class ParentLog implements WatcherObserver {

    private static final Logger LOG = LoggerFactory.getLogger(ParentLog.class);

    /** Enough for the deletions that several controllers report at the same time. */
    private static final int MAX_REMEMBERED = 1000;

    /** Why a timer of the hook or of the controller syncs a parent. */
    private static final Set<String> TIMER =
            Set.of("resync", "resyncAfterSeconds of the hook", "a sync waited for this state");

    private static final int PRINTED_TICKS = 3;
    private static final Duration BETWEEN_TICKS = Duration.ofMinutes(1);

    private final LinkedHashSet<String> deletions = new LinkedHashSet<>();
    private final Map<String, Ticks> ticks = new HashMap<>();
    private final InstantSource clock;

    ParentLog(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Changes of numbers by a timer, without another change of the status between them.
     *
     * @param printed how many were printed at the beginning
     * @param hidden how many were not printed since the last one
     */
    private record Ticks(int printed, int hidden, Instant last) {}

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
            boolean isTick = metadata.isEmpty() && TIMER.containsAll(causes) && StatusChanges.areNumbers(before, now);
            ticks(controller + " " + now.uid(), isTick)
                    .ifPresent(note -> entry(controller, causes).log("status {}  {}{}", now, status, note));
        }
    }

    /**
     * Whether to print a change, and what to add to it; empty for one of many numbers that a timer changes. The first few are printed,
     * then one each minute; any other change begins anew.
     */
    private synchronized Optional<String> ticks(String of, boolean isTick) {
        if (!isTick || LOG.isDebugEnabled()) {
            ticks.remove(of);
            return Optional.of("");
        }
        Instant now = clock.instant();
        Ticks before = ticks.getOrDefault(of, new Ticks(0, 0, now));
        if (before.printed() < PRINTED_TICKS) {
            ticks.put(of, new Ticks(before.printed() + 1, 0, now));
            return Optional.of(
                    before.printed() + 1 < PRINTED_TICKS ? "" : ", from now on once a minute; -v prints each change");
        }
        if (now.isBefore(before.last().plus(BETWEEN_TICKS))) {
            ticks.put(of, new Ticks(before.printed(), before.hidden() + 1, before.last()));
            return Optional.empty();
        }
        ticks.put(of, new Ticks(before.printed(), 0, now));
        return Optional.of(before.hidden() == 0 ? "" : ", after " + before.hidden() + " more changes");
    }

    @Override
    public void hookEvent(ControllerName controller, KubeObject parent, Event event, List<String> causes) {
        String type = switch (event.type()) {
            case NORMAL -> "";
            case WARNING -> "Warning ";
        };
        entry(controller, causes)
                .log("event {}  {}{}: {}", parent, type, event.reason(), MessageText.oneLine(event.message()));
    }

    private static LoggingEventBuilder entry(ControllerName controller, List<String> causes) {
        return LOG.atInfo().addKeyValue("controller", controller).addKeyValue("why", MessageText.reasons(causes));
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
        ticks(controller + " " + last.uid(), false);
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

    /**
     * The differences between the labels, annotations and finalizers of two states of an object, in one line, without
     * values of Secrets.
     */
    private static final class MetadataChanges {

        private static final int MOST = 6;

        private static final FieldPath LABELS = new FieldPath("metadata.labels");
        private static final FieldPath ANNOTATIONS = new FieldPath("metadata.annotations");
        private static final Map<FieldPath, String> NAMES = Map.of(LABELS, "label", ANNOTATIONS, "annotation");

        private MetadataChanges() {}

        /** The differences; empty if both states are equal. */
        static String between(KubeObject before, KubeObject now) {
            List<String> all = new ArrayList<>();
            SecretValues secret = SecretValues.in(before.tree(), now.tree());
            add(LABELS, before.labels(), now.labels(), secret, all);
            add(ANNOTATIONS, before.annotations(), now.annotations(), secret, all);
            all.addAll(Differences.ofFinalizers(before, now));
            return String.join(", ", all.subList(0, Math.min(MOST, all.size()))) + (all.size() > MOST ? ", ..." : "");
        }

        /** @param secret which of the values are not shown */
        private static void add(
                FieldPath what,
                Map<String, String> before,
                Map<String, String> now,
                SecretValues secret,
                List<String> all) {
            Set<String> names = new TreeSet<>(before.keySet());
            names.addAll(now.keySet());
            for (String name : names) {
                if (!Objects.equals(before.get(name), now.get(name))) {
                    UnaryOperator<String> shown = value -> secret.shown(what.field(name), TextNode.valueOf(value))
                            .textValue();
                    all.add(NAMES.get(what) + " " + name + ": " + value(before, name, shown) + " → "
                            + value(now, name, shown));
                }
            }
        }

        private static String value(Map<String, String> map, String name, UnaryOperator<String> shown) {
            return Optional.ofNullable(map.get(name))
                    .map(shown)
                    .map(value ->
                            value.equals(SecretValues.HIDDEN) ? value : "\"" + Differences.shortened(value) + "\"")
                    .orElse("absent");
        }
    }
}
