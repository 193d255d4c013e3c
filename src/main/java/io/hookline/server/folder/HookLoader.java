package io.hookline.server.folder;

import io.hookline.hook.JavaHook;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.call.CallLimiter;
import io.hookline.server.call.HookSettings;
import io.hookline.server.compiled.HookClassLoader;
import io.hookline.server.compiled.HookOutput;
import io.hookline.server.compiled.JavaCompiler;
import io.hookline.server.compiled.ProcessExits;
import io.hookline.server.compiled.TimeLimitedHook;
import io.hookline.server.executable.ExecutableHook;
import io.hookline.server.executable.Executables;
import io.hookline.server.executable.ProcessRunner;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * Loads a hook from its folder. Thread-safe.
 *
 * <p>It compiles the Java sources and finds the executables {@code sync.*}, {@code finalize.*} and {@code customize.*}.
 * Java hooks run in this process, with its rights and in its heap. Executables run as child processes.
 */
public final class HookLoader {

    private final HookSettings settings;
    private final InstantSource clock;
    private final CallLimiter calls;
    private final CallLimiter processPlaces;
    private final ProcessRunner processes;
    private final HookOutput output = new HookOutput();

    /**
     * Creates a loader. It starts no thread and no process.
     *
     * @param clock the time for Java hooks
     * @param hookThreads runs Java hooks: at most {@link HookSettings#maxCalls} at a time, plus those that hang. It must
     *     start a thread for each task at once, preferably a platform thread, because code that loops blocks the carrier
     *     of a virtual thread
     * @param pumps copies the input and output of executables, with three tasks for each process. It must use platform
     *     threads: a virtual thread that reads from a process pins its carrier, so that a few silent processes would block
     *     all virtual threads
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
     * @throws HookException with file and line of each error; its message is for the hook's author
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

    /** Gives a program of this process the timeout and the limit of threads that loaded hooks have. */
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

    /** Logs what Java hooks print, if the standard streams of the process are replaced by its streams. */
    public HookOutput output() {
        return output;
    }
}
