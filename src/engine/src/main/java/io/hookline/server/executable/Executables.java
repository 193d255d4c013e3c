package io.hookline.server.executable;

import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.FileFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the executables in a hook's folder: {@code sync}, {@code finalize} and so on, or with an extension. */
public final class Executables {

    private static final int LONGEST_FIRST_LINE = 256;

    private Executables() {}

    /**
     * The command line for each type of call that the folder has an executable for.
     *
     * @param files the files that may be executables: no sources of languages that run in this process
     */
    public static Map<HookType, List<String>> in(Path folder, List<Path> files) {
        Map<HookType, List<String>> commands = new EnumMap<>(HookType.class);
        for (Path file : files) {
            Optional<HookType> type = typeOf(file);
            if (type.isPresent() && folder.equals(file.getParent())) {
                List<String> other = commands.put(type.get(), command(file));
                if (other != null) {
                    throw new HookException(Path.of(other.getLast()).getFileName() + " and " + file.getFileName()
                            + " are both the " + type.get().text() + " hook: keep one of them");
                }
            }
        }
        return commands;
    }

    private static Optional<HookType> typeOf(Path file) {
        String name = file.getFileName().toString();
        for (HookType type : HookType.values()) {
            if (name.equals(type.text()) || name.startsWith(type.text() + ".")) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    /** Uses the interpreter if the file names one: in a mounted ConfigMap, all files are executable or none is. */
    private static List<String> command(Path file) {
        List<String> command = new ArrayList<>(interpreter(file));
        if (command.isEmpty() && !Files.isExecutable(file)) {
            throw new HookException(
                    file.getFileName()
                            + ": not executable; run chmod +x, or name an interpreter in its first line (#!/usr/bin/env python3)");
        }
        command.add(file.toAbsolutePath().toString());
        return List.copyOf(command);
    }

    private static List<String> interpreter(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            String start = new String(in.readNBytes(LONGEST_FIRST_LINE), StandardCharsets.UTF_8);
            if (!start.startsWith("#!")) {
                return List.of();
            }
            String line = start.substring(2).lines().findFirst().orElse("").strip();
            return line.isEmpty() ? List.of() : List.of(line.split("\\s+"));
        } catch (IOException e) {
            throw new HookException(file.getFileName() + ": " + FileFailure.reason(e), e);
        }
    }
}
