package io.hookline.server.worker;

import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.Requests;
import io.hookline.server.call.CallLimiter;
import io.hookline.server.call.HookSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Script hooks in a folder, with a timer that a test moves. */
final class Scripts implements AutoCloseable {

    final Path folder;
    final AtomicLong nanos = new AtomicLong();
    final List<Runnable> timer = new CopyOnWriteArrayList<>();
    private final ExecutorService pumps =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
    private final List<HookProgram> loaded = new ArrayList<>();

    Scripts(Path folder) {
        this.folder = folder;
    }

    Scripts write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return this;
    }

    WorkerHook load() throws IOException {
        return load(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)));
    }

    WorkerHook load(HookSettings limits) throws IOException {
        return load("web", limits, new WorkerMemory(16L << 30, limits.workerMemory()));
    }

    /** Loads the hook as another one, whose workers share memory with those of hooks that have the same. */
    WorkerHook load(String name, HookSettings limits, WorkerMemory memory) throws IOException {
        WorkerSettings settings = new WorkerSettings(
                limits, pumps, System.getenv("PATH"), nanos::get, (_, task) -> timer.add(task), memory);
        CallLimiter places = new CallLimiter(pumps, limits.maxCalls(), limits.callsPerHook());
        WorkerHook hook = WorkerHook.load(files(), places.forHook(name), settings);
        loaded.add(hook);
        return hook;
    }

    WorkerFiles files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return WorkerFiles.take(folder, new ArrayList<>(files.toList())).getFirst();
        }
    }

    static String sync(HookProgram hook) throws InterruptedException {
        return call(hook, HookType.SYNC, Requests.SYNC);
    }

    static String call(HookProgram hook, HookType type, String request) throws InterruptedException {
        return ((HookReply.Answered) hook.call(type, Requests.utf8(request)))
                .body()
                .toString();
    }

    @Override
    public void close() {
        loaded.forEach(HookProgram::close);
        pumps.shutdownNow();
    }
}
