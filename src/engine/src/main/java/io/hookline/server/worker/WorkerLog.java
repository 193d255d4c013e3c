package io.hookline.server.worker;

import io.hookline.server.compiled.PrintedLines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what a worker prints, up to a limit for each call, and keeps the end of it for errors.
 *
 * <p>The worker prints a mark at the end of each call, so that all lines before it are attributed to that call.
 */
final class WorkerLog implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerLog.class);
    private static final byte[] END_OF_CALL = {0, 3, '\n'};
    private static final int TAIL = 2000;

    /** What Node.js prints before it aborts. */
    private static final String OUT_OF_MEMORY = "heap out of memory";

    private static final long QUIET_MILLIS = 500;

    /** More than any stack that Python prints. */
    private static final int MAX_STACK = 64 << 10;

    private final String hook;
    private final InputStream in;
    private final CountDownLatch end = new CountDownLatch(1);
    private PrintedLines lines;

    /** How many bytes of the mark were read. */
    private int matched;

    private String tail = "";
    private boolean outOfMemory;

    /** What the worker prints from now on, which is not logged; null if all is. */
    private @Nullable StringBuilder stack;

    WorkerLog(String hook, InputStream in) {
        this.hook = hook;
        this.in = in;
        this.lines = new PrintedLines(hook);
    }

    @Override
    public void run() {
        byte[] chunk = new byte[16 << 10];
        try {
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                add(chunk, n);
            }
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("reading the output of a worker failed");
        } finally {
            lines.end();
            end.countDown();
        }
    }

    private void add(byte[] chunk, int length) {
        int from = 0;
        for (int i = 0; i < length; i++) {
            if (chunk[i] == END_OF_CALL[matched]) {
                if (matched == 0) {
                    print(chunk, from, i);
                }
                matched++;
                from = i + 1;
                if (matched == END_OF_CALL.length) {
                    matched = 0;
                    endCall();
                }
            } else if (matched > 0) {
                print(END_OF_CALL, 0, matched); // it was no mark
                matched = 0;
                from = i;
                i--; // the byte may begin a mark
            }
        }
        print(chunk, from, length);
    }

    private void print(byte[] bytes, int from, int to) {
        if (from < to && !isStack(bytes, from, to)) {
            lines.add("output", bytes, from, to - from);
            String all = tail() + new String(bytes, from, to - from, StandardCharsets.UTF_8);
            keep(all.substring(Math.max(0, all.length() - TAIL)), all.contains(OUT_OF_MEMORY));
        }
    }

    private synchronized boolean isStack(byte[] bytes, int from, int to) {
        if (stack != null && stack.length() < MAX_STACK) {
            stack.append(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        }
        return stack != null;
    }

    /** The worker will print its stack, and end. */
    synchronized void awaitStack() {
        stack = new StringBuilder();
    }

    /** The stack that the worker has printed; after the process has ended. */
    String stackAfterExit() throws InterruptedException {
        var _ = end.await(QUIET_MILLIS, TimeUnit.MILLISECONDS);
        synchronized (this) {
            return stack == null ? "" : stack.toString();
        }
    }

    private void endCall() {
        lines.end();
        lines = new PrintedLines(hook);
        keep("", false);
    }

    private synchronized void keep(String text, boolean endsForMemory) {
        tail = text;
        outOfMemory |= endsForMemory;
    }

    private synchronized String tail() {
        return tail;
    }

    /** The end of what the worker has printed since the last call; after the process has ended. */
    String tailAfterExit() throws InterruptedException {
        var _ = end.await(QUIET_MILLIS, TimeUnit.MILLISECONDS);
        return tail().strip();
    }

    /** Whether the interpreter has reported that it ended for lack of memory. */
    synchronized boolean isOutOfMemory() {
        return outOfMemory;
    }
}
