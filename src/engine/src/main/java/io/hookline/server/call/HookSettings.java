package io.hookline.server.call;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Settings of the hooks that run in or under this process: limits, and what they may do.
 *
 * @param timeout the maximum time of one call, including the wait for a place
 * @param maxRequestSize the maximum size of a request body in bytes
 * @param maxCalls the maximum number of calls of Java hooks at a time, and also of processes
 * @param callsPerHook the maximum number of these for one hook; a call that runs on after its timeout counts until it ends
 * @param workerMemory the maximum memory of one worker process in bytes
 * @param abandonsReplaced whether calls of a replaced version of a hook are abandoned, instead of continued to their end
 * @param sideEffects which hooks may change the cluster themselves
 * @param classes where the class files of compiled hooks are kept for the next process; empty to keep none
 */
public record HookSettings(
        Duration timeout,
        long maxRequestSize,
        int maxCalls,
        int callsPerHook,
        long workerMemory,
        boolean abandonsReplaced,
        SideEffects sideEffects,
        Optional<Path> classes) {

    public HookSettings {
        if (maxCalls < 1 || callsPerHook < 1) {
            throw new IllegalArgumentException("maxCalls and callsPerHook must be at least 1");
        }
    }

    /** The default limits: 10 s, 64 MiB, 32 calls, at most 4 of them for one hook, 256 MiB for a worker; no side effects and no kept class files. */
    public static final HookSettings DEFAULTS = new HookSettings(
            Duration.ofSeconds(10), 64L << 20, 32, 4, 256L << 20, false, SideEffects.NONE, Optional.empty());

    /** Returns these settings with another timeout. */
    public HookSettings withTimeout(Duration other) {
        return with(draft -> draft.timeout = other);
    }

    /** Returns these settings with another maximum size of requests. */
    public HookSettings withMaxRequestSize(long bytes) {
        return with(draft -> draft.maxRequestSize = bytes);
    }

    /** Returns these settings with another maximum number of calls. */
    public HookSettings withMaxCalls(int calls) {
        return with(draft -> draft.maxCalls = calls);
    }

    /** Returns these settings with another maximum number of calls of one hook. */
    public HookSettings withCallsPerHook(int calls) {
        return with(draft -> draft.callsPerHook = calls);
    }

    /** Returns these settings with another maximum memory of workers. */
    public HookSettings withWorkerMemory(long bytes) {
        return with(draft -> draft.workerMemory = bytes);
    }

    /** Returns these settings, but calls of a replaced version of a hook are abandoned. */
    public HookSettings abandoningReplaced() {
        return with(draft -> draft.abandonsReplaced = true);
    }

    /** Returns these settings with other permissions to change the cluster. */
    public HookSettings withSideEffects(SideEffects other) {
        return with(draft -> draft.sideEffects = other);
    }

    /** Returns these settings with a folder for class files, which only the user of this process may write to. */
    public HookSettings withClasses(Path folder) {
        return with(draft -> draft.classes = Optional.of(folder));
    }

    /** Returns these settings with a folder of this user for class files, beside other temporary files. */
    public HookSettings keepingClasses() {
        String user = System.getProperty("user.name").replaceAll("\\W", "_");
        return withClasses(Path.of(System.getProperty("java.io.tmpdir"), "hookline-classes-" + user));
    }

    private HookSettings with(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return draft.done();
    }

    /** The same fields, to be changed. */
    private final class Draft {
        private Duration timeout = timeout();
        private long maxRequestSize = maxRequestSize();
        private int maxCalls = maxCalls();
        private int callsPerHook = callsPerHook();
        private long workerMemory = workerMemory();
        private boolean abandonsReplaced = abandonsReplaced();
        private SideEffects sideEffects = sideEffects();
        private Optional<Path> classes = classes();

        private HookSettings done() {
            return new HookSettings(
                    timeout,
                    maxRequestSize,
                    maxCalls,
                    callsPerHook,
                    workerMemory,
                    abandonsReplaced,
                    sideEffects,
                    classes);
        }
    }
}
