package io.hookline.watcher.sync;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.apply.Child;
import io.hookline.cluster.Cluster;
import io.hookline.cluster.ClusterException;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import io.hookline.trace.Cause;
import io.hookline.trace.Cause.Continued;
import io.hookline.trace.Cause.ObjectChanged;
import io.hookline.trace.Cause.ParentChanged;
import io.hookline.trace.Cause.ParentChanged.Part;
import io.hookline.trace.Cause.Reason;
import io.hookline.trace.Cause.What;
import io.hookline.trace.Causes;
import io.hookline.watcher.event.EventRecorder;
import io.hookline.watcher.model.ParentKey;
import io.hookline.watcher.sync.LoopBrake.WriteSeries.Held;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slows down writes of one controller that never end because each of them causes the next: a hook that answers
 * otherwise in each sync, or gives a child another name, or another client that writes the same field. They are reported
 * once in the log, as a Warning event on the parent, and as a condition of the controller.
 *
 * <p>A replacement is a sync that deletes children of a kind and creates others of the same kind.
 *
 * <p>Each {@link Cause} of a sync says where its writes come from; of several, the strongest {@link Origin} decides:
 *
 * <pre>
 * cause                                             write of a child   replacement   write of a part of the parent
 * a reason, such as a timer or a new spec           REASON             REASON        REASON
 * an earlier sync goes on; no cause at all          CONTINUED          CONTINUED     CONTINUED
 * the parent changed, by our own last write only    CONTINUED          CONTINUED     ECHO
 * the parent changed otherwise: the written part    -                  -             ECHO
 *                               its status          REASON             REASON        CONTINUED
 *                               another part        REASON             REASON        REASON
 * the written (here deleted) child was created      ECHO               ECHO          -
 *                                  changed          ECHO               CONTINUED     -
 * another child that the sync writes changed        CONTINUED          CONTINUED     -
 * any other child was deleted                       REASON             CONTINUED     as below
 * any other object changed: one with a series       -                  -             CONTINUED
 *                           one without             REASON             REASON        REASON
 * </pre>
 *
 * <p>A child that is replaced some time after its creation, such as a failed Pod, or one of many old children that get
 * other names in turn, makes no echo.
 *
 * <p>Writes with a reason are never held and not counted. The others make up a {@link WriteSeries}, for each object, and for
 * the replacements of each kind:
 *
 * <pre>
 * state of the object            echo                                   continued write
 * no series                      starts one                             is not counted
 * a series, below MOST writes    is counted, for each of its fields     is not counted
 * slowed down, by some fields    one of these fields waits; the wait is doubled when it is written
 * </pre>
 *
 * <p>A series ends after a minute without such a write, with another spec of the parent, and with another version of the
 * hook. A held write is not lost: the sync at the end of its wait writes what is desired then. With a replacement both the
 * deletions and the creations wait, since children would pile up otherwise.
 *
 * <p>Has memory for a parent only while such writes are made. Thread-safe.
 */
public final class LoopBrake {

    /** Stands for the existence of a child in the list of its fields, if it is deleted or replaced. */
    public static final String EXISTENCE = "";

    private static final Logger LOG = LoggerFactory.getLogger(LoopBrake.class);

    /** Writes without a field manager, such as those of a status, have the first word of our User-Agent. */
    private static final String USER_AGENT = "hookline";

    private static final String SLOWED = "; its writes are slowed down";

    private static final Cause DUE = Cause.continued("a held write is due");

    private final boolean on;
    private final ControllerName controller;
    private final Cluster cluster;
    private final EventRecorder events;
    private final Set<String> ours;
    private final InstantSource clock;
    private final Map<ParentKey, WriteSeries> byParent = new ConcurrentHashMap<>();
    private volatile Runnable whenBraked = () -> {};

    /**
     * A brake for the writes of one controller.
     *
     * @param on whether it slows anything down
     * @param cluster to read the field managers of an object that is cached without them
     * @param ours the field managers of the watcher
     */
    public LoopBrake(
            boolean on,
            ControllerName controller,
            Cluster cluster,
            EventRecorder events,
            Set<String> ours,
            InstantSource clock) {
        this.on = on;
        this.controller = controller;
        this.cluster = cluster;
        this.events = events;
        this.ours = Set.copyOf(ours);
        this.clock = clock;
    }

