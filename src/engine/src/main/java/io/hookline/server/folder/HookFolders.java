package io.hookline.server.folder;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.server.HookRegistry;
import io.hookline.server.call.CallRejectedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Loads hooks from a directory that has one folder for each hook, and reloads them when they change. Thread-safe.
 *
 * <p>As many hooks are loaded at a time as there are processors, if there is memory for so many compilers. One that a call waits for comes next, before those that no call waits for.
 *
 * <p>Changes are found by polling, because file notifications miss updates of mounted ConfigMaps, which only replace links.
 */
public final class HookFolders implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HookFolders.class);

    /** The heap that one more hook at a time may need, in bytes. */
    private static final long MEMORY_OF_ONE = 128L << 20;

    private final Supplier<List<HookSource>> sources;
    private final HookLoader loader;
    private final HookRegistry registry;
    private final Map<String, String> fingerprints = new HashMap<>();

    /** The hooks that were not loaded for want of time or memory. */
    private final Map<String, Retry> retries = new HashMap<>();

    /** The hooks that are being loaded, or are going to be: each one is in the list of a refresh. */
    private final Map<String, FutureTask<String>> loading = new ConcurrentHashMap<>();

    /** Those of them that calls wait for. */
    private final Queue<FutureTask<String>> first = new ConcurrentLinkedQueue<>();

    /** The hooks that the last refresh found, loaded or not. */
    private final Set<String> found = new HashSet<>();

    /** Selects the hooks to load by name; the first call of another one loads it. Empty to load all. */
    private volatile Optional<Predicate<String>> called = Optional.empty();

    private volatile boolean closed;

    /**
     * A hook that is loaded again although its files are the same.
     *
     * @param failures how often it was tried in vain
     * @param refreshes how many of them pass before; not positive while it is being loaded
     * @param failed the level of a failure that is none of time or memory
     */
    private record Retry(int failures, int refreshes, Level failed) {

        private static final int FIRST = 4;
        private static final int MOST = 512;

        static Retry after(int failures, Level failed) {
            return new Retry(failures, Math.min(FIRST << Math.min(failures - 1, 10), MOST), failed);
        }

        Retry refreshed() {
            return new Retry(failures, refreshes - 1, failed);
        }
    }

    /** Creates it without reading the directory; {@link #refresh} reads it. */
    public HookFolders(Path root, HookLoader loader, HookRegistry registry) {
        this(() -> HookSource.in(root), loader, registry);
    }

    /**
     * Creates it without reading any folder.
     *
     * @param sources the hooks that exist now, each name once; read again by each {@link #refresh}
     */
    public HookFolders(Supplier<List<HookSource>> sources, HookLoader loader, HookRegistry registry) {
        this.sources = sources;
        this.loader = loader;
        this.registry = registry;
        registry.loadOnDemand(this::demand);
    }

    /**
     * Loads new and changed hooks, and removes deleted ones. A hook that fails to load does not affect the others; one that had too
     * little time or memory for that, as on a busy machine, is loaded again by a later refresh, at growing distances. If the folders cannot
     * be read, the loaded hooks stay in use, and the registry is told why.
     */
    public void refresh() {
        Optional<Predicate<String>> some = called;
        refresh(name ->
                some.isEmpty() || fingerprints.containsKey(name) || some.get().test(name));
    }

    /**
     * Loads only the hooks that controllers call, now and at each {@link #refresh()}. Any other one is loaded by its first call, which
     * waits for that, and from then on is reloaded too.
     *
     * @param called selects them by name; asked again at each refresh
     */
    public void loadCalled(Predicate<String> called) {
        this.called = Optional.of(called);
        refresh();
    }

    /**
     * Waits at most this time for a hook that is being loaded, or that is loaded by its first call; otherwise returns at once. Nothing is
     * loaded in this thread, which its caller may interrupt.
     */
    private void demand(String name, Duration within) {
        if (!loading.containsKey(name) && isDeferred(name)) {
            List<FutureTask<String>> tasks = scan(name::equals, Level.ERROR);
            inBackground(() -> run(tasks));
        }
        FutureTask<String> task = loading.get(name);
        if (task == null) {
            return;
        }
        first.add(task);
        try {
            task.get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException | ExecutionException _) {
            // the registry says why it has no program
        }
    }

    private synchronized boolean isDeferred(String name) {
        return called.isPresent() && found.contains(name) && !fingerprints.containsKey(name);
    }

    /**
     * Loads only some of the hooks. The others are loaded by the next call, and until then report that they are loading.
     *
     * @param now selects by name the hooks to load now
     */
    public void refresh(Predicate<String> now) {
        refresh(now, Level.ERROR);
    }

    /**
     * Loads the rest of the hooks, which no controller calls. One that does not load, for example because its language is not
     * installed, is no error yet: the reason is in the list of hooks and in the answer to each call.
     *
     * @param now selects by name the hooks to load now
     */
    public void refreshUncalled(Predicate<String> now) {
        refresh(now, Level.INFO);
    }

    private void refresh(Predicate<String> now, Level failed) {
        List<FutureTask<String>> tasks = scan(now, failed);
        for (int i = Math.min(tasks.size(), width()); i > 1; i--) {
            inBackground(() -> run(tasks));
        }
        run(tasks);
        try {
            for (FutureTask<String> task : tasks) {
                task.get();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // what is being loaded is still put into the registry
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** How many hooks are loaded at a time: each may need a compiler, which needs memory. */
    static int width() {
        Runtime runtime = Runtime.getRuntime();
        return Math.clamp(runtime.maxMemory() / MEMORY_OF_ONE, 1, runtime.availableProcessors());
    }

    private static void inBackground(Runnable action) {
        Thread.ofPlatform().daemon().name("hook-load").start(action);
    }

    private FutureTask<String> task(String name, Runnable load) {
        return new FutureTask<>(load, name) {
            @Override
            protected void done() {
                loading.remove(name, this);
            }
        };
    }

    /** A task that has run already, or that another thread runs, is passed over. */
    private void run(List<FutureTask<String>> tasks) {
        for (FutureTask<String> task : tasks) {
            for (FutureTask<String> next = first.poll(); next != null; next = first.poll()) {
                next.run();
            }
            task.run();
        }
    }

    /** Finds new, changed and deleted hooks, and returns what loads the selected ones, including what other threads load now. */
    private synchronized List<FutureTask<String>> scan(Predicate<String> now, Level failed) {
        List<HookSource> present;
        try {
            present = sources.get();
        } catch (HookException e) {
            unreadable(String.valueOf(e.getMessage()));
            return List.of();
        }
        if (registry.folderProblem().isPresent()) {
            registry.foldersRead();
            LOG.info("hook folders can be read again");
        }
        List<FutureTask<String>> tasks = new ArrayList<>();
        Set<String> removed = new HashSet<>(found);
        for (HookSource source : present) {
            String name = source.name();
            String fingerprint = source.fingerprint();
            if (fingerprint.isEmpty()) {
                continue;
            }
            removed.remove(name);
            found.add(name);
            if (!now.test(name)) {
                leave(name);
                continue;
            }
            boolean changed = !fingerprint.equals(fingerprints.put(name, fingerprint));
            if (changed) {
                retries.remove(name);
            }
            if (changed) {
                loading.put(name, task(name, () -> load(source, fingerprint, failed)));
            }
            tryAgain(source, fingerprint);
            Optional.ofNullable(loading.get(name)).ifPresent(tasks::add);
        }
        for (String name : removed) {
            found.remove(name);
            fingerprints.remove(name);
            retries.remove(name);
            registry.remove(name);
            LOG.atInfo().addKeyValue("hook", name).log("hook removed");
        }
        return tasks;
    }

    /** Neither a refresh nor a call waits for it: it may hang again, and other hooks must be reloaded meanwhile. */
    private void tryAgain(HookSource source, String fingerprint) {
        Retry retry = retries.computeIfPresent(source.name(), (_, last) -> last.refreshed());
        if (retry != null && retry.refreshes() == 0) {
            inBackground(() -> load(source, fingerprint, retry.failed()));
        }
    }

    /** Registers a hook that is not loaded now. */
    private void leave(String name) {
        if (called.isEmpty()) {
            registry.expect(name);
        } else if (!fingerprints.containsKey(name)) {
            registry.defer(name);
        }
    }

    private void unreadable(String problem) {
        if (!registry.folderProblem().equals(Optional.of(problem))) {
            registry.foldersUnreadable(problem);
            LOG.atError()
                    .addKeyValue("error", problem)
                    .log("could not read the hook folders; the loaded hooks stay in use");
        }
    }

    /** Refreshes at this interval until the executor is shut down. */
    public void watch(ScheduledExecutorService executor, Duration interval) {
        var _ = executor.scheduleWithFixedDelay(
                this::refreshQuietly, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void refreshQuietly() {
        try {
            refresh();
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("could not read the hook folders; the loaded hooks stay in use");
        }
    }

    private void load(HookSource source, String fingerprint, Level failed) {
        if (closed) {
            return;
        }
        String name = source.name();
        try {
            String version = source.version(); // before the files are read: if they change now, they are loaded again
            HookProgram program = loader.load(source);
            boolean served = unlessOutdated(name, fingerprint, () -> {
                retries.remove(name);
                registry.put(name, program, version);
            });
            if (!served) {
                program.close();
                return;
            }
            LOG.atInfo()
                    .addKeyValue("hook", name)
                    .addKeyValue("types", program.types())
                    .addKeyValue("version", version)
                    .log("hook loaded");
        } catch (RuntimeException | Error e) { // of the hook
            String problem = e instanceof HookException ? String.valueOf(e.getMessage()) : e.toString();
            boolean again = e.getCause() instanceof TimeoutException || e.getCause() instanceof CallRejectedException;
            AtomicBoolean repeated = new AtomicBoolean();
            boolean current = unlessOutdated(name, fingerprint, () -> {
                Retry last = retries.remove(name);
                if (again) {
                    retries.put(name, Retry.after(last == null ? 1 : last.failures() + 1, failed));
                    repeated.set(last != null);
                }
                registry.fail(name, problem);
            });
            if (current) {
                LOG.atLevel(repeated.get() ? Level.DEBUG : failed)
                        .addKeyValue("hook", name)
                        .addKeyValue("error", problem)
                        .log((again ? "hook not loaded, it will be tried again" : "hook failed to load")
                                + (isServed(name) ? "; calls still get the last version that did" : ""));
            }
        }
    }

    private boolean isServed(String name) {
        return registry.find(name).flatMap(HookRegistry.Entry::program).isPresent();
    }

    /** Registers a result; returns false if these are no longer the files of the hook, or if it is closed. */
    private synchronized boolean unlessOutdated(String name, String fingerprint, Runnable register) {
        if (closed || !fingerprint.equals(fingerprints.get(name))) {
            return false;
        }
        register.run();
        return true;
    }

    /** Loads no further hook, and serves none of those that are being loaded. */
    @Override
    public synchronized void close() {
        closed = true;
    }
}
