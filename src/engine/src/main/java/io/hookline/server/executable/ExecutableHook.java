package io.hookline.server.executable;

import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookTime;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.DecodeException;
import io.hookline.object.Excerpt;
import io.hookline.object.JsonScanner;
import io.hookline.server.call.CallRejectedException;
import io.hookline.server.call.HangingCalls;
import io.hookline.server.call.HookConcurrency;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A hook of executables. Each call starts a process in the hook's folder.
 *
 * <p>The process reads the request from standard input and writes the answer to standard output. Its standard error is written to
 * the log. If a call has a time, it is in the environment variable {@link HookTime#VARIABLE}.
 */
public final class ExecutableHook implements HookProgram, HangingCalls {

    private final Path folder;
    private final Map<HookType, List<String>> commands;
    private final HookConcurrency places;
    private final ProcessRunner runner;
    private final Set<RunningCall> running = ConcurrentHashMap.newKeySet();
    private final AtomicReference<String> failed = new AtomicReference<>("");

    public ExecutableHook(
            Path folder, Map<HookType, List<String>> commands, HookConcurrency places, ProcessRunner runner) {
        this.folder = folder;
        this.commands = Collections.unmodifiableMap(new EnumMap<>(commands));
        this.places = places;
        this.runner = runner;
    }

    @Override
    public Set<HookType> types() {
        return commands.keySet();
    }

    @Override
    public HookReply call(HookType type, byte[] request, Optional<Instant> now) throws InterruptedException {
        RequestCodec.require(type, request); // an invalid request is the caller's error, not the program's
        List<String> command = commands.get(type);
        if (command == null) {
            throw new HookException("there is no " + type.text() + " hook");
        }
        byte[] answer = run(new ProcessRunner.Program(folder, command, environment(now)), request);
        if (answer.length == 0) {
            throw new HookException(Path.of(command.getLast()).getFileName()
                    + " wrote nothing to standard output, where its answer belongs");
        }
        try {
            JsonScanner scanner = new JsonScanner(answer);
            scanner.skipValue();
            scanner.expectEnd();
        } catch (DecodeException e) {
            throw new HookException(
                    Path.of(command.getLast()).getFileName() + " did not write JSON: " + e.problem()
                            + beginning(answer),
                    e);
        }
        return new HookReply.Answered(new JsonText(answer));
    }

    private static Map<String, String> environment(Optional<Instant> now) {
        return now.map(time -> Map.of(HookTime.VARIABLE, HookTime.text(time))).orElseGet(Map::of);
    }

    private byte[] run(ProcessRunner.Program program, byte[] request) throws InterruptedException {
        RunningCall call = new RunningCall(Thread.currentThread());
        running.add(call);
        try {
            return runner.run(places, program, request, failed);
        } catch (InterruptedException e) {
            if (call.isAbandoned()) {
                throw CallRejectedException.reloaded(places.hook());
            }
            throw e;
        } finally {
            running.remove(call);
            call.end();
        }
    }

    @Override
    public int running() {
        return places.taken();
    }

    @Override
    public void abandon() {
        running.forEach(RunningCall::abandon);
    }

    /** A call in its caller's thread. An interrupt makes the runner kill the process. */
    private static final class RunningCall {
        private final Thread thread;
        private boolean abandoned;
        private boolean ended;

        RunningCall(Thread thread) {
            this.thread = thread;
        }

        synchronized void abandon() {
            if (!ended) {
                abandoned = true;
                thread.interrupt();
            }
        }

        synchronized boolean isAbandoned() {
            return abandoned;
        }

        /** No interrupt comes after this, and one that came too late is cleared. */
        synchronized void end() {
            ended = true;
            if (abandoned) {
                Thread.interrupted();
            }
        }
    }

    private static String beginning(byte[] answer) {
        String shown = Excerpt.of(answer); // often a debug message that belongs on standard error
        return shown.isEmpty() ? "" : "; it wrote: " + shown;
    }
}
