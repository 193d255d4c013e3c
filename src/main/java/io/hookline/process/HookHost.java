package io.hookline.process;

import io.hookline.server.HookFolders;
import io.hookline.server.HookLoader;
import io.hookline.server.HookRegistry;
import io.hookline.server.HookServer;
import io.hookline.server.HookSettings;
import io.hookline.server.ServedHooks;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The hooks of a folder, loaded and kept up to date, with the threads they run on. */
public final class HookHost implements AutoCloseable {

    private static final Duration LOOK_EVERY = Duration.ofMillis(500);
    private static final Duration END_WITHIN = Duration.ofSeconds(10);

    private final ExecutorService hookThreads = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("hook-", 0).factory());
    private final ExecutorService pumps = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("hook-process-", 0).factory());
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("hook-reload").factory());
    private final HookRegistry table = new HookRegistry();
    private final ServedHooks hooks;
    private final HookFolders folders;
    private final CompletableFuture<Void> loaded = new CompletableFuture<>();
    private final PrometheusMeterRegistry registry;
    private volatile boolean closed;
    private final PrintStream outBefore = System.out;
    private final PrintStream errBefore = System.err;
    private final PrintStream out;
    private final PrintStream err;

    private HookHost(Path folder, HookSettings settings, PrometheusMeterRegistry registry) {
        this.registry = registry;
        this.hooks = new ServedHooks(table, settings, registry, new SecureRandom());
        HookLoader loader = new HookLoader(settings, InstantSource.system(), hookThreads, pumps);
        this.folders = new HookFolders(folder, loader, table);
        this.out = loader.output().instead("stdout", System.out);
        this.err = loader.output().instead("stderr", System.err);
        System.setOut(out);
        System.setErr(err);
    }

    /**
     * Loads all hooks of a folder.
     *
     * @throws IllegalArgumentException if there is no such folder
     */
    public static HookHost load(Path folder, PrometheusMeterRegistry registry) {
        HookHost runtime = open(folder, registry);
        runtime.load(_ -> true);
        return runtime;
    }

    /**
     * Expects all hooks of a folder, so that they can be served although none is loaded yet: until then they are not ready
     * and answer 503. Loading takes longest of all that happens at a start; what else may fail should have its turn before.
     *
     * @throws IllegalArgumentException if there is no such folder
     */
    public static HookHost open(Path folder, PrometheusMeterRegistry registry) {
        return open(folder, HookSettings.DEFAULTS, registry);
    }

    /** The same with other limits. */
    public static HookHost open(Path folder, HookSettings settings, PrometheusMeterRegistry registry) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there is no hooks folder " + folder.toAbsolutePath());
        }
        HookHost runtime = new HookHost(folder, settings, registry);
        runtime.folders.refresh(_ -> false);
        return runtime;
    }

    /**
     * Loads some of the hooks now and the others in the background, and what changes from then on. To be called once.
     *
     * @param first by name
     */
    public void load(Predicate<String> first) {
        folders.refresh(first);
        looks.execute(() -> {
            try {
                folders.refresh(_ -> !closed);
            } finally {
                loaded.complete(null);
            }
        });
        folders.watch(looks, LOOK_EVERY);
    }

    /** The hooks, for callers in this process. */
    public ServedHooks hooks() {
        return hooks;
    }

    /** Runs an action once all of the folder were loaded for the first time, or tried. */
    public void whenLoaded(Runnable action) {
        var _ = loaded.whenComplete((_, _) -> action.run());
    }

    /** From now on tells the name of each hook that was loaded, for the first time or again. */
    public void whenEachLoaded(Consumer<String> action) {
        table.whenPut(action);
    }

    /** Serves them over HTTP as well. */
    public HookServer serve(Address address) {
        return HookServer.start(WebOptions.at(address), hooks, registry::scrape);
    }

    /** The hook that is being loaded ends first: a compiler that is interrupted reports it as broken. */
    @Override
    public void close() {
        closed = true;
        looks.shutdown();
        try {
            looks.awaitTermination(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        looks.shutdownNow();
        pumps.shutdownNow();
        hookThreads.shutdownNow();
        restoreStreams();
    }

    /** Unless others have replaced them since. */
    @SuppressWarnings("ReferenceEquality") // it is about the very stream
    private void restoreStreams() {
        if (System.out == out) {
            System.setOut(outBefore);
        }
        if (System.err == err) {
            System.setErr(errBefore);
        }
    }
}
