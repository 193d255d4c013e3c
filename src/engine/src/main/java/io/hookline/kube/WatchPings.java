package io.hookline.kube;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.LongStream;

/**
 * Finds watches on which nothing can arrive any more, although the connection looks open: a proxy or a load balancer
 * may have lost the way to the API server, and still acknowledge what it receives. A silent watch is pinged; without a
 * reply it fails. No request is sent for that. Thread-safe.
 */
final class WatchPings implements Runnable {

    /** After so long a silence a watch is pinged. */
    static final Duration SILENCE = Duration.ofSeconds(20);

    /** How long the reply may take. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** TLS stacks close a connection after 16 or more such messages without data in between. */
    static final int MAX_PINGS = 15;

    /** An open watch. */
    interface Line {

        /** Whether pings have an effect. */
        boolean canPing();

        /** Requests a reply. */
        void ping() throws IOException;

        /** When the last byte arrived, as {@link System#nanoTime}. */
        long receivedAt();

        /** Ends the watch with a failure, so that it is opened again. */
        void fail(String why);

        /** Ends the watch as if the server had done so, so that it is opened again. */
        void renew();
    }

    /** What is known of a watch: how often, and when last, it was pinged. */
    private static final class Pinged {
        int count;
        long last;
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Guarded by the lock. */
    private final Map<Line, Pinged> lines = new HashMap<>();

    private boolean running;

    /**
     * Follows a watch from now on.
     *
     * @return whether the caller must {@linkplain #run run} this, since no thread does
     */
    boolean follow(Line line) {
        lock.lock();
        try {
            lines.put(line, new Pinged());
            boolean mustRun = !running;
            running = true;
            return mustRun;
        } finally {
            lock.unlock();
        }
    }

    /** Follows a watch no longer, which has ended. */
    void forget(Line line) {
        lock.lock();
        try {
            lines.remove(line);
            changed.signalAll(); // the last one ends the thread
        } finally {
            lock.unlock();
        }
    }

    /** Checks the watches when it is due, until there are none. */
    @Override
    public void run() {
        lock.lock();
        try {
            while (!lines.isEmpty()) {
                long left = check(System.nanoTime());
                var _ = changed.awaitNanos(left);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            running = false;
            lock.unlock();
        }
    }

    /**
     * Pings silent watches, and ends those that did not reply.
     *
     * @param now as {@link System#nanoTime}
     * @return the nanoseconds until the next check
     */
    long check(long now) {
        lock.lock();
        try {
            return LongStream.concat(
                            lines.entrySet().stream().mapToLong(each -> check(each.getKey(), each.getValue(), now)),
                            LongStream.of(SILENCE.toNanos()))
                    .min()
                    .orElseThrow();
        } finally {
            lock.unlock();
        }
    }

    private static long check(Line line, Pinged pinged, long now) {
        long silent = now - line.receivedAt();
        boolean waits = pinged.count > 0 && pinged.last - line.receivedAt() > 0;
        if (waits) {
            long left = PATIENCE.toNanos() - (now - pinged.last);
            return left > 0 ? left : fail(line, "silent, and no reply to a ping within " + PATIENCE.toSeconds() + " s");
        }
        if (silent < SILENCE.toNanos()) {
            return SILENCE.toNanos() - silent;
        }
        if (pinged.count < MAX_PINGS) {
            return ping(line, pinged, now);
        }
        line.renew();
        return SILENCE.toNanos();
    }

    private static long ping(Line line, Pinged pinged, long now) {
        pinged.count++;
        pinged.last = now;
        try {
            line.ping();
            return PATIENCE.toNanos();
        } catch (IOException e) {
            return fail(line, "silent, and cannot be pinged: " + e.getMessage());
        }
    }

    /** The watch is forgotten when its reader has ended. */
    private static long fail(Line line, String why) {
        line.fail(why);
        return SILENCE.toNanos();
    }
}
