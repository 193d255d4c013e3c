package io.hookline.cli.dev;

import io.hookline.cli.check.rule.Finding;
import io.hookline.cli.terminal.Console;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What a session prints about the user's files. An error is printed once until it is resolved. Thread-safe. */
final class DevConsole {

    /** More names do not fit into a line. */
    private static final int MAX_NAMES = 6;

    private final Console console;
    private final Map<Object, String> errors = new ConcurrentHashMap<>();

    DevConsole(Console console) {
        this.console = console;
    }

    /** The console for all other lines. */
    Console plain() {
        return console;
    }

    /** Prints which examples were found; if none, what makes a folder an example. */
    void found(List<Path> folders, Path root) {
        if (!folders.isEmpty()) {
            console.step(
                    "found", inShort(folders.stream().map(DevConsole::shown).toList()));
            return;
        }
        console.step("found", "no example in " + root.toAbsolutePath().normalize());
        console.line("""

                          An example is this folder, or a folder in examples/, with
                            controller.yaml   a CompositeController or DecoratorController
                            crd.yaml          the CRD of its parents
                            sample.yaml       an object to try it with
                            sync.py           the hook: an executable or Java sources; or in hooks/NAME/
                          It is installed as soon as it exists. `hookline init DIR` writes one.
                        """);
    }

    private static String shown(Path folder) {
        String name = DevProject.nameOf(folder);
        return folder.toString().isEmpty() ? name + " (this folder)" : folder.toString();
    }

    /** Prints which hooks are served. */
    void hooks(List<String> names, URI server) {
        console.step("hooks", (names.isEmpty() ? "none yet" : inShort(names)) + " at " + server);
    }

    /** All names, or the first two and the last if a line is too short for all. */
    static String inShort(List<String> names) {
        return names.size() <= MAX_NAMES
                ? String.join(", ", names)
                : names.get(0) + ", " + names.get(1) + ", ..., " + names.getLast() + " (" + names.size() + ")";
    }

    /** Prints an error about something, unless its last error was the same. */
    void error(Object about, String error) {
        if (!error.equals(errors.put(about, error))) {
            console.step("ERROR", error);
        }
    }

    /** Prints a warning about something, unless its last error or warning was the same. */
    void warning(Object about, String warning) {
        if (!warning.equals(errors.put(about, warning))) {
            console.step("WARNING", warning);
        }
    }

    /** Prints a finding of the checks. */
    void finding(Finding finding) {
        console.step(finding.isError() ? "ERROR" : "WARNING", finding.toString());
    }

    /** Forgets the last error about something. */
    void resolved(Object about) {
        errors.remove(about);
    }
}
