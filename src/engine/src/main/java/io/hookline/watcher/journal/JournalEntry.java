package io.hookline.watcher.journal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.Differences;
import io.hookline.apply.ObjectChange;
import io.hookline.apply.StatusChanges;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.MessageText;
import io.hookline.reconcile.Outcome;
import io.hookline.trace.Cause;
import io.hookline.trace.Stages;
import io.hookline.trace.SyncNotes;
import io.hookline.trace.SyncNotes.How;
import io.hookline.trace.SyncNotes.Input;
import io.hookline.trace.Trace;
import io.hookline.watcher.model.SyncException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One sync in the journal, as the JSON that readers get: bytes need no conversion and can be counted. Secrets are left out before it is
 * encoded. Equal failures in a row are one entry with a count. Immutable.
 */
public final class JournalEntry {

    /** The maximum size of one entry in bytes. */
    public static final int MAX_SIZE = 4096;

    /** The memory that an entry needs besides its JSON: its own objects and its places in two maps. An estimate. */
    static final int OVERHEAD = 200;

    private static final int MAX_TEXT = 300;

    /**
     * An error is as long as that of an event: it may end with a command to copy, which is of no use without its middle. Equal ones in
     * a row take the place of one, and all entries together have their own limit.
     */
    private static final int MAX_ERROR = 1024;

    /** Differences are computed for so many objects, of at most this size, so that no sync costs much more because of the journal. */
    private static final int COMPARED_OBJECTS = 3;

    private static final int COMPARED_SIZE = 64 << 10;
    private static final int FIELDS = 5;

    private final Journal.Key key;
    private final long seq;
    private final byte[] json;
    private final String outcome;
    private final int times;
    private final Instant until;

    /**
     * An entry.
     *
     * @param key the parent
     * @param seq its number in the journal; 0 if it has none yet
     * @param json at most {@link #MAX_SIZE} bytes; not copied
     * @param outcome how it ended if it did nothing: equal ones in a row are one entry; empty if it did something
     * @param times how many syncs in a row ended in this way
     * @param until when the last of them ended
     */
    private JournalEntry(Journal.Key key, long seq, byte[] json, String outcome, int times, Instant until) {
        this.key = key;
        this.seq = seq;
        this.json = json;
        this.outcome = outcome;
        this.times = times;
        this.until = until;
    }

    Journal.Key key() {
        return key;
    }

    /** The JSON as it was encoded, without the number and the count. */
    String json() {
        return new String(json, StandardCharsets.UTF_8);
    }

    /** How much of the memory of the journal it takes. */
    int size() {
        return json.length + OVERHEAD;
    }

    /** Whether this and the one before it ended in the same way, without having done anything. */
    boolean isSameFailure(JournalEntry before) {
        return !outcome.isEmpty() && outcome.equals(before.outcome);
    }

    /** The same entry with its number in the journal. */
    JournalEntry numbered(long number) {
        return new JournalEntry(key, number, json, outcome, times, until);
    }

    /** How many syncs ended in this way, without one in between that did something. */
    public int times() {
        return times;
    }

    /** The same failure, once more. */
    JournalEntry again(Instant now) {
        return new JournalEntry(key, seq, json, outcome, times + 1, now);
    }

    /** The entry as JSON, with its number and its count. */
    public ObjectNode tree() {
        ObjectNode tree = Json.object(json).put("seq", seq);
        if (times > 1) {
            tree.put("count", times).put("until", until.toString());
        }
        return tree;
    }

