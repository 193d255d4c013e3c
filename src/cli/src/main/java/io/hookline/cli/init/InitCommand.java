package io.hookline.cli.init;

import io.hookline.cli.init.ProjectGenerator.GeneratedFile;
import io.hookline.cli.rbac.ControllerFiles;
import io.hookline.cli.rbac.LeastRole;
import io.hookline.cli.rbac.RoleNames;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code hookline init}: writes the files of a new project. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Write a new project: a controller with its kind, a sample, a hook, tests, and a deployment.",
            "The folder's name becomes the name of the controller. Existing files are never overwritten."
        },
        footer = {
            "",
            "Examples:",
            "  hookline init webapp",
            "  hookline init webapp --kind WebApp --group example.com --children apps/v1/deployments,v1/services --hook python",
            "  hookline init backup --decorator --kind StatefulSet --children batch/v1/cronjobs"
        })
public final class InitCommand implements Callable<Integer> {

    @Parameters(paramLabel = "DIR", description = "The folder of the project. It is created if it does not exist.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path folder;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The name of the controller and its hook (default: the folder's name).")
    private @Nullable String name;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            description =
                    "The new kind (default: from the folder's name). With --decorator: the built-in kind of the objects"
                            + " to decorate (default: Deployment).")
    private @Nullable String kind;

    @Option(
            names = "--group",
            paramLabel = "GROUP",
            description =
                    "The API group of the new kind, a domain (default: example.com). With --decorator: the group of the"
                            + " built-in kind, if needed.")
    private @Nullable String group;

    @Option(
            names = "--children",
            paramLabel = "RESOURCE",
            split = ",",
            description =
                    "The kinds of the children: GROUP/VERSION/RESOURCE, without a group for the core group, and with :KIND"
                            + " if a CRD defines it (default: apps/v1/deployments,v1/services; with --decorator: v1/configmaps).")
    private List<String> children = new ArrayList<>();

    @Option(
            names = "--hook",
            paramLabel = "LANGUAGE",
            converter = LanguageConverter.class,
            description = "The language of the hook: " + LanguageFiles.Language.NAMES + " (default: java).")
    private LanguageFiles.Language language = LanguageFiles.Language.JAVA;

    @Option(
            names = "--decorator",
            description = "Write a DecoratorController, which attaches children to existing objects that have the label"
                    + " NAME=enabled.")
    private boolean decorator;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Reads the value of {@code --hook}. */
    static final class LanguageConverter implements CommandLine.ITypeConverter<LanguageFiles.Language> {
        @Override
        public LanguageFiles.Language convert(String value) {
            return LanguageFiles.Language.named(value)
                    .orElseThrow(() -> new CommandLine.TypeConversionException(
                            "expected " + LanguageFiles.Language.NAMES + ", was \"" + value + "\""));
        }
    }

    @Override
    public Integer call() {
        PlanReader reader = new PlanReader(new PlanReader.Arguments(
                folder,
                Optional.ofNullable(name),
                Optional.ofNullable(kind),
                Optional.ofNullable(group),
                children,
                decorator));
        ProjectPlan plan = reader.read();
        String version = new Build().version();
        LanguageFiles hook = language.files(plan, version);
        List<GeneratedFile> files = new ArrayList<>(new ProjectGenerator(plan, hook, version).files());
        requireAbsent(files, ProjectGenerator.ROLE);
        files.add(files.size() - 1, write(files, plan));
        print(plan, hook, files, reader.notBuiltIn(plan.children()));
        return 0;
    }

    /** Writes all files, or none, and returns the one that is computed from the others. */
    private GeneratedFile write(List<GeneratedFile> files, ProjectPlan plan) {
        NewFiles written = new NewFiles(folder);
        try {
            written.write(files);
            GeneratedFile role = new GeneratedFile(ProjectGenerator.ROLE, "what the watcher may do", role(plan));
            written.write(List.of(role));
            return role;
        } catch (RuntimeException e) {
            written.remove();
            throw e;
        }
    }

    /** The role is computed from the files that are written. */
    private String role(ProjectPlan plan) {
        ControllerFiles controllers = ControllerFiles.read(
                List.of(folder.resolve(ProjectGenerator.CONTROLLER)), false, InputStream.nullInputStream());
        LeastRole role = LeastRole.of(controllers, List.of(), LeastRole.Options.of(folder.resolve("hooks")));
        return role.yaml(new RoleNames("hookline-" + plan.name(), "hookline", "hookline"));
    }

    /** @param foreign resources of children that the cluster in memory does not have */
    private void print(ProjectPlan plan, LanguageFiles hook, List<GeneratedFile> files, List<String> foreign) {
        PrintWriter out = spec.commandLine().getOut();
        String kinds = Words.plural(plan.parent().kind());
        out.println("wrote " + files.size() + " files to "
                + folder.normalize().toAbsolutePath().getFileName() + ", "
                + (plan.decorator() ? "a decorator of " : "a controller of ") + kinds);
        out.println();
        List<GeneratedFile> shown =
                files.stream().filter(file -> !file.purpose().isEmpty()).toList();
        int width = shown.stream().mapToInt(file -> file.path().length()).max().orElse(0);
        shown.forEach(file ->
                out.println("  " + file.path() + " ".repeat(width - file.path().length()) + "  " + file.purpose()));
        out.println();
        out.println("Next:");
        if (!folder.toAbsolutePath().normalize().equals(Path.of("").toAbsolutePath())) {
            out.println("  cd " + quoted(folder.normalize().toString()));
        }
        foreign.forEach(resource -> out.printf(
                "  %-31s  add the CRD %s, and name its file in install of expect.yaml%n",
                ProjectGenerator.CONTROLLER, resource));
        hook.build().ifPresent(command -> out.printf("  %-31s  build the hook, now and after each edit%n", command));
        out.println("  hookline dev                     start it; edit the hook, and see what changes");
        out.println("  hookline test                    test it");
        hook.onceStep().ifPresent(out::println);
        out.println("  kubectl apply -k deploy          deploy it; README.md has the first steps");
        out.flush();
    }

    private static String quoted(String path) {
        return path.matches("[\\w./-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }

    /**
     * Checks that nothing is in the way.
     *
     * @param further a file that will be written too
     * @throws CliErrors.CommandFailed with all files that exist
     */
    private void requireAbsent(List<GeneratedFile> files, String further) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new CliErrors.CommandFailed(folder + " is a file; choose another folder");
        }
        List<String> existing = Stream.concat(files.stream().map(GeneratedFile::path), Stream.of(further))
                .filter(path -> Files.exists(folder.resolve(path), LinkOption.NOFOLLOW_LINKS))
                .toList();
        if (!existing.isEmpty()) {
            throw new CliErrors.CommandFailed(
                    "these files exist in " + folder + " and would be overwritten:\n  " + String.join("\n  ", existing)
                            + "\nNothing was written. Choose another folder, or move them away.");
        }
    }
}
