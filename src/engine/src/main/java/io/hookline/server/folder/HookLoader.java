package io.hookline.server.folder;

import static java.util.Objects.requireNonNull;

import io.hookline.hook.JavaHook;
import io.hookline.hook.effect.SideEffect;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.NearestName;
import io.hookline.server.call.CallLimiter;
import io.hookline.server.call.CallWatchdog;
import io.hookline.server.call.HookConcurrency;
import io.hookline.server.call.HookSettings;
import io.hookline.server.compiled.ContextLoaderHook;
import io.hookline.server.compiled.HookClassLoader;
import io.hookline.server.compiled.HookClassPath;
import io.hookline.server.compiled.HookOutput;
import io.hookline.server.compiled.JavaCompiler;
import io.hookline.server.compiled.ProcessExits;
import io.hookline.server.compiled.TimeLimitedHook;
import io.hookline.server.executable.ExecutableHook;
import io.hookline.server.executable.Executables;
import io.hookline.server.executable.ProcessRunner;
import io.hookline.server.worker.WorkerFiles;
import io.hookline.server.worker.WorkerHook;
import io.hookline.server.worker.WorkerSettings;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Loads a hook from its folder. Thread-safe.
 *
 * <p>It compiles the Java sources, with the hook's libraries, or takes the class files that were kept. Among the other files, it finds the scripts and executables
 * {@code sync.*}, {@code finalize.*}, {@code customize.*}, {@code validate.*} and {@code mutate.*}. Java hooks run in this process, with its rights and in its heap.
 * Scripts that define functions run in worker processes, executables in a process for each call.
 */
public final class HookLoader {

    /** Enough to see a misspelt name in a short message. */
    private static final int MAX_NAMES = 5;

    private final HookSettings settings;
    private final InstantSource clock;
    private final CallLimiter calls;
    private final CallWatchdog watchdog;
    private final CallLimiter processPlaces;
    private final ProcessRunner processes;
    private final WorkerSettings workers;
    private final Optional<KeptClasses> kept;
    private final HookOutput output = new HookOutput();

    /**
     * Creates a loader. It starts no thread and no process.
     *
     * @param clock the time for Java hooks, unless a call names another one
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
        this.watchdog = calls.watchdog(settings.timeout());
        this.processPlaces = new CallLimiter(pumps, settings.maxCalls(), settings.callsPerHook());
        this.processes = new ProcessRunner(pumps, settings);
        this.workers = WorkerSettings.of(settings, pumps);
        this.kept = settings.classes().flatMap(folder -> KeptClasses.in(folder, clock));
    }

    /**
     * Loads a folder.
     *
     * @throws HookException with file and line of each error; its message is for the hook's author
     */
    public HookProgram load(Path folder) {
        return load(HookSource.of(folder));
    }

    /**
     * Loads a hook.
     *
     * @throws HookException with file and line of each error; its message is for the hook's author
     */
    HookProgram load(HookSource source) {
        String name = source.name();
        Path folder = source.folder();
        List<Path> files = new ArrayList<>(source.files());
        List<Path> javaSources = take(files, ".java");
        List<WorkerFiles> scripts = WorkerFiles.take(folder, files);
        Map<HookType, List<String>> commands = Executables.in(folder, files);
        HookConcurrency places = processPlaces.forHook(name);
        List<CombinedHook.Part> parts = new ArrayList<>();
        boolean loaded = false;
        try {
            if (!javaSources.isEmpty()) {
                parts.add(java(source, javaSources));
            }
            if (!commands.isEmpty()) {
                parts.add(executables(folder, commands, places));
            }
            for (WorkerFiles each : scripts) {
                parts.add(script(folder, each, places));
            }
            HookProgram program = combined(source, parts);
            loaded = true;
            return program;
        } finally {
            if (!loaded) {
                parts.forEach(part -> part.program().close());
            }
        }
    }

    private CombinedHook.Part script(Path folder, WorkerFiles scripts, HookConcurrency places) {
        Map<HookType, List<String>> commands = scripts.executables(workers.path());
        return commands.isEmpty()
                ? new CombinedHook.Part(WorkerHook.load(scripts, places, workers), scripts::source)
                : executables(folder, commands, places);
    }