    /**
     * What is known of a sync that has ended.
     *
     * @param attempt how often it failed in a row; 0 if it did not fail
     * @param next the delay until the next attempt; null if none is due
     * @param quiet the syncs without a change before it
     */
    record Ended(
            Journal.Key key,
            Trace trace,
            Outcome outcome,
            int attempt,
            @Nullable Duration next,
            Instant now,
            QuietSyncs quiet) {

        /** Encodes the sync. If that is too long, the last writes and inputs are only counted. */
        JournalEntry entry() {
            SyncNotes notes = trace.notesIfAny();
            byte[] json = IntStream.of(16, 4, 1)
                    .mapToObj(most -> GoJson.bytes(tree(notes, most)))
                    .filter(each -> each.length <= MAX_SIZE)
                    .findFirst()
                    .orElseGet(() -> GoJson.bytes(head(MAX_TEXT)));
            boolean did = notes != null && notes.hasWrites();
            String text = text(outcome) + error(outcome).orElse("");
            return new JournalEntry(key, 0, json, did || text.equals("done") ? "" : text, 1, now);
        }

        private ObjectNode head(int maxError) {
            ObjectNode entry = Json.NODES.objectNode();
            entry.put("time", now.toString()).put("trace", trace.id());
            entry.put(
                    "controller",
                    key.controller().type().kind() + "/" + key.controller().name());
            entry.putObject("parent")
                    .put("apiVersion", key.parent().kind().apiVersion())
                    .put("kind", key.parent().kind().kind())
                    .put("namespace", key.parent().key().namespace())
                    .put("name", key.parent().key().name())
                    .put("version", trace.parentVersion());
            entry.put("outcome", text(outcome));
            error(outcome).ifPresent(text -> entry.put("error", MessageText.shortened(text, maxError)));
            if (attempt > 0) {
                entry.put("attempt", attempt);
            }
            if (next != null) {
                entry.put("nextAfter", seconds(next));
            }
            Stages stages = trace.stages(now);
            ObjectNode times = entry.putObject("times");
            millis(times, "watch", stages.watch());
            millis(times, "queue", stages.queue());
            millis(times, "claim", stages.claim());
            millis(times, "hook", stages.hook());
            millis(times, "apply", stages.apply());
            // Of this attempt: earlier ones have entries of their own, and the wait in between is none of its stages.
            Duration earlier = stages.earlier();
            millis(
                    times,
                    "total",
                    earlier == null ? stages.total() : stages.total().minus(earlier));
            return entry;
        }

        private ObjectNode tree(@Nullable SyncNotes notes, int most) {
            ObjectNode entry = head(MAX_ERROR);
            ArrayNode causes = entry.putArray("causes");
            trace.causes().texts().stream().limit(most).forEach(text -> causes.add(cut(text)));
            if (quiet.calls() > 0) {
                entry.set("quietBefore", quiet.tree());
            }
            if (notes == null) {
                return entry;
            }
            if (notes.isFirst()) {
                entry.put("first", true);
            }
            addChanged(entry, notes.inputs(), most);
            SyncNotes.Answer answer = notes.answer();
            if (answer != null) {
                entry.putArray("calls")
                        .addObject()
                        .put("hook", answer.hook())
                        .put("bytesIn", answer.size())
                        .put("answer", answer.same() ? "same" : "changed");
            }
            addWrites(entry, notes, most);
            return entry;
        }

        /** What others have changed explains more than what we have written, so it is first. */
        private void addChanged(ObjectNode entry, List<Input> inputs, int most) {
            ArrayNode changed = entry.putArray("changed");
            List<Input> sorted = inputs.stream()
                    .sorted(Comparator.comparing(each -> each.how() == How.OWN_WRITE))
                    .limit(most)
                    .toList();
            for (int i = 0; i < sorted.size(); i++) {
                add(changed.addObject(), sorted.get(i), i < COMPARED_OBJECTS);
            }
            trace.causes().all().stream()
                    .filter(Cause.ObjectChanged.class::isInstance)
                    .map(Cause.ObjectChanged.class::cast)
                    .filter(cause -> !cause.prefix().isEmpty())
                    .limit(most)
                    .forEach(cause -> changed.addObject()
                            .put("object", cause.prefix() + cause.kind() + " " + cause.key())
                            .put("how", cause.what().toString()));
            putMore(entry, "moreChanged", inputs.size() - most);
        }

        private static void add(ObjectNode to, Input input, boolean compared) {
            KubeObject now = input.now();
            KubeObject before = input.before();
            to.put("object", now.toString()).put("how", input.how().toString());
            boolean ofOthers = input.how() == How.ADDED || input.how() == How.CHANGED;
            if (!ofOthers || !compared || now.size() > COMPARED_SIZE) {
                return;
            }
            if (before == null) { // created, or changed after our own write, of which only the version is known
                ObjectChange.lastWriter(now).ifPresent(by -> to.put("by", cut(by)));
            } else if (before.size() <= COMPARED_SIZE) {
                ObjectChange change = ObjectChange.between(before, now, FIELDS);
                change.by().ifPresent(by -> to.put("by", cut(by)));
                ArrayNode fields = to.putArray("fields");
                change.fields().forEach(text -> fields.add(cut(text)));
            }
        }

        private static void addWrites(ObjectNode entry, SyncNotes notes, int most) {
            ArrayNode writes = entry.putArray("writes");
            List<SyncNotes.Write> children = notes.writes();
            children.stream().limit(most).forEach(write -> {
                ObjectNode to = write(writes, write.did(), write.now());
                if (!write.why().isEmpty()) {
                    to.putArray("fields").add(cut(write.why()));
                }
            });
            putMore(entry, "moreWrites", children.size() - most);
            for (SyncNotes.ParentWrite write : notes.parentWrites()) {
                KubeObject before = write.before();
                KubeObject now = write.now();
                if (now.size() > COMPARED_SIZE) {
                    write(writes, "updated", now);
                    continue;
                }
                String status = StatusChanges.between(before, now);
                if (!status.isEmpty()) {
                    writes.addObject().put("do", "status").putArray("fields").add(cut(status));
                }
                boolean rest = !now.finalizers().equals(before.finalizers())
                        || !now.labels().equals(before.labels())
                        || !now.annotations().equals(before.annotations());
                if (rest) {
                    ArrayNode fields = write(writes, "updated", now).putArray("fields");
                    Differences.ofFinalizers(before, now).forEach(fields::add);
                }
            }
        }

        private static ObjectNode write(ArrayNode writes, String did, KubeObject object) {
            return writes.addObject().put("do", did).put("object", object.toString());
        }

        private static void putMore(ObjectNode entry, String field, int more) {
            if (more > 0) {
                entry.put(field, more);
            }
        }

        private static String text(Outcome outcome) {
            return switch (outcome) {
                case Outcome.AwaitChange _, Outcome.RequeueAfter _ -> "done";
                case Outcome.Failed _ -> "failed";
                case Outcome.RetryAfter(var _, String why) -> "postponed: " + why;
                case Outcome.Retry(String why) -> "will be retried: " + why;
                case Outcome.Waiting(String why) -> "waits: " + why;
            };
        }

        private static Optional<String> error(Outcome outcome) {
            return outcome instanceof Outcome.Failed(Throwable cause, var _)
                    ? Optional.of(MessageText.oneLine(
                            cause instanceof SyncException e
                                    ? e.hook().map(hook -> hook + " hook: ").orElse("") + e.problem()
                                    : String.valueOf(cause)))
                    : Optional.empty();
        }

        private static void millis(ObjectNode to, String stage, @Nullable Duration time) {
            if (time != null) {
                to.put(stage, Math.round(time.toNanos() / 100_000.0) / 10.0);
            }
        }

        private static double seconds(Duration time) {
            return Math.round(time.toNanos() / 1_000_000.0) / 1000.0;
        }

        private static String cut(String text) {
            return MessageText.shortened(text, MAX_TEXT);
        }
    }
}
