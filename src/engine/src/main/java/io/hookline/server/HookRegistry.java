package io.hookline.server;

import io.hookline.hook.protocol.HookProgram;
import io.hookline.server.call.HangingCalls;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The served hooks by name. Thread-safe. No call changes its program while it runs. */
public final class HookRegistry implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HookRegistry.class);

    private final ConcurrentNavigableMap<String, Entry> entries = new ConcurrentSkipListMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    /** Programs that are no longer served, but still have running calls. */
    private final List<Former> former = new CopyOnWriteArrayList<>();

    private final boolean abandonsReplaced;
    private volatile BiConsumer<String, Duration> demands = (_, _) -> {};
    private volatile Optional<String> folderProblem = Optional.empty();

    /** Creates an empty registry, in which calls of replaced versions continue to their end. */
    public HookRegistry() {
        this(false);
    }

    /**
     * Creates an empty registry.
     *
     * @param abandonsReplaced whether calls of a replaced version are abandoned, so that its callers call the new one at once
     */
    public HookRegistry(boolean abandonsReplaced) {
        this.abandonsReplaced = abandonsReplaced;
    }

    private record Former(String name, HangingCalls calls) {}

    /**
     * One served hook.
     *
     * @param program the last version that loaded; absent if no version has loaded
     * @param version the hash of the files of the program; absent if it has none
     * @param problem why the newest version did not load; absent if it did, or if it waits for its first call
     */
    public record Entry(
            String name, Optional<HookProgram> program, Optional<String> version, Optional<String> problem) {
        public String state() {
            if (isRefusing()) {
                return "refused";
            }
            if (isUnloaded()) {
                return "unloaded";
            }
            if (problem.isEmpty()) {
                return "ready";
            }
            return program.isPresent() ? "stale" : "broken";
        }

        /** Whether its first call will load it. */
        boolean isUnloaded() {
            return program.isEmpty() && problem.isEmpty();
        }

        boolean isRefusing() {
            return calls().filter(HangingCalls::isRefusing).isPresent();
        }

        int hanging() {
            return calls().map(HangingCalls::hanging).orElse(0);
        }

        private Optional<HangingCalls> calls() {
            return program.filter(HangingCalls.class::isInstance).map(HangingCalls.class::cast);
        }
    }

    /** Serves a program without files under a name, and retires the program that was served there before. */
    public void put(String name, HookProgram program) {
        put(name, program, Optional.empty());
    }

    /** Serves a program under a name, and retires the program that was served there before. */
    public void put(String name, HookProgram program, String version) {
        put(name, program, Optional.of(version));
    }

    private void put(String name, HookProgram program, Optional<String> version) {
        Entry old = entries.put(name, new Entry(name, Optional.of(program), version, Optional.empty()));
        retire(old);
        listeners.forEach(listener -> listener.accept(name));
    }

    /** Adds a listener, which receives the name of a hook each time that a program of it is served. */
    public void whenPut(Consumer<String> listener) {
        listeners.add(listener);
    }

    /** Registers a hook that is not loaded yet, unless it is registered already. */
    public void expect(String name) {
        entries.putIfAbsent(
                name, new Entry(name, Optional.empty(), Optional.empty(), Optional.of("it is still being loaded")));
    }

    /** Registers a hook that its first call loads, unless a version of it has loaded: see {@link #loadOnDemand}. */
    public void defer(String name) {
        entries.compute(
                name,
                (key, old) -> old != null && old.program().isPresent()
                        ? old
                        : new Entry(key, Optional.empty(), Optional.empty(), Optional.empty()));
    }

    /**
     * Sets what a call of a hook without a program does first: load it if it is deferred, or wait for it if it is being loaded.
     *
     * @param load gets the name of the hook, which may be unknown, and the maximum time to wait for another thread; called by many threads
     */
    public void loadOnDemand(BiConsumer<String, Duration> load) {
        demands = load;
    }

    /** Loads a hook if it is deferred, and waits until that is done, or if it is being loaded, at most this time. */
    void demand(String name, Duration within) {
        if (find(name).flatMap(Entry::program).isEmpty()) {
            demands.accept(name, within);
        }
    }

    /** Registers that the newest version of a hook does not load. The last good version is still served. */
    public void fail(String name, String problem) {
        entries.compute(name, (key, old) -> {
            Optional<HookProgram> last = old == null ? Optional.empty() : old.program();
            return new Entry(key, last, old == null ? Optional.empty() : old.version(), Optional.of(problem));
        });
    }

    /** Registers why the folders of the hooks cannot be read. The hooks that are loaded are still served. */
    public void foldersUnreadable(String problem) {
        folderProblem = Optional.of(problem);
    }

    /** Registers that the folders of the hooks were read. */
    public void foldersRead() {
        folderProblem = Optional.empty();
    }

    /** Why the folders of the hooks cannot be read; empty if they can. */
    public Optional<String> folderProblem() {
        return folderProblem;
    }

    /** Stops serving a hook. */
    public void remove(String name) {
        retire(entries.remove(name));
    }

    public Optional<Entry> find(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    public List<Entry> all() {
        return List.copyOf(entries.values());
    }

    /** The number of calls that hang in replaced or removed versions, by the name of the hook. */
    SortedMap<String, Integer> formerHanging() {
        former.removeIf(version -> version.calls().running() == 0);
        SortedMap<String, Integer> hanging = new TreeMap<>();
        for (Former version : former) {
            if (version.calls().hanging() > 0) {
                hanging.merge(version.name(), version.calls().hanging(), Integer::sum);
            }
        }
        return hanging;
    }

    /** The number of calls that hang in all versions of all hooks. */
    public int hanging() {
        int current = entries.values().stream().mapToInt(Entry::hanging).sum();
        return current
                + formerHanging().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Ends all programs, also those with running calls. */
    @Override
    public void close() {
        for (Entry entry : entries.values()) {
            entry.calls().ifPresent(HangingCalls::abandon);
            entry.program().ifPresent(HookProgram::close);
        }
        former.forEach(version -> version.calls().abandon());
    }

    private void retire(@Nullable Entry old) {
        if (old == null) {
            return;
        }
        old.calls().filter(calls -> calls.running() > 0).ifPresent(calls -> former.add(new Former(old.name(), calls)));
        if (old.hanging() > 0) {
            LOG.atWarn()
                    .addKeyValue("hook", old.name())
                    .addKeyValue("hanging", old.hanging())
                    .log("calls of a replaced version hang and run on; restart the server to end their threads");
        }
        if (abandonsReplaced) {
            old.calls().ifPresent(HangingCalls::abandon);
        }
        old.program().ifPresent(HookProgram::close);
    }
}