    /** What the causes of a sync say about one of its writes, the weakest first. */
    private enum Origin {
        /** Nothing has changed but what is written, and not this object: an earlier sync goes on. */
        CONTINUED,
        /** Nothing has changed but what is written, this object among it. */
        ECHO,
        /** There is a cause other than changes of what is written. */
        REASON
    }

    /** A write that is about to be made. */
    public final class Write {
        private final ParentSync sync;
        private final ApiResource resource;
        private final KubeObject object;
        private final String id;
        private final List<String> fields;
        private final Origin origin;
        private final String replacedBy;

        private Write(
                ParentSync sync,
                ApiResource resource,
                KubeObject object,
                String id,
                List<String> fields,
                Origin origin) {
            this(sync, resource, object, id, fields, origin, "");
        }

        private Write(
                ParentSync sync,
                ApiResource resource,
                KubeObject object,
                String id,
                List<String> fields,
                Origin origin,
                String replacedBy) {
            this.sync = sync;
            this.resource = resource;
            this.object = object;
            this.id = id;
            this.fields = fields;
            this.origin = origin;
            this.replacedBy = replacedBy;
        }

        /** Whether the write must wait. Then the parent is synced again at the end of the wait. */
        public boolean mustWait() {
            Optional<Held> held = origin == Origin.REASON ? Optional.empty() : held(this, clock.instant());
            held.ifPresent(hold -> {
                if (hold.first()) {
                    report(this, hold.field());
                }
                sync.result().changed(); // the next sync must try it again
                sync.syncAgain(hold.remaining(), DUE);
            });
            return held.isPresent();
        }

        /** Records that it was made. */
        public void made() {
            if (origin != Origin.REASON) {
                wrote(this, clock.instant());
            }
        }
    }

    /** The writes of the children in one sync. */
    public final class ChildWrites {
        private final ParentSync sync;
        private final Collection<KubeObject> written;

        /** Of a child that has not changed itself. */
        private final Origin origin;

        private ChildWrites(ParentSync sync, Collection<KubeObject> written) {
            this.sync = sync;
            this.written = written;
            this.origin = origin(sync.causes(), change -> isWritten(change) ? Origin.CONTINUED : Origin.REASON);
        }

        private Origin origin(Causes causes, Function<ObjectChanged, Origin> ofObject) {
            Origin ofParent = isOwnChangeOfParent(sync, causes) ? Origin.CONTINUED : Origin.REASON;
            return LoopBrake.this.origin(sync, causes, _ -> ofParent, ofObject);
        }

        private boolean isWritten(ObjectChanged change) {
            return written.stream().anyMatch(change::isOf);
        }

        /**
         * A write of a child that exists.
         *
         * @param fields the paths of the fields that it changes
         */
        public Write of(ApiResource resource, KubeObject child, List<String> fields) {
            return origin == Origin.REASON
                    ? new Write(sync, resource, child, "", fields, origin)
                    : new Write(sync, resource, child, id(child), fields, hasChanged(child) ? Origin.ECHO : origin);
        }

        /**
         * A replacement, as one write. A reason for which a failed sync has written children is none for its retries: while deletions
         * are held, all syncs fail, and each of them would create more children for it.
         *
         * @param deleted the children of a kind that are deleted, or would be if the deletion was not held
         * @param created one of those that are created
         */
        public Write ofReplacement(List<Child> deleted, KubeObject created) {
            Child former = deleted.getFirst();
            Origin ofReplacement = origin(sync.untried(), change -> {
                boolean isDeleted = deleted.stream().anyMatch(child -> change.isOf(child.object()));
                if (isDeleted && change.what() == What.CREATED) {
                    return Origin.ECHO;
                }
                return isDeleted || change.isChildDeletion() || isWritten(change) ? Origin.CONTINUED : Origin.REASON;
            });
            return new Write(
                    sync,
                    former.resource(),
                    former.object(),
                    former.kind().toString(),
                    List.of(EXISTENCE),
                    ofReplacement,
                    created.key().toString());
        }

        /** Whether a child that is to be created has just been deleted. */
        public boolean isRestored(KubeObject created) {
            return sync.causes().all().stream()
                    .anyMatch(cause ->
                            cause instanceof ObjectChanged change && change.isChildDeletion() && change.isOf(created));
        }

