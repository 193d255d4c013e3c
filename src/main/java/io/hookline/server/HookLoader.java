package io.hookline.server;

import io.hookline.hook.JavaHook;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookType;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * Makes a program of a hook's folder: of its Java sources, which it compiles, and of the executables {@code sync.*},
 * {@code finalize.*} and {@code customize.*}. Thread-safe.
 *
 * <p>Java hooks run with the rights and in the heap of this process; executables run as processes under it.
 */
public final class HookLoader {

    private final HookSettings settings;
    private final InstantSource clock;
    private final CallLimiter calls;
    private final CallLimiter processPlaces;
    private final ProcessRunner processes;
    private final HookOutput output = new HookOutput();

    /**
     * Makes nothing run yet.
     *
     * @param clock what Java hooks get as the time
     * @param hookThreads runs Java hooks, at most {@link HookSettings#maxCalls} at a time plus those that hang: it must
     *     give each task a thread at once, best a platform thread, since code that loops would hold up virtual ones
     * @param pumps moves the bytes of executables, three tasks for each that runs: platform threads, since a virtual thread
     *     that reads from a process holds its carrier, and a few quiet processes would hold up all virtual threads
     */
    public HookLoader(HookSettings settings, InstantSource clock, Executor hookThreads, Executor pumps) {
        this.settings = settings;
        this.clock = clock;
        this.calls = new CallLimiter(hookThreads, settings.maxCalls(), settings.callsPerHook());
        this.processPlaces = new CallLimiter(pumps, settings.maxCalls(), settings.callsPerHook());
        this.processes = new ProcessRunner(pumps, settings);
    }

    /**
     * Loads a folder.
     *
     * @throws HookException with file and line of what is wrong; its message is for the hook's author
     */
    public HookProgram load(Path folder) {
        String name = folder.toAbsolutePath().normalize().getFileName().toString();
        List<Path> files = HookFiles.in(folder);
        List<Path> sources =
                files.stream().filter(file -> file.toString().endsWith(".java")).toList();
        Map<HookType, List<String>> commands = Executables.in(folder, files);
        List<HookProgram> programs = new ArrayList<>();
        if (!sources.isEmpty()) {
            programs.add(guarded(name, compiled(name, folder, sources)));
        }
        if (!commands.isEmpty()) {
            programs.add(new ExecutableHook(folder, commands, processPlaces.forHook(name), processes));
        }
        return switch (programs.size()) {
            case 0 ->
                throw new HookException("there is no hook in " + folder + ": expected Java sources, or executables"
                        + " named sync.*, finalize.* or customize.*");
            case 1 -> programs.getFirst();
            default -> new CombinedHook(programs);
        };
    }

    /** A program of this process with the timeout and the bound on threads that loaded ones have. */
    public HookProgram guarded(String name, HookProgram hook) {
        return new TimeLimitedHook(name, hook, calls, settings, output);
    }

    private HookProgram compiled(String name, Path folder, List<Path> sources) {
        Map<String, byte[]> classes = JavaCompiler.compile(folder, sources);
        ProcessExits.refuse(classes);
        HookClassLoader loader = new HookClassLoader(name, classes, HookLoader.class.getClassLoader());
        try (HookOutput.Printing _ = output.begin(name)) {
            return JavaHook.of(clock, loader.hooks().toArray());
        }
    }

    /** Takes what Java hooks print, if the streams of the process are replaced by those it gives. */
    public HookOutput output() {
        return output;
    }
}
