package io.hookline.server.worker;

import io.hookline.object.DecodeException;
import io.hookline.server.executable.ProcessTree;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One worker process. Used by one call at a time. */
final class Worker {

    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final int MAX_LINE = 64 << 20;
    private static final int CHUNK = 64 << 10;
    private static final long EXIT_MILLIS = 1000;

    /** A process that loops ends at once; one that waits in a library may not. */
    private static final long STACK_MILLIS = 500;

    private static final Pattern FRAME = Pattern.compile("File \"([^\"]+)\", line (\\d+)");

    private final Process process;
    private final ProcessTree tree;
    private final Executor pumps;
    private final WorkerLog log;
    private final String memory;
    private final WorkerMemory.Share share;
    private final InputStream replies;
    private final OutputStream requests;

    /**
     * Takes a process that was just started.
     *
     * @param pumps reads what the process prints, and exchanges lines with it: two tasks at a time
     * @param memory the text for a process that ended because it reached its memory limit
     * @param share the memory that it has until it ends
     */
    Worker(String hook, Process process, ProcessTree tree, Executor pumps, String memory, WorkerMemory.Share share) {
        this.share = share;
        this.memory = memory;
        this.process = process;
        this.tree = tree;
        this.pumps = pumps;
        this.log = new WorkerLog(hook, process.getErrorStream());
        this.replies = new BufferedInputStream(process.getInputStream(), CHUNK);
        this.requests = process.getOutputStream();
        share.belongsTo(this);
        pumps.execute(log);
    }

    WorkerMemory.Share share() {
        return share;
    }

    /** Runs a task when the process has ended. */
    void onExit(Runnable task) {
        var _ = process.onExit().thenRun(task);
    }

    /** The memory in bytes that no other process can use: without files, which are shared. 0 if this system does not tell. */
    long uses() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith("RssAnon:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .sum();
        } catch (IOException | UncheckedIOException _) {
            return 0;
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long pid() {
        return process.pid();
    }

    /** The first line: whether the worker has loaded the hook. */
    WorkerLines.Reply ready(long nanos) throws InterruptedException, TimeoutException, EndedException {
        return exchange(nanos, () -> WorkerLines.reply(readLine()));
    }

    /** Sends a line and waits for the reply. If this fails, the worker cannot be used any more. */
    WorkerLines.Reply send(byte[] line, long nanos) throws InterruptedException, TimeoutException, EndedException {
        return exchange(nanos, () -> {
            requests.write(line);
            requests.flush();
            return WorkerLines.reply(readLine());
        });
    }

    private WorkerLines.Reply exchange(long nanos, Callable<WorkerLines.Reply> action)
            throws InterruptedException, TimeoutException, EndedException {
        FutureTask<WorkerLines.Reply> task = new FutureTask<>(action);
        pumps.execute(task);
        try {
            return task.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LargeAnswerException large) {
                throw large;
            }
            if (e.getCause() instanceof DecodeException problem) {
                throw new EndedException("it broke the protocol: " + problem.problem(), problem);
            }
            throw new EndedException(howItEnded(), e.getCause());
        }
    }

    private byte[] readLine() throws IOException, LargeAnswerException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        while (true) {
            // one reply for one request: nothing follows the end of the line
            int n = replies.read(chunk);
            if (n < 0) {
                throw new IOException("the worker has ended");
            }
            line.write(chunk, 0, n);
            if (chunk[n - 1] == '\n') {
                return line.toByteArray();
            }
            if (line.size() > MAX_LINE) {
                throw new LargeAnswerException();
            }
        }
    }

    private String howItEnded() throws InterruptedException {
        if (!process.waitFor(EXIT_MILLIS, TimeUnit.MILLISECONDS)) {
            return "it closed its streams";
        }
        int code = process.exitValue();
        String tail = log.tailAfterExit();
        if (log.isOutOfMemory()) {
            return memory;
        }
        String how = code > 128 && code <= 128 + 64 ? "signal " + (code - 128) : "exit code " + code;
        return how + (tail.isEmpty() ? "" : ": " + tail);
    }

    /**
     * Asks a process that prints its stack to end, to find out what it executes. It must still be killed.
     *
     * @param folder of the hook
     * @return {@code " at names.py:12"}, the innermost line in the folder; empty if the process does not tell
     */
    String stop(Path folder) throws InterruptedException {
        log.awaitStack();
        process.toHandle().destroy(); // Process.destroy would close the stream of the stack
        process.waitFor(STACK_MILLIS, TimeUnit.MILLISECONDS);
        Matcher frame = FRAME.matcher(log.stackAfterExit());
        while (frame.find()) {
            Path file = Path.of(frame.group(1));
            if (file.startsWith(folder)) {
                return " at " + folder.relativize(file) + ":" + frame.group(2);
            }
        }
        return "";
    }

    /** Kills the process and all processes that it started. */
    void kill() {
        tree.kill(process);
        close(requests);
        close(replies);
    }

    private static void close(AutoCloseable stream) {
        try {
            stream.close();
        } catch (Exception e) {
            LOG.atDebug().setCause(e).log("closing a stream of an ended worker failed");
        }
    }

    /** The process has ended, or cannot be used any more. */
    static class EndedException extends Exception {
        @Serial
        private static final long serialVersionUID = 1;

        EndedException(String how, @Nullable Throwable cause) {
            super(how, cause);
        }
    }

    /** The answer is longer than the limit. */
    static final class LargeAnswerException extends EndedException {
        @Serial
        private static final long serialVersionUID = 1;

        LargeAnswerException() {
            super("the answer has more than " + (MAX_LINE >> 20) + " MiB", null);
        }
    }
}