        /** Also if it may be among the causes that are not kept. */
        private boolean hasChanged(KubeObject child) {
            return sync.causes().more()
                    || sync.causes().all().stream()
                            .anyMatch(cause -> cause instanceof ObjectChanged change && change.isOf(child));
        }
    }

    /**
     * The writes of children in a sync.
     *
     * @param written the existing children that it writes, or would if no deletion was held: a change of another one is a reason to
     *     write these
     */
    public ChildWrites ofChildren(ParentSync sync, Collection<KubeObject> written) {
        seeParent(sync);
        return new ChildWrites(sync, written);
    }

    /**
     * A write of the status of the parent, or of its labels and annotations.
     *
     * @param changed the paths of the fields that it changes
     */
    public Write ofParent(ParentSync sync, Part part, Supplier<List<String>> changed) {
        seeParent(sync);
        boolean own = isOwnChangeOfParent(sync, sync.causes());
        Set<String> looping = looping(sync);
        Origin origin = origin(
                sync,
                sync.causes(),
                each -> {
                    if (own || each == part) {
                        return Origin.ECHO;
                    }
                    return each == Part.STATUS ? Origin.CONTINUED : Origin.REASON;
                },
                change -> looping.contains(id(change)) ? Origin.CONTINUED : Origin.REASON);
        List<String> fields = origin == Origin.REASON ? List.of() : changed.get();
        return new Write(sync, sync.kind().resource(), sync.parent(), part.name(), fields, origin);
    }

    /** The strongest origin of all causes. */
    private Origin origin(
            ParentSync sync, Causes causes, Function<Part, Origin> ofParent, Function<ObjectChanged, Origin> ofObject) {
        if (!on
                || sync.isFinalizing()
                || sync.parent().isBeingDeleted()) { // a parent that goes away is never kept from it
            return Origin.REASON;
        }
        return causes.all().stream()
                .map(cause -> switch (cause) {
                    case Reason _ -> Origin.REASON;
                    case Continued _ -> Origin.CONTINUED;
                    case ParentChanged(Part part) -> ofParent.apply(part);
                    case ObjectChanged change -> ofObject.apply(change);
                })
                .max(Comparator.naturalOrder())
                .orElse(Origin.CONTINUED);
    }

    /** If several parts have changed, a write of another client can be among them, although ours was the last one. */
    private static boolean isOwnChangeOfParent(ParentSync sync, Causes causes) {
        return sync.sawOwnWrite()
                && causes.all().stream().filter(ParentChanged.class::isInstance).count() <= 1;
    }

    private static String id(KubeObject child) {
        return child.apiVersion() + " " + child;
    }

    private static String id(ObjectChanged change) {
        return change.apiVersion() + " " + change.kind() + " " + change.key();
    }

    private synchronized Set<String> looping(ParentSync sync) {
        WriteSeries series = byParent.get(ParentKey.of(sync.parent()));
        return series == null ? Set.of() : series.objects();
    }

    private synchronized Optional<Held> held(Write write, Instant now) {
        ParentKey key = ParentKey.of(write.sync.parent());
        WriteSeries series = byParent.get(key);
        if (series == null) {
            return Optional.empty();
        }
        if (!series.isRunning(now)) {
            byParent.remove(key);
            return Optional.empty();
        }
        return series.held(write.id, write.fields, now);
    }

    private synchronized void wrote(Write write, Instant now) {
        ParentKey key = ParentKey.of(write.sync.parent());
        WriteSeries series = byParent.get(key);
        if (series == null) {
            if (write.origin != Origin.ECHO) {
                return;
            }
            series = new WriteSeries(write.sync.parent().generation());
            byParent.put(key, series);
        }
        series.wrote(write.id, write.fields, write.origin == Origin.ECHO, now);
    }

    /** Also in a sync that writes nothing: the next one sees the change of the spec only as its own write of the status. */
    private synchronized void seeParent(ParentSync sync) {
        WriteSeries series = byParent.get(ParentKey.of(sync.parent()));
        if (series == null) {
            return;
        }
        if (isOwnChangeOfParent(sync, sync.causes())) {
            series.ownWrite(sync.parent().generation());
        } else {
            series.parent(sync.parent().generation());
        }
    }

    private void report(Write write, String field) {
        String message = message(write, field);
        remember(write, message);
        LOG.atWarn()
                .addKeyValue("controller", controller)
                .addKeyValue("parent", write.sync.parent())
                .log("{}{}", message, SLOWED);
        events.warning(write.sync.parent(), "NeverSettles", message + SLOWED);
        whenBraked.run();
    }

