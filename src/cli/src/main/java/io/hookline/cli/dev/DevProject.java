package io.hookline.cli.dev;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.object.NearestName;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Finds the examples and hooks of a user's folder. An example is a folder with an {@code expect.yaml}, a
 * CompositeController or a DecoratorController, also in its sub-folder {@code controller}: the folder itself and the
 * folders in {@code examples/}, otherwise its sub-folders. Hooks are in {@code hooks/NAME/} of the folder or of an
 * example, or beside the manifests of an example. Thread-safe.
 */
public final class DevProject {

    private static final String EXAMPLES = "examples";
    private static final String HOOKS = "hooks";

    /** Sub-folders that may contain copies of manifests. */
    private static final Set<String> NEVER = Set.of(HOOKS, EXAMPLES, "target", "build", "node_modules", "fixtures");

    private final Path root;
    private final Optional<Path> hooks;
    private final Optional<Path> examples;
    private final Set<Path> searched = new LinkedHashSet<>();

    /** Whether a folder that has manifests, but neither an {@code expect.yaml} nor a controller, is an example too. */
    private final boolean plain;

    /** The examples that the user chose; empty for all. */
    private final List<Path> chosen;

    /** The hooks that the controllers of each example name. */
    private final Map<Path, Set<String>> hookNames = new ConcurrentHashMap<>();

    /**
     * Finds the chosen examples, to install them.
     *
     * @param root the folder to search
     * @throws CliErrors.UsageError with the known names, if an example does not exist
     */
    DevProject(Path root, DevCommand.Options options) {
        this(root, options.names(), options.hooks(), options.examples(), false);
    }

    /**
     * Finds the chosen examples, to check them. A folder without an example is one itself if it has manifests.
     *
     * @param root the folder to search
     * @param names the chosen examples, by name or path; empty for all
     * @param hooks the folder of the hooks, if it is not to be searched
     * @param examples the folder of the examples, if it is not to be searched
     * @throws CliErrors.UsageError with the known names, if an example does not exist
     */
    public DevProject(Path root, List<String> names, Optional<Path> hooks, Optional<Path> examples) {
        this(root, names, hooks, examples, true);
    }

    private DevProject(Path root, List<String> names, Optional<Path> hooks, Optional<Path> examples, boolean plain) {
        this.root = root;
        this.plain = plain;
        this.hooks = hooks.map(CliErrors::hooksFolder);
        this.examples = examples;
        examples.filter(folder -> !Files.isDirectory(folder)).ifPresent(folder -> {
            throw new CliErrors.CommandFailed(
                    "no such examples folder: " + folder.toAbsolutePath() + "; choose another with --examples");
        });
        searched.add(root);
        List<Path> known = everything();
        this.chosen = names.stream()
                .flatMap(name -> named(name, known).stream())
                .distinct()
                .toList();
    }

    /** The folders of the examples that exist now. */
    public List<Path> folders() {
        return chosen.isEmpty()
                ? everything()
                : chosen.stream().filter(Files::isDirectory).toList();
    }

    /** The folder itself if it has manifests but no example: {@code dev} checks them and does not install them. */
    List<Path> notInstalled() {
        return folders().isEmpty() && Scenario.hasManifests(root) ? List.of(root) : List.of();
    }

    /** Whether all examples are meant, and so all hooks. */
    public boolean isWhole() {
        return chosen.isEmpty();
    }

    /** Records which hooks the controllers of an example name. */
    public void read(Scenario example) {
        hookNames.put(example.path(), example.hooks());
    }

    /** Whether a controller of an example that was read calls a hook. */
    boolean calls(String hook) {
        return hookNames.values().stream().anyMatch(names -> names.contains(hook));
    }

