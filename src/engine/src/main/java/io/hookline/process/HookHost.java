package io.hookline.process;

import io.hookline.hook.JavaHook;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.process.metrics.MetricsPage;
import io.hookline.server.CallRules;
import io.hookline.server.HookRegistry;
import io.hookline.server.HookServer;
import io.hookline.server.ServedHooks;
import io.hookline.server.call.HookSettings;
import io.hookline.server.compiled.JulBridge;
import io.hookline.server.folder.HookFolders;
import io.hookline.server.folder.HookLoader;
import io.hookline.server.folder.HookSource;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Loads the hooks of a folder, reloads them after changes, and owns the threads on which they run. */
public final class HookHost implements AutoCloseable {

    private static final Duration RELOAD_INTERVAL = Duration.ofMillis(500);
    private static final Duration END_WITHIN = Duration.ofSeconds(10);

    private final ExecutorService hookThreads = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("hook-", 0).factory());
    private final ExecutorService pumps = Executors.newCachedThreadPool(
            Thread.ofPlatform().daemon().name("hook-process-", 0).factory());
    private final ScheduledExecutorService reloads = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("hook-reload").factory());
    private final HookRegistry table;
    private final ServedHooks hooks;
    private final HookFolders folders;
    private final CompletableFuture<Void> loaded = new CompletableFuture<>();
    private final PrometheusRegistry registry;
    private final HookLoader loader;
    private final PrintStream outBefore = System.out;
    private final PrintStream errBefore = System.err;
    private final PrintStream out;
    private final PrintStream err;
    private final JulBridge logging;

    private HookHost(
            Supplier<List<HookSource>> sources,
            HookSettings settings,
            PrometheusRegistry registry,
            Optional<InstantSource> clock) {
        this.registry = registry;
        this.table = new HookRegistry(settings.abandonsReplaced());
        this.hooks = new ServedHooks(
                table,
                settings,
                registry,
                () -> ThreadLocalRandom.current().nextLong(), // unique, not secret
                InstantSource.system(),
                clock);
        this.loader = new HookLoader(settings, InstantSource.system(), hookThreads, pumps);
        this.folders = new HookFolders(sources, loader, table);
        this.out = loader.output().instead("stdout", System.out);
        this.err = loader.output().instead("stderr", System.err);
        System.setOut(out);
        System.setErr(err);
        this.logging = loader.output().installLogging();
    }

    /**
     * Loads all hooks of a folder.
     *
     * @throws IllegalArgumentException if the folder does not exist
     */
    public static HookHost load(Path folder, PrometheusRegistry registry) {
        return load(folder, HookSettings.DEFAULTS, registry);
    }

    /**
     * Loads all hooks of a folder, with these settings.
     *
     * @throws IllegalArgumentException if the folder does not exist
     */
    public static HookHost load(Path folder, HookSettings settings, PrometheusRegistry registry) {
        return load(folder, settings, registry, Optional.empty());
    }

    /**
     * Loads all hooks of a folder, with these settings.
     *
     * @param clock the time that hooks in all languages get; empty for their own clock, the system's
     * @throws IllegalArgumentException if the folder does not exist
     */
    public static HookHost load(
            Path folder, HookSettings settings, PrometheusRegistry registry, Optional<InstantSource> clock) {
        checkFolder(folder);
        HookHost runtime = open(() -> HookSource.inPresent(folder, Set.of()), settings, registry, clock);
        runtime.load(_ -> true);
        return runtime;
    }

    /**
     * Registers all hooks of a folder without loading them. Until {@link #load}, calls are answered with 503, and then wait for their
     * hook, which comes before hooks that no call waits for. Loading is the slowest part of a start, so the caller can first do what may
     * fail early.
     *
     * @throws IllegalArgumentException if the folder does not exist
     */
    public static HookHost open(Path folder, PrometheusRegistry registry) {
        return open(folder, Set.of(), HookSettings.DEFAULTS, registry);
    }

    /**
     * Registers all hooks of a folder without loading them, with these settings.
     *
     * @param called the hooks that controllers call: the name of the folder's hook, if the folder itself is one
     */
    public static HookHost open(Path folder, Set<String> called, HookSettings settings, PrometheusRegistry registry) {
        checkFolder(folder);
        return open(() -> HookSource.inPresent(folder, called), settings, registry);
    }

    private static void checkFolder(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("no such hooks folder: " + folder.toAbsolutePath());
        }
    }

    /**
     * Registers hooks without loading them.
     *
     * @param sources the hooks that exist now, each name once; read again at each check for changes
     */
    public static HookHost open(
            Supplier<List<HookSource>> sources, HookSettings settings, PrometheusRegistry registry) {
        return open(sources, settings, registry, Optional.empty());
    }

    /**
     * Registers hooks without loading them.
     *
     * @param sources the hooks that exist now, each name once; read again at each check for changes
     * @param clock the time that hooks in all languages get, for development and tests; empty for their own clock, the
     *     system's
     */
    public static HookHost open(
            Supplier<List<HookSource>> sources,
            HookSettings settings,
            PrometheusRegistry registry,
            Optional<InstantSource> clock) {
        HookHost runtime = new HookHost(sources, settings, registry, clock);
        runtime.folders.refresh(_ -> false);
        return runtime;
    }

    /**
     * Loads some hooks now and the others in the background, then reloads each hook that changes. Call it once.
     *
     * @param first selects by name the hooks to load before this method returns: all that controllers call
     */
    public void load(Predicate<String> first) {
        folders.refresh(first);
        reloads.execute(() -> {
            try {
                folders.refreshUncalled(_ -> true);
            } finally {
                loaded.complete(null);
            }
        });
        folders.watch(reloads, RELOAD_INTERVAL);
    }

    /**
     * Loads the hooks that controllers call before this method returns, and each other one by its first call. Then reloads each loaded
     * hook that changes. Call it once, instead of {@link #load(Predicate)}.
     *
     * @param called selects by name the hooks that controllers call; asked again at each check for changes
     */
    public void loadCalled(Predicate<String> called) {
        folders.loadCalled(called);
        loaded.complete(null);
        folders.watch(reloads, RELOAD_INTERVAL);
    }

    /**
     * Serves hooks of this process under a name, which no folder may have.
     *
     * @param hooks objects that implement hook interfaces
     * @throws io.hookline.hook.protocol.HookException if the objects are not hooks, or two implement the same hook
     */
    public void serve(String name, Object... hooks) {
        table.put(name, loader.guarded(name, JavaHook.of(InstantSource.system(), hooks)));
    }

    /** Loads new and changed hooks now, instead of at the next check for changes. */
    public void refresh() {
        folders.refresh();
    }

    /** Loads these hooks now, without reloading them when they change. */
    public void loadOnce(Predicate<String> names) {
        folders.refresh(names);
    }

    /** The program of a hook; empty if no version of it has loaded. */
    public Optional<HookProgram> program(String name) {
        return table.find(name).flatMap(HookRegistry.Entry::program);
    }

    /** Why the newest version of a hook did not load; empty if it did, or if there is no such hook. */
    public Optional<String> problem(String name) {
        return table.find(name).flatMap(HookRegistry.Entry::problem);
    }

    /** The same of all hooks whose newest version is not loaded, by their names, with whether a former one is called. */
    public Map<String, String> problems() {
        Map<String, String> problems = new TreeMap<>();
        for (HookRegistry.Entry hook : table.all()) {
            String called = hook.program().isPresent() ? "; calls still get the last version that did load" : "";
            hook.problem().ifPresent(problem -> problems.put(hook.name(), problem + called));
        }
        return problems;
    }

    /** The hooks, for callers in this process. */
    public ServedHooks hooks() {
        return hooks;
    }

    /** Runs an action after the first attempt to load every hook. */
    public void whenLoaded(Runnable action) {
        var _ = loaded.whenComplete((_, _) -> action.run());
    }

    /** Runs an action with the name of each hook that is loaded or reloaded from now on. */
    public void whenEachLoaded(Consumer<String> action) {
        table.whenPut(action);
    }

    /** Serves the hooks over HTTP as well; on a loopback address to programs of this machine, and not to web pages. */
    public HookServer serve(Address address) {
        return serve(WebOptions.at(address), address.isLoopback() ? CallRules.OPEN.withoutPages() : CallRules.OPEN);
    }

    /** Serves the hooks over HTTP as well, by these rules. */
    public HookServer serve(WebOptions options, CallRules rules) {
        return HookServer.start(options, hooks, rules, () -> MetricsPage.of(registry));
    }

    /** Waits first for a hook that is being loaded: an interrupted compiler reports an error in the hook. */
    @Override
    public void close() {
        folders.close();
        reloads.shutdown();
        try {
            reloads.awaitTermination(END_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        reloads.shutdownNow();
        table.close();
        pumps.shutdownNow();
        hookThreads.shutdownNow();
        restoreStreams();
        logging.close();
    }

    /** Restores the standard streams, unless other code has replaced them. */
    @SuppressWarnings("ReferenceEquality") // compares the identity of the stream
    private void restoreStreams() {
        if (System.out == out) {
            System.setOut(outBefore);
        }
        if (System.err == err) {
            System.setErr(errBefore);
        }
    }
}
