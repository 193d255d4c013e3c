package io.hookline.trace;

import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The trace of one sync, which its threads find with {@link #current}. Its id has the form of W3C Trace Context: 32 hexadecimal
 * digits. The id becomes a text only when it is logged or sent, so a sync that does neither costs two random numbers.
 *
 * <p>The times and causes are written by the thread of the sync. Everything else is thread-safe.
 */
public final class Trace {

    /** The header of a hook call that carries the trace, as W3C Trace Context defines it. */
    public static final String HEADER = "traceparent";

    private static final ScopedValue<Trace> CURRENT = ScopedValue.newInstance();

    private final long high;
    private final long low;
    private Causes causes;
    private final Instant queued;
    private final Instant taken;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();
    private @Nullable ObservedChange change;
    private boolean continued;
    private String parentVersion = "";
    private @Nullable Instant called;
    private @Nullable Instant answered;
    private @Nullable SyncNotes notes;

    private Trace(long high, long low, Causes causes, @Nullable ObservedChange change, Instant queued, Instant taken) {
        this.high = high;
        this.low = low == 0 ? 1 : low; // an id of zeros is not valid
        this.causes = causes;
        this.change = change;
        this.queued = queued;
        this.taken = taken;
    }

    /**
     * Starts a trace.
     *
     * @param random for its id
     * @param causes why the key was queued
     * @param change the first change that queued it; null for a retry or a resync
     * @param queued since when the key waited
     * @param taken when a worker took it
     */
    public static Trace start(
            LongSupplier random, Causes causes, @Nullable ObservedChange change, Instant queued, Instant taken) {
        return new Trace(random.getAsLong(), random.getAsLong(), causes, change, queued, taken);
    }

    /** The trace of the sync that this thread works for; null if there is none. */
    public static @Nullable Trace current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    /** Runs a part of the sync: log lines and hook calls in it have this trace. */
    public void run(Runnable part) {
        ScopedValue.where(CURRENT, this).run(part);
    }

    /** Wraps an action that another thread runs for the sync of this thread. */
    public static Runnable inherited(Runnable action) {
        Trace trace = current();
        return trace == null ? action : () -> trace.run(action);
    }

    /** The id: 32 hexadecimal digits. */
    public String id() {
        return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
    }

    /** A value of {@link #HEADER} for one more call of this sync. It is sampled, since logs record every sync. */
    public String nextParent() {
        return "00-" + id() + "-" + HexFormat.of().toHexDigits(span(calls.incrementAndGet())) + "-01";
    }

    /** Differs for each call of a trace and is not 0. */
    private long span(int call) {
        long span = low * 31 + call * 0x9E3779B97F4A7C15L;
        return span == 0 ? high | 1 : span;
    }

    /** Records that the hook was called, for all revisions of the parent. */
    public void hook(Instant callStart, Instant callEnd) {
        called = callStart;
        answered = callEnd;
    }

    /** Records a write to the API server. */
    public void wrote() {
        writes.incrementAndGet();
    }

    /** The number of writes so far. */
    public int writes() {
        return writes.get();
    }

    /** The notes of the sync; created at the first call, since most syncs need none. */
    public synchronized SyncNotes notes() {
        if (notes == null) {
            notes = new SyncNotes();
        }
        return notes;
    }

    /** The notes of the sync; null if nothing was noted. */
    public synchronized @Nullable SyncNotes notesIfAny() {
        return notes;
    }

    /** Notes something for the sync that this thread works for; does nothing without one. */
    public static void note(Consumer<SyncNotes> what) {
        Trace trace = current();
        if (trace != null) {
            what.accept(trace.notes());
        }
    }

    /** Why the key was queued. */
    public Causes causes() {
        return causes;
    }

    /** The change that caused this sync; null for a retry or a resync. */
    public @Nullable ObservedChange change() {
        return change;
    }

    /** When a worker took the key. */
    public Instant taken() {
        return taken;
    }

    /** Records the version of the parent that the sync reads from the cache, and all causes, also those of earlier attempts. */
    public void sees(String version, Causes all) {
        parentVersion = version;
        causes = all;
    }

    /** The version of the parent that the sync read; empty if there is none. */
    public String parentVersion() {
        return parentVersion;
    }

    /** Records that this sync does what an earlier one, caused by this change, did not complete. */
    public void continues(ObservedChange earlier) {
        change = earlier;
        continued = true;
    }

    /** The times of the stages of a sync that ends now. */
    public Stages stages(Instant end) {
        return Stages.of(change == null ? null : change.arrived(), continued, queued, taken, called, answered, end);
    }
}