    /** The hooks that exist now. If two have the same name, the first is used. */
    public List<HookSource> hooks() {
        if (hooks.isPresent()) {
            return HookSource.in(hooks.get());
        }
        Map<String, HookSource> found = new LinkedHashMap<>();
        List<Path> folders = folders();
        Set<Path> parents = new LinkedHashSet<>(searched);
        folders.forEach(folder -> parents.addAll(parents(folder)));
        for (Path parent : parents) {
            HookSource.in(parent.resolve(HOOKS)).forEach(source -> found.putIfAbsent(source.name(), source));
        }
        for (Path folder : folders) {
            if (HookSource.isBeside(folder)) {
                Path absolute = folder.toAbsolutePath().normalize();
                HookSource source = new HookSource(nameBeside(folder, found.keySet()), absolute, true);
                found.putIfAbsent(source.name(), source);
            }
        }
        return List.copyOf(found.values());
    }

    /** The example, and the folder that contains {@code examples/}, since its path may be all that the user gave. */
    private static List<Path> parents(Path folder) {
        Path container = folder.toAbsolutePath().normalize().getParent();
        return container != null && container.endsWith(EXAMPLES) && container.getParent() != null
                ? List.of(folder, container.getParent())
                : List.of(folder);
    }

    /** The hook that the controllers name and no other folder has; otherwise the name of the folder. */
    private String nameBeside(Path folder, Set<String> others) {
        Set<String> missing = new LinkedHashSet<>(hookNames.getOrDefault(folder, Set.of()));
        missing.removeAll(others);
        return missing.size() == 1 ? missing.iterator().next() : nameOf(folder);
    }

    private List<Path> everything() {
        return examples.map(folder -> Scenario.isIn(folder) ? List.of(folder) : in(folder))
                .orElseGet(() -> inOrItself(root));
    }

    private List<Path> inOrItself(Path folder) {
        List<Path> found = inside(folder);
        return found.isEmpty() && plain && Scenario.hasManifests(folder) ? List.of(folder) : found;
    }

    /** The folder itself and those in {@code examples/}, otherwise its sub-folders. */
    private static List<Path> inside(Path folder) {
        List<Path> found = new ArrayList<>();
        if (Scenario.isIn(folder)) {
            found.add(folder);
        }
        found.addAll(in(folder.resolve(EXAMPLES)));
        return found.isEmpty() ? in(folder) : found;
    }

    private static List<Path> in(Path parent) {
        if (!Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(DevProject::maybeExample)
                    .filter(Scenario::isIn)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean maybeExample(Path folder) {
        String name = folder.getFileName().toString();
        return Files.isDirectory(folder) && Files.isReadable(folder) && !name.startsWith(".") && !NEVER.contains(name);
    }

    /** The examples that an argument means: the name of one, or the path of one or of a folder with some. */
    private List<Path> named(String name, List<Path> known) {
        Optional<Path> found =
                known.stream().filter(folder -> nameOf(folder).equals(name)).findFirst();
        if (found.isPresent()) {
            return List.of(found.get());
        }
        Path path = root.resolve(name);
        if (!Files.isDirectory(path)) {
            throw new CliErrors.UsageError(unknown(name, known));
        }
        searched.add(path);
        List<Path> in = inOrItself(path);
        if (in.isEmpty()) {
            throw new CliErrors.UsageError(path + " has no example: " + NEEDED);
        }
        return in;
    }

    /** What makes a folder an example. */
    public static final String NEEDED =
            "an example is a folder with a CompositeController or DecoratorController, such as controller.yaml";

    private String unknown(String name, List<Path> known) {
        List<String> names = known.stream().map(DevProject::nameOf).toList();
        String all = names.isEmpty() ? "; " + NEEDED : "; examples are: " + String.join(", ", names);
        String where = examples.map(Path::toString).orElse(root.toAbsolutePath().toString());
        return "no example " + name + " in " + where
                + NearestName.suggestion(name, names).orElse(all);
    }

    /** The name of a folder. */
    static String nameOf(Path folder) {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return name == null ? "example" : name.toString();
    }
}
