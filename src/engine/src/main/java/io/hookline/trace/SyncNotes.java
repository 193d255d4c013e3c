package io.hookline.trace;

import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one sync found changed, was answered and wrote: facts, from which others make texts when the sync has ended. Thread-safe, since
 * children are written in parallel.
 */
public final class SyncNotes {

    /** How an object that the hook gets differs from the last call. */
    public enum How {
        /** It was not there. */
        ADDED("was created"),
        /** It has another version. */
        CHANGED("changed"),
        /** It is not there any more. */
        REMOVED("was deleted"),
        /** It is what the last sync has written. */
        OWN_WRITE("own write");

        private final String text;

        How(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * One object that differs from the last call.
     *
     * @param before as it was; null if that is not known
     * @param now as it is; of a removed one, as it was
     */
    public record Input(How how, @Nullable KubeObject before, KubeObject now) {}

    /**
     * One write to a child.
     *
     * @param did such as {@code updated}
     * @param now as written; of a deleted one, as it was
     * @param why the differences, or why it was deleted; empty if nothing more is known
     * @param deleted whether its deletion was requested
     */
    public record Write(String did, KubeObject now, String why, boolean deleted) {}

    /** One write to the parent. */
    public record ParentWrite(KubeObject before, KubeObject now) {}

    /**
     * An answer of the sync or finalize hook.
     *
     * @param size in bytes
     * @param same whether it equals the answer before
     */
    public record Answer(String hook, long size, boolean same) {}

    private final List<Input> inputs = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();
    private final List<ParentWrite> parentWrites = new ArrayList<>();
    private boolean first;
    private @Nullable Answer answer;

    SyncNotes() {}

    /** The hook is called for the first time, as far as this process knows. */
    public synchronized void first() {
        first = true;
    }

    /** An object differs from the last call. */
    public synchronized void input(Input input) {
        inputs.add(input);
    }

    /** The hook has answered, and the answer is not known to change nothing. */
    public synchronized void answered(Answer received) {
        answer = received;
    }

    /** A child was written. */
    public synchronized void wrote(Write write) {
        writes.add(write);
    }

    /** The parent was written. */
    public synchronized void wrote(ParentWrite write) {
        parentWrites.add(write);
    }

    /** Whether the hook was called for the first time. */
    public synchronized boolean isFirst() {
        return first;
    }

    /** The inputs that differ. */
    public synchronized List<Input> inputs() {
        return List.copyOf(inputs);
    }

    /** Whether all inputs that differ are what the last sync has written, and there are some. */
    public synchronized boolean sawOnlyOwnWrites() {
        return !inputs.isEmpty() && inputs.stream().allMatch(each -> each.how() == How.OWN_WRITE);
    }

    /** The writes to children. */
    public synchronized List<Write> writes() {
        return List.copyOf(writes);
    }

    /** The writes to the parent. */
    public synchronized List<ParentWrite> parentWrites() {
        return List.copyOf(parentWrites);
    }

    /** Whether a child or the parent was written. */
    public synchronized boolean hasWrites() {
        return !(writes.isEmpty() && parentWrites.isEmpty());
    }

    /** The answer of the hook; null if it did not answer, or answered as before for the same objects. */
    public synchronized @Nullable Answer answer() {
        return answer;
    }
}