    private static HookProgram combined(HookSource source, List<CombinedHook.Part> parts) {
        return switch (parts.size()) {
            case 0 ->
                throw new HookException("there is no hook in " + source.folder()
                        + ": expected Java sources, or files named sync.*, finalize.*, customize.*, validate.* or mutate.*"
                        + found(source.names()));
            case 1 -> parts.getFirst().program();
            default -> new CombinedHook(parts);
        };
    }

    /** What is there instead, since a name may only be misspelt. */
    private static String found(List<String> names) {
        if (names.isEmpty()) {
            return "";
        }
        String first = names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
        return "; found " + first + (names.size() > MAX_NAMES ? " and others" : "")
                + names.stream()
                        .flatMap(name -> meant(name).stream())
                        .findFirst()
                        .map(name -> "; did you mean " + name + "?")
                        .orElse("");
    }

    private static Optional<String> meant(String name) {
        int dot = name.indexOf('.') < 0 ? name.length() : name.indexOf('.');
        return NearestName.of(
                        name.substring(0, dot),
                        Stream.of(HookType.values()).map(HookType::text).toList())
                .map(type -> type + name.substring(dot));
    }

    /** Removes the files of a language from the files that may be executables, and returns them. */
    private static List<Path> take(List<Path> files, String extension) {
        List<Path> taken = files.stream()
                .filter(file -> file.toString().endsWith(extension))
                .toList();
        files.removeAll(taken);
        return taken;
    }

    private CombinedHook.Part java(HookSource source, List<Path> sources) {
        String name = source.name();
        HookClassPath classPath = source.classPath();
        Supplier<Map<String, byte[]>> compiler = () -> compile(source.folder(), sources, classPath);
        Map<String, byte[]> classes = kept.map(
                        files -> files.get(source.folder(), sources, classPath.libraries(), compiler))
                .orElseGet(compiler);
        ProcessExits.refuse(classes);
        HookClassLoader loader = new HookClassLoader(name, classes, classPath);
        try (HookOutput.Printing _ = output.begin(name)) {
            List<Object> hooks = loader.hooks(settings.sideEffects());
            HookProgram program = new ContextLoaderHook(JavaHook.of(clock, hooks.toArray()), loader);
            return new CombinedHook.Part(guarded(name, program), type -> "class " + className(hooks, type));
        }
    }

    /**
     * The side effects for which the Java classes of a hook take clients. They are compiled, and no instance is made.
     *
     * @throws HookException if they do not compile
     */
    public static Set<SideEffect> sideEffects(HookSource source) {
        List<Path> files = new ArrayList<>(source.files());
        List<Path> sources = take(files, ".java");
        if (sources.isEmpty()) {
            return Set.of();
        }
        HookClassPath classPath = source.classPath();
        return new HookClassLoader(source.name(), compile(source.folder(), sources, classPath), classPath)
                .sideEffects();
    }

    static Map<String, byte[]> compile(Path folder, List<Path> sources, HookClassPath classPath) {
        try {
            return JavaCompiler.compile(folder, sources, classPath.libraries());
        } catch (HookException e) {
            String error = String.valueOf(e.getMessage());
            throw new HookException(error + MavenLayout.hint(folder, error), e);
        }
    }

    private String className(List<Object> hooks, HookType type) {
        return hooks.stream()
                .filter(hook -> JavaHook.of(clock, hook).types().contains(type))
                .map(hook -> hook.getClass().getName())
                .findFirst()
                .orElseThrow();
    }

    private CombinedHook.Part executables(Path folder, Map<HookType, List<String>> commands, HookConcurrency places) {
        HookProgram program = new ExecutableHook(folder, commands, places, processes);
        return new CombinedHook.Part(program, type -> fileName(requireNonNull(commands.get(type))));
    }

    private static String fileName(List<String> command) {
        return String.valueOf(Path.of(command.getLast()).getFileName());
    }

    /** Gives a program of this process the timeout and the limit of threads that loaded hooks have. */
    public HookProgram guarded(String name, HookProgram hook) {
        return new TimeLimitedHook(name, hook, calls, watchdog, settings.timeout(), output);
    }

    /** Logs what Java hooks print, if the standard streams of the process are replaced by its streams. */
    public HookOutput output() {
        return output;
    }
}
