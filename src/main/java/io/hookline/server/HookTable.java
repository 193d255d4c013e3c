package io.hookline.server;

import io.hookline.hook.HookProgram;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The hooks that are served, by name. Thread-safe: a call in flight ends with the program it began with. */
public final class HookTable {

    private final ConcurrentNavigableMap<String, Entry> entries = new ConcurrentSkipListMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    /**
     * One served hook.
     *
     * @param program the last one that loaded; absent if none ever did
     * @param problem why the newest version did not load; absent if it did
     */
    record Entry(String name, Optional<HookProgram> program, Optional<String> problem) {
        String state() {
            if (problem.isEmpty()) {
                return "ready";
            }
            return program.isPresent() ? "stale" : "broken";
        }
    }

    /** Serves a program under a name from now on, in place of what was served there. */
    public void put(String name, HookProgram program) {
        Entry old = entries.put(name, new Entry(name, Optional.of(program), Optional.empty()));
        close(old);
        listeners.forEach(listener -> listener.accept(name));
    }

    /** From now on tells the name of each hook that got a program, when it is served already. */
    public void whenPut(Consumer<String> listener) {
        listeners.add(listener);
    }

    /** Says that a hook is on its way, unless it is there already. */
    void expect(String name) {
        entries.putIfAbsent(name, new Entry(name, Optional.empty(), Optional.of("it is still being loaded")));
    }

    /** Says that the newest version of a hook does not load. The last good one goes on. */
    void fail(String name, String problem) {
        entries.compute(name, (key, old) -> {
            Optional<HookProgram> last = old == null ? Optional.empty() : old.program();
            return new Entry(key, last, Optional.of(problem));
        });
    }

    /** Serves it no longer. */
    public void remove(String name) {
        close(entries.remove(name));
    }

    Optional<Entry> find(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    List<Entry> all() {
        return List.copyOf(entries.values());
    }

    private static void close(@Nullable Entry old) {
        if (old != null) {
            old.program().ifPresent(HookProgram::close);
        }
    }
}
