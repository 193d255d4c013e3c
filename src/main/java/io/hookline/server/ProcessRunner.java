package io.hookline.server;

import io.hookline.hook.HookException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one process per call, a bounded number at a time, each with a timeout. What is over its time is killed with its
 * descendants, as far as the system still knows them: a descendant that has detached itself lives on. Thread-safe.
 */
final class ProcessRunner {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessRunner.class);
    private static final int MAX_ANSWER = 64 << 20;
    private static final int MAX_LOG = 64 << 10;
    private static final int LOG_TAIL = 2000;

    private final CallPool places;
    private final Executor pumps;
    private final HookSettings settings;

    /** @param pumps moves bytes to and from processes, two tasks for each that runs: must not be bounded below that */
    ProcessRunner(CallPool places, Executor pumps, HookSettings settings) {
        this.places = places;
        this.pumps = pumps;
        this.settings = settings;
    }

    byte[] run(Path folder, List<String> command, byte[] input) throws InterruptedException {
        long deadline = System.nanoTime() + settings.timeout().toNanos();
        places.acquire(settings.timeout());
        try {
            Process process = start(folder, command);
            try {
                return converse(process, command.getLast(), input, deadline);
            } finally {
                kill(process);
            }
        } finally {
            places.release();
        }
    }

    private static Process start(Path folder, List<String> command) {
        try {
            return new ProcessBuilder(command).directory(folder.toFile()).start();
        } catch (IOException e) {
            throw new HookException("cannot run " + command.getLast() + ": " + e.getMessage(), e);
        }
    }

    private byte[] converse(Process process, String name, byte[] input, long deadline) throws InterruptedException {
        CompletableFuture<byte[]> answer =
                CompletableFuture.supplyAsync(() -> read(process.getInputStream(), MAX_ANSWER), pumps);
        CompletableFuture<byte[]> log =
                CompletableFuture.supplyAsync(() -> read(process.getErrorStream(), MAX_LOG), pumps);
        CompletableFuture<Void> request =
                CompletableFuture.runAsync(() -> write(process.getOutputStream(), input), pumps);
        try {
            byte[] output = answer.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            String said = text(log.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
            if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException();
            }
            request.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            return finished(process, name, output, said);
        } catch (TimeoutException _) {
            throw new RefusedException(
                    504, name + " gave no answer within " + settings.timeout().toMillis() + " ms and was killed");
        } catch (ExecutionException e) {
            throw new HookException(name + ": " + e.getCause(), e.getCause());
        }
    }

    private static byte[] finished(Process process, String name, byte[] output, String said) {
        boolean toldByFailure = process.exitValue() != 0 && said.length() <= LOG_TAIL;
        if (!said.isBlank() && !toldByFailure) {
            LOG.atInfo().addKeyValue("program", name).log(said.strip());
        }
        if (process.exitValue() != 0) {
            String tail = said.substring(Math.max(0, said.length() - LOG_TAIL)).strip();
            throw new HookException(
                    name + " ended with exit code " + process.exitValue() + (tail.isEmpty() ? "" : ": " + tail));
        }
        if (output.length >= MAX_ANSWER) {
            throw new HookException(name + " wrote more than " + MAX_ANSWER + " bytes");
        }
        return output;
    }

    private static void kill(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        closeQuietly(process);
    }

    /** A descendant may hold the other ends open; nobody waits for it. */
    private static void closeQuietly(Process process) {
        try {
            process.getInputStream().close();
            process.getErrorStream().close();
            process.getOutputStream().close();
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("A stream of an ended process did not close");
        }
    }

    /** Reads to the end but keeps only so much, since a writer must never be blocked. */
    private static byte[] read(InputStream in, int keep) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        byte[] chunk = new byte[16 << 10];
        try {
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                kept.write(chunk, 0, Math.min(n, keep - kept.size()));
            }
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("A process ended while it was read");
        }
        return kept.toByteArray();
    }

    /** A program need not read what it does not want to know. */
    private static void write(OutputStream out, byte[] input) {
        try (out) {
            out.write(input);
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("A process did not read its whole request");
        }
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
