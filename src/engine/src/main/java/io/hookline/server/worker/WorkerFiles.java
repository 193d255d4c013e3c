package io.hookline.server.worker;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.FileFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The scripts of one language in a hook's folder that define functions.
 *
 * @param folder the absolute path
 * @param files for each type of call, the file with its name, such as {@code sync.py}
 */
public record WorkerFiles(WorkerLanguage language, Path folder, Map<HookType, Path> files) {

    public WorkerFiles {
        files = new EnumMap<>(files);
    }

    /**
     * Takes the scripts without an interpreter line out of the files of a hook.
     *
     * @param files those that may be hooks; the scripts are removed, with other files of their languages such as tests
     * @return one element for each language that is used
     */
    public static List<WorkerFiles> take(Path folder, List<Path> files) {
        List<WorkerFiles> all = new ArrayList<>();
        for (WorkerLanguage language : WorkerLanguage.values()) {
            Map<HookType, Path> scripts = new EnumMap<>(HookType.class);
            files.removeIf(file -> folder.equals(file.getParent()) && isScript(language, file) && put(scripts, file));
            if (!scripts.isEmpty()) {
                all.add(new WorkerFiles(language, folder.toAbsolutePath().normalize(), scripts));
            }
        }
        return all;
    }

    /**
     * The command line of a worker, without the redirections.
     *
     * @param path the search path for the interpreter
     * @throws HookException if the interpreter is not installed
     */
    List<String> command(String path, long memory) {
        Path program = language.program(path)
                .orElseThrow(() -> new HookException(
                        source(files.keySet().iterator().next()) + " needs " + language.missing() + "; install it"));
        return language.command(program, this, memory);
    }

    /**
     * The command line for each script, if there is a program that needs no worker.
     *
     * @param path the search path for the program
     */
    public Map<HookType, List<String>> executables(String path) {
        Map<HookType, List<String>> commands = new EnumMap<>(HookType.class);
        if (language == WorkerLanguage.JSONNET) {
            WorkerLanguage.find("jsonnet", path)
                    .ifPresent(program -> files.forEach((type, file) -> commands.put(
                            type,
                            List.of(
                                    program.toString(),
                                    "--tla-code-file",
                                    "request=/dev/stdin",
                                    file.toAbsolutePath().toString()))));
        }
        return commands;
    }

    /** The name of a file for messages. */
    public String source(HookType type) {
        return Optional.ofNullable(files.get(type))
                .map(Path::getFileName)
                .map(Path::toString)
                .orElse(type.text());
    }

    /** Only {@code sync.py} is a hook; {@code sync.test.py} is a file of the same language. */
    private static boolean put(Map<HookType, Path> scripts, Path file) {
        typeOf(file).ifPresent(type -> {
            Path other = scripts.put(type, file);
            if (other != null) {
                throw new HookException(other.getFileName() + " and " + file.getFileName() + " are both the "
                        + type.text() + " hook: keep one of them");
            }
        });
        return true;
    }

    private static Optional<HookType> typeOf(Path file) {
        String name = file.getFileName().toString();
        String base = name.substring(0, name.lastIndexOf('.'));
        for (HookType type : HookType.values()) {
            if (base.equals(type.text())) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    private static boolean isScript(WorkerLanguage language, Path file) {
        String name = file.getFileName().toString();
        return language.hasExtension(name.substring(name.lastIndexOf('.') + 1)) && !hasInterpreter(file);
    }

    private static boolean hasInterpreter(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return in.read() == '#' && in.read() == '!';
        } catch (IOException e) {
            throw new HookException(file.getFileName() + ": " + FileFailure.reason(e), e);
        }
    }
}