    private String message(Write write, String field) {
        String name = (write.id.equals(Part.STATUS.name()) ? "status of " : "") + write.object;
        if (!write.replacedBy.isEmpty()) {
            return name + " is replaced by " + write.replacedBy + ": the name changes with every sync";
        }
        if (field.equals(EXISTENCE)) {
            return name + " is created and deleted again and again";
        }
        return name + " " + field
                + otherWriter(write, field)
                        .map(other -> " is also written by " + other)
                        .orElse(" changes with every sync");
    }

    private synchronized void remember(Write write, String message) {
        WriteSeries series = byParent.get(ParentKey.of(write.sync.parent()));
        if (series != null) {
            series.report(write.id, message);
        }
    }

    /** Forgets a parent. */
    public synchronized void forget(ParentKey parent) {
        byParent.remove(parent);
    }

    /** Forgets all parents: another version of the hook may answer otherwise. */
    public synchronized void forgetAll() {
        byParent.clear();
    }

    /** Runs an action when an object is found whose writes are slowed down. */
    public void whenBraked(Runnable action) {
        whenBraked = action;
    }

    /** What was reported of the objects whose writes are slowed down now. */
    public synchronized List<String> messages() {
        Instant now = clock.instant();
        byParent.values().removeIf(series -> !series.isRunning(now));
        return byParent.values().stream()
                .flatMap(WriteSeries::messages)
                .sorted()
                .toList();
    }

    /** The texts of the events about a parent whose writes are slowed down now. */
    public synchronized List<String> messages(ParentKey parent) {
        WriteSeries series = byParent.get(parent);
        if (series == null || !series.isRunning(clock.instant())) {
            return List.of();
        }
        return series.messages().map(text -> text + SLOWED).sorted().toList();
    }

    /** The manager other than the watcher that has written the field last, if {@code managedFields} knows one. */
    private Optional<String> otherWriter(Write write, String field) {
        JsonNode latest = null;
        for (JsonNode entry : managed(write).fieldTree("metadata").path("managedFields")) {
            String manager = entry.path("manager").asText();
            boolean isOther = !ours.contains(manager) && !manager.equals(USER_AGENT);
            if (isOther
                    && has(entry.path("fieldsV1"), field)
                    && (latest == null || time(latest).compareTo(time(entry)) <= 0)) {
                latest = entry;
            }
        }
        return Optional.ofNullable(latest).map(entry -> entry.path("manager").asText());
    }

    private static String time(JsonNode entry) {
        return entry.path("time").asText();
    }

    /** The object with the entries of all field managers. */
    private KubeObject managed(Write write) {
        if (!write.object.isStripped()) {
            return write.object;
        }
        try {
            return cluster.get(write.resource, write.object.key());
        } catch (ClusterException _) {
            return write.object; // the report does without them
        }
    }

    /** Whether an entry has the field, or one that contains it. Items of lists are not told apart. */
    private static boolean has(JsonNode fields, String path) {
        return fields.propertyStream().anyMatch(each -> {
            String name = each.getKey();
            if (!name.startsWith("f:")) {
                return path.startsWith("[") && !name.equals(".");
            }
            String step = name.substring(2);
            if (!path.startsWith(step)) {
                return false;
            }
            String rest = path.substring(step.length());
            if (rest.isEmpty()) {
                return true;
            }
            boolean goesOn = rest.startsWith(".") || rest.startsWith("[");
            return goesOn
                    && (each.getValue().isEmpty()
                            || has(each.getValue(), rest.startsWith(".") ? rest.substring(1) : rest));
        });
    }

    /**
     * The writes of one parent and its children that answer nothing but changes of the written objects: how many there
     * were, and how long the next one must wait. Exists only while there are such writes. Not thread-safe.
     */
    static final class WriteSeries {

        /** A series ends when there was no such write for this time. */
        static final Duration WINDOW = Duration.ofMinutes(1);

        /**
         * So many writes of a field within {@link #WINDOW} are not slowed down. A loop writes 2.5 times a second even
         * behind the client throttle of Metacontroller, and 20 times without one, so it is found within seconds. What
         * is slower than this is no burden that a brake would have to take off.
         */
        static final int MOST = 10;

        /** With the doubling below: three writes in the minute that follows, then fewer. */
        static final Duration FIRST_DELAY = Duration.ofSeconds(8);

