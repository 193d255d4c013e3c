package io.hookline.server.worker;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A language of worker hooks: its files, and the process that runs them. */
enum WorkerLanguage {
    PYTHON("python3", "py", 8, 128) {
        @Override
        List<String> command(Path program, WorkerFiles files, long memory) {
            List<String> command = new ArrayList<>(List.of(
                    program.toString(),
                    "-c",
                    "import os; exec(os.environ.pop('" + SOURCE + "'))",
                    files.folder().toString(),
                    Long.toString(memory)));
            files.files().keySet().forEach(type -> command.add(type.text()));
            return command;
        }

        @Override
        void addTo(Map<String, String> environment) {
            environment.put(SOURCE, source("worker.py"));
            environment.put("HOOKLINE_HELPERS", PythonHelpers.source());
        }

        @Override
        boolean printsStack() {
            return true;
        }

        @Override
        boolean countsAddresses() {
            return true;
        }
    },

    JAVASCRIPT("node", "js mjs cjs", 24, 24) {
        @Override
        List<String> command(Path program, WorkerFiles files, long memory) {
            List<String> command = new ArrayList<>(List.of(
                    program.toString(),
                    "--max-old-space-size=" + mebibytes(memory),
                    "--max-semi-space-size=" + Math.clamp(mebibytes(memory) / 16, 1, 16), // there may be three of them
                    "-e",
                    "const source = process.env." + SOURCE + "; delete process.env." + SOURCE + "; eval(source)",
                    "--",
                    files.folder().toString()));
            files.files()
                    .values()
                    .forEach(file -> command.add(file.getFileName().toString()));
            return command;
        }

        @Override
        void addTo(Map<String, String> environment) {
            environment.put(SOURCE, source("worker.js"));
        }
    },

    /** In a JVM of its own. A program {@code jsonnet} is preferred, which needs no worker. */
    JSONNET("java", "jsonnet", 64, 24) {
        @Override
        Optional<Path> program(String path) {
            return JsonnetLibraries.classPath().isPresent()
                    ? Optional.of(Path.of(System.getProperty("java.home"), "bin", "java"))
                    : Optional.empty();
        }

        @Override
        String missing() {
            return "the program jsonnet, which is not on the PATH, or the folder lib/jsonnet of the distribution";
        }

        @Override
        List<String> command(Path program, WorkerFiles files, long memory) {
            List<String> command = new ArrayList<>(List.of(
                    program.toString(),
                    "-Xmx" + mebibytes(memory) + "m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:-UsePerfData",
                    "--enable-native-access=ALL-UNNAMED", // a library for checksums
                    "--sun-misc-unsafe-memory-access=allow", // Scala
                    "-cp",
                    JsonnetLibraries.classPath().orElseThrow(),
                    JsonnetLibraries.MAIN,
                    files.folder().toString()));
            files.files().keySet().forEach(type -> command.add(type.text()));
            return command;
        }

        @Override
        void addTo(Map<String, String> environment) {
            environment.remove("JAVA_TOOL_OPTIONS"); // the JVM prints them
        }
    };

    /** The variable with the source of a worker's script: no file, since no folder may be writable. */
    private static final String SOURCE = "HOOKLINE_WORKER";

    private final String program;
    private final String extensions;
    private final int besideData;
    private final int smallestData;

    WorkerLanguage(String program, String extensions, int besideData, int smallestData) {
        this.program = program;
        this.extensions = extensions;
        this.besideData = besideData;
        this.smallestData = smallestData;
    }

    /** What a process needs beside the data of its hook, in bytes: without files, which all processes share. */
    long besideData() {
        return (long) besideData << 20;
    }

    /** The least limit for data, in bytes, with which a usual hook works. */
    long smallestData() {
        return (long) smallestData << 20;
    }

    /** Whether the limit is one of addresses, of which a process uses a part only. */
    boolean countsAddresses() {
        return false;
    }

    /**
     * The command line without the redirections.
     *
     * @param memory the limit for data, in bytes
     */
    abstract List<String> command(Path program, WorkerFiles files, long memory);

    /** Adds what the command needs to the environment of its process. */
    abstract void addTo(Map<String, String> environment);

    /** The interpreter; empty if it is not installed. */
    Optional<Path> program(String path) {
        return find(program, path);
    }

    /** What to install if there is no interpreter. */
    String missing() {
        return program + ", which is not on the PATH";
    }

    /** Whether a worker prints its stack, in the format of Python, when it is asked to end. */
    boolean printsStack() {
        return false;
    }

    /** Whether files with this extension are scripts of this language. */
    boolean hasExtension(String extension) {
        return List.of(extensions.split(" ")).contains(extension);
    }

    /** Finds a program in the folders of a search path. */
    static Optional<Path> find(String program, String path) {
        return Stream.of(path.split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static long mebibytes(long bytes) {
        return Math.max(1, bytes >> 20);
    }

    static String source(String script) {
        try (InputStream in = requireNonNull(WorkerLanguage.class.getResourceAsStream(script))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
