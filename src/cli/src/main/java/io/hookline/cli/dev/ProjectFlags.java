package io.hookline.cli.dev;

import io.hookline.cli.terminal.CliErrors;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the commands that work on a project: where its hooks and examples are. */
public final class ProjectFlags {

    @Option(
            names = "--hooks",
            paramLabel = "DIR",
            description = "Folder with one folder for each hook (default: hooks/, and those of the examples).")
    private @Nullable Path hooks;

    @Option(
            names = "--examples",
            paramLabel = "DIR",
            description = "Folder with one folder for each example (default: the folder itself and examples/).")
    private @Nullable Path examples;

    /** The folder with the hooks, if the user named one. */
    Optional<Path> hooks() {
        return Optional.ofNullable(hooks);
    }

    /** The folder with the examples, if the user named one. */
    Optional<Path> examples() {
        return Optional.ofNullable(examples);
    }

    /**
     * Finds the examples.
     *
     * @param names of folders or examples; empty for all of the working directory
     * @throws CliErrors.UsageError if no example exists
     */
    public DevProject find(List<String> names) {
        List<String> chosen =
                names.stream().map(name -> Path.of(name).normalize().toString()).toList();
        Path root = Path.of("");
        DevProject project = new DevProject(root, chosen.contains("") ? List.of() : chosen, hooks(), examples());
        if (project.folders().isEmpty()) {
            throw new CliErrors.UsageError(root.toAbsolutePath().normalize() + " has no example: " + DevProject.NEEDED);
        }
        return project;
    }
}