        /** A hook that was corrected without notice must not wait much longer until its answer is written. */
        static final Duration LONGEST_DELAY = Duration.ofMinutes(2);

        /** Limits the memory for an object all of whose fields change. */
        private static final int MAX_FIELDS = 16;

        /** The writes of one object. */
        private static final class OfObject {
            private final Map<String, Integer> counts = new LinkedHashMap<>();
            private Instant windowStart;
            private Instant last;
            private Duration delay = Duration.ZERO;
            private Instant next = Instant.MIN;
            private List<String> braked = List.of();
            private boolean held;
            private String message = "";

            OfObject(Instant now) {
                this.windowStart = now;
                this.last = now;
            }

            Optional<String> braked(Collection<String> fields) {
                return braked.stream().filter(fields::contains).findFirst();
            }

            boolean isOver(Instant now) {
                return !now.isBefore((next.isAfter(last) ? next : last).plus(WINDOW));
            }

            void count(Collection<String> fields, Instant now) {
                if (!now.isBefore(windowStart.plus(WINDOW))) {
                    counts.clear();
                    windowStart = now;
                }
                for (String field : fields) {
                    if (counts.containsKey(field) || counts.size() < MAX_FIELDS) {
                        counts.merge(field, 1, Integer::sum);
                    }
                }
                braked = counts.entrySet().stream()
                        .filter(each -> each.getValue() >= MOST)
                        .map(Map.Entry::getKey)
                        .toList();
            }

            void waitFor(Duration time, Instant now) {
                delay = time.compareTo(LONGEST_DELAY) < 0 ? time : LONGEST_DELAY;
                next = now.plus(delay);
            }
        }

        private final Map<String, OfObject> objects = new LinkedHashMap<>();
        private long generation;

        /** @param generation of the parent */
        WriteSeries(long generation) {
            this.generation = generation;
        }

        /** Ends all series if the parent has another spec than before. */
        void parent(long now) {
            if (now != generation) {
                generation = now;
                objects.clear();
            }
        }

        /** The same spec has another generation, since our own write of the parent counts as one of the spec. */
        void ownWrite(long now) {
            generation = now;
        }

        /**
         * A write that must wait.
         *
         * @param remaining how long
         * @param field what is written too often
         * @param first whether it is the first of the series
         */
        record Held(Duration remaining, String field, boolean first) {}

        /** Whether the write of these fields of an object must wait; empty if it may be made now. */
        Optional<Held> held(String object, Collection<String> fields, Instant now) {
            OfObject known = objects.get(object);
            Optional<String> field = known == null ? Optional.empty() : known.braked(fields);
            if (known == null || field.isEmpty()) {
                return Optional.empty();
            }
            known.last = now;
            if (!now.isBefore(known.next)) {
                return Optional.empty();
            }
            boolean first = !known.held;
            known.held = true;
            return Optional.of(new Held(Duration.between(now, known.next), field.get(), first));
        }

        /**
         * Records a write.
         *
         * @param counts whether the object itself had changed; otherwise the write only continues a series
         */
        void wrote(String object, Collection<String> fields, boolean counts, Instant now) {
            OfObject known = objects.get(object);
            if (known != null && !known.braked.isEmpty()) {
                if (known.braked(fields).isPresent()) {
                    known.last = now;
                    known.waitFor(known.delay.multipliedBy(2), now);
                }
            } else if (counts) {
                OfObject counted = objects.computeIfAbsent(object, _ -> new OfObject(now));
                counted.last = now;
                counted.count(fields, now);
                if (!counted.braked.isEmpty()) {
                    counted.waitFor(FIRST_DELAY, now);
                }
            }
        }

        /** Keeps what is reported of an object whose writes are slowed down. */
        void report(String object, String message) {
            OfObject known = objects.get(object);
            if (known != null) {
                known.message = message;
            }
        }

        /** Forgets series that are over; returns whether others are left. */
        boolean isRunning(Instant now) {
            objects.values().removeIf(each -> each.isOver(now));
            return !objects.isEmpty();
        }

        /** The objects that have a series. */
        Set<String> objects() {
            return Set.copyOf(objects.keySet());
        }

        /** What was reported. */
        Stream<String> messages() {
            return objects.values().stream().map(each -> each.message).filter(text -> !text.isEmpty());
        }
    }
}
