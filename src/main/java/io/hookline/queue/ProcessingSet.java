package io.hookline.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The keys in workers' hands, and which of them are wanted again. Not thread-safe. */
final class ProcessingSet<K> {

    /** One key's turn; {@code again} says why it is wanted once more, or is null. */
    static final class Turn {
        final Instant since;

        @Nullable
        Pending again;

        Turn(Instant since) {
            this.since = since;
        }
    }

    private final Map<K, Turn> turns = new HashMap<>();
    private int wantedAgain;

    void begin(K key, Instant now) {
        turns.put(key, new Turn(now));
    }

    boolean contains(K key) {
        return turns.containsKey(key);
    }

    /** Wants a key again that is being worked on; whether it was not wanted yet. */
    boolean wantAgain(K key, Pending pending) {
        Turn turn = turns.get(key);
        if (turn == null) {
            throw new IllegalStateException("nobody works on " + key);
        }
        if (turn.again != null) {
            turn.again = turn.again.and(pending);
            return false;
        }
        turn.again = pending;
        wantedAgain++;
        return true;
    }

    Turn end(K key) {
        Turn turn = turns.remove(key);
        if (turn == null) {
            throw new IllegalStateException("nobody works on " + key);
        }
        if (turn.again != null) {
            wantedAgain--;
        }
        return turn;
    }

    int size() {
        return turns.size();
    }

    int wantedAgain() {
        return wantedAgain;
    }

    /** For how long each key has been worked on. */
    Stream<Duration> ages(Instant now) {
        return turns.values().stream().map(turn -> Duration.between(turn.since, now));
    }
}
