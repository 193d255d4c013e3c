package io.hookline.server.folder;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.server.HookRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Loads hooks from a directory that has one folder for each hook, and reloads them when they change. Thread-safe.
 *
 * <p>Changes are found by polling, because file notifications miss updates of mounted ConfigMaps, which only replace links.
 */
public final class HookFolders {

    private static final Logger LOG = LoggerFactory.getLogger(HookFolders.class);

    private final Supplier<List<HookSource>> sources;
    private final HookLoader loader;
    private final HookRegistry registry;
    private final Map<String, String> fingerprints = new HashMap<>();

    /** The hooks that the last refresh found, loaded or not. */
    private final Set<String> found = new HashSet<>();

    /** Selects the hooks to load by name; the first call of another one loads it. Empty to load all. */
    private volatile Optional<Predicate<String>> called = Optional.empty();

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
    }

    /**
     * Loads new and changed hooks, and removes deleted ones. A hook that fails to load does not affect the others. If the folders cannot
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
        registry.loadOnDemand(name -> refresh(name::equals));
        refresh();
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

    private synchronized void refresh(Predicate<String> now, Level failed) {
        List<HookSource> present;
        try {
            present = sources.get();
        } catch (HookException e) {
            unreadable(String.valueOf(e.getMessage()));
            return;
        }
        if (registry.folderProblem().isPresent()) {
            registry.foldersRead();
            LOG.info("hook folders can be read again");
        }
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
            if (!fingerprint.equals(fingerprints.put(name, fingerprint))) {
                load(source, failed);
            }
        }
        for (String name : removed) {
            found.remove(name);
            fingerprints.remove(name);
            registry.remove(name);
            LOG.atInfo().addKeyValue("hook", name).log("hook removed");
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

    private void load(HookSource source, Level failed) {
        String name = source.name();
        try {
            String version = source.version(); // before the files are read: if they change now, they are loaded again
            HookProgram program = loader.load(source);
            registry.put(name, program, version);
            LOG.atInfo()
                    .addKeyValue("hook", name)
                    .addKeyValue("types", program.types())
                    .addKeyValue("version", version)
                    .log("hook loaded");
        } catch (RuntimeException | LinkageError e) {
            String problem = e instanceof HookException ? String.valueOf(e.getMessage()) : e.toString();
            registry.fail(name, problem);
            LOG.atLevel(failed)
                    .addKeyValue("hook", name)
                    .addKeyValue("error", problem)
                    .log("hook failed to load");
        }
    }
}
