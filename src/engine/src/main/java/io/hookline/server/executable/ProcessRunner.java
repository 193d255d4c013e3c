package io.hookline.server.executable;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookTime;
import io.hookline.object.HumanDuration;
import io.hookline.server.call.CallRejectedException;
import io.hookline.server.call.HookConcurrency;
import io.hookline.server.call.HookSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Runs one process for each call, with a timeout. Thread-safe.
 *
 * <p>The answer is what the process has written when it ends. Then all processes that it started are killed. At the
 * timeout the process is killed too ({@link ProcessTree}).
 */
public final class ProcessRunner {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessRunner.class);
    private static final int MAX_ANSWER = 64 << 20;
    private static final int MAX_LOG = 64 << 10;
    private static final int LOG_TAIL = 2000;

    private final Executor pumps;
    private final HookSettings settings;
    private final String mark = ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()) + "-";
    private final AtomicLong calls = new AtomicLong();

    /** @param pumps copies input and output, with three tasks for each process; it must run all of them at once */
    public ProcessRunner(Executor pumps, HookSettings settings) {
        this.pumps = pumps;
        this.settings = settings;
    }

    /**
     * What to start.
     *
     * @param environment variables besides those of this process
     */
    record Program(Path folder, List<String> command, Map<String, String> environment) {

        Path file() {
            return Path.of(command.getLast());
        }
    }

    /** @param failed what the last failed call of the hook has printed besides its error; it is replaced */
    byte[] run(HookConcurrency places, Program program, byte[] input, AtomicReference<String> failed)
            throws InterruptedException {
        HookConcurrency.Place place = places.take(settings.timeout());
        try {
            ProcessTree tree = new ProcessTree(mark + calls.incrementAndGet());
            Process process = start(program, tree);
            try {
                Output output = exchange(process, tree, program, input, place);
                return finished(process.exitValue(), places.hook(), program, output, failed);
            } finally {
                if (process.isAlive()) {
                    tree.kill(process);
                }
                closeQuietly(process);
            }
        } finally {
            place.free();
        }
    }

    private static Process start(Program program, ProcessTree tree) {
        List<String> command = program.command();
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(program.folder().toFile());
        builder.environment().remove(HookTime.VARIABLE); // that of a parent process is not the time of this call
        builder.environment().putAll(program.environment());
        tree.addTo(builder.environment());
        try {
            return builder.start();
        } catch (IOException e) {
            throw new HookException("cannot run " + command.getLast() + ": " + e.getMessage(), e);
        }
    }

    /** What the process writes to its two streams. */
    private record Output(ProcessOutput answer, ProcessOutput log) {}

    private Output exchange(
            Process process, ProcessTree tree, Program program, byte[] input, HookConcurrency.Place place)
            throws InterruptedException {
        ProcessOutput answer = new ProcessOutput(process.getInputStream(), MAX_ANSWER);
        ProcessOutput log = new ProcessOutput(process.getErrorStream(), MAX_LOG);
        pumps.execute(answer);
        pumps.execute(log);
        pumps.execute(() -> write(process.getOutputStream(), input));
        if (!process.waitFor(place.left(settings.timeout()), TimeUnit.NANOSECONDS)) {
            throw new CallRejectedException(
                    504,
                    program.file().getFileName() + " gave no answer within " + HumanDuration.text(settings.timeout())
                            + " and was killed: " + place.spent());
        }
        tree.kill(process); // a child process that inherited its output would keep it open
        return new Output(answer, log);
    }

    private static byte[] finished(
            int exitValue, String hook, Program program, Output output, AtomicReference<String> failed)
            throws InterruptedException {
        byte[] answer = output.answer().afterExit();
        String log = text(output.log().afterExit());
        boolean isInFailure = exitValue != 0 && log.length() <= LOG_TAIL;
        String printed = isInFailure ? ProgramFailure.printedBefore(log) : log;
        boolean again = failed.getAndSet(exitValue == 0 ? "" : printed).equals(printed) && exitValue != 0;
        if (!printed.isBlank()) {
            LOG.atLevel(again ? Level.DEBUG : Level.INFO) // a failure that is retried is also one error with a count
                    .addKeyValue("hook", hook)
                    .addKeyValue("program", program.file().getFileName())
                    .addKeyValue("output", printed.strip())
                    .log("hook wrote to standard error");
        }
        if (exitValue != 0) {
            String tail = log.substring(Math.max(0, log.length() - LOG_TAIL)).strip();
            throw ProgramFailure.of(program.folder(), program.file(), exitValue, tail);
        }
        if (answer.length >= MAX_ANSWER) {
            throw new HookException(program.file().getFileName() + " wrote more than " + MAX_ANSWER + " bytes");
        }
        return answer;
    }

    /**
     * Closes the output streams, which another process may hold open. The task that writes the request closes the
     * input.
     */
    private static void closeQuietly(Process process) {
        try {
            process.getInputStream().close();
            process.getErrorStream().close();
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("closing a stream of an ended process failed");
        }
    }

    /** Writes the request. A program does not have to read all of it. */
    private static void write(OutputStream out, byte[] input) {
        try (out) {
            out.write(input);
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("a process did not read its whole request");
        }
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    /**
     * Reads one output stream of a process, and keeps its beginning.
     *
     * <p>The stream is read to its end, because a full pipe would block the process.
     */
    static final class ProcessOutput implements Runnable {

        /** After the process has ended, its output is complete when nothing more was read for this time. */
        private static final long QUIET_MILLIS = 500;

        private final InputStream in;
        private final int keep;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private final CountDownLatch end = new CountDownLatch(1);

        ProcessOutput(InputStream in, int keep) {
            this.in = in;
            this.keep = keep;
        }

        @Override
        public void run() {
            byte[] chunk = new byte[16 << 10];
            try {
                for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                    keep(chunk, n);
                }
            } catch (IOException e) {
                LOG.atDebug().setCause(e).log("reading the output of a process failed");
            } finally {
                end.countDown();
            }
        }

        private synchronized void keep(byte[] chunk, int n) {
            kept.write(chunk, 0, Math.min(n, keep - kept.size()));
        }

        private synchronized int size() {
            return kept.size();
        }

        /**
         * Returns the output after the process has ended. Does not wait for other processes that hold the stream open.
         */
        byte[] afterExit() throws InterruptedException {
            int before = -1;
            while (!end.await(QUIET_MILLIS, TimeUnit.MILLISECONDS) && size() > before) {
                before = size();
            }
            synchronized (this) {
                return kept.toByteArray();
            }
        }
    }
}
