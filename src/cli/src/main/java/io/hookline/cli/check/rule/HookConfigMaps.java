package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.scenario.file.LocatedYaml;
import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The ConfigMaps of hooks that a {@code kustomization.yaml} generates: whether they list the files that the hooks have. Only sources
 * are compared: data files may belong to tests.
 */
public final class HookConfigMaps {

    private static final String FILE = "kustomization.yaml";
    private static final FieldPath GENERATORS = FieldPath.ROOT.field("configMapGenerator");

    /** YAML files of a hook's folder are templates of its children. */
    private static final Set<String> SOURCES =
            Set.of("cjs", "java", "jq", "js", "jsonnet", "libsonnet", "mjs", "pl", "py", "rb", "sh", "yaml", "yml");

    private HookConfigMaps() {}

    /** ConfigMaps that lack a file of a hook, or name one that does not exist. */
    static Stream<Finding> findings(CheckedProject project) {
        List<HookSource> hooks = project.hooks();
        return generators(hooks)
                .flatMap(generator -> hooks.stream().filter(generator::isOf).flatMap(hook -> generator.findings(hook)))
                .distinct();
    }

    /**
     * Lists the sources that hooks have and no others, line by line, so that comments stay. Jars are not added, since a ConfigMap is too
     * small for them.
     *
     * @return what was changed, for users
     * @throws UncheckedIOException if a file cannot be written
     */
    public static List<String> fix(List<HookSource> hooks) {
        List<String> changes = new ArrayList<>();
        for (Path file : files(hooks)) {
            // The last one first, since a change moves the lines of those that follow.
            for (Generator generator : generators(file).reversed()) {
                changes.addAll(
                        generator.fix(hooks.stream().filter(generator::isOf).toList()));
            }
        }
        return changes;
    }

    private static Set<Path> files(List<HookSource> hooks) {
        Set<Path> files = new LinkedHashSet<>();
        hooks.forEach(hook -> around(hook)
                .map(folder -> folder.resolve(FILE))
                .filter(Files::isRegularFile)
                .forEach(files::add));
        return files;
    }

    private static Stream<Generator> generators(List<HookSource> hooks) {
        return files(hooks).stream().flatMap(file -> generators(file).stream());
    }

    /** The folders whose kustomization may have the files of a hook: kustomize reads none above its own. */
    private static Stream<Path> around(HookSource hook) {
        Path folder = hook.folder().toAbsolutePath().normalize();
        Stream<Path> own = Stream.of(folder, folder.resolve("src/main"), folder.resolve("src"));
        return Stream.concat(own, hook.shared() ? Stream.empty() : Optional.ofNullable(folder.getParent()).stream());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Generator> generators(Path file) {
        try {
            List<Generator> found = new ArrayList<>();
            String shown = AnswerFixture.shown(file).toString();
            for (LocatedYaml.Document document : LocatedYaml.parse(shown, read(file))) {
                for (int i = 0; i < document.tree().path("configMapGenerator").size(); i++) {
                    found.add(new Generator(file, document, i));
                }
            }
            return found;
        } catch (UncheckedIOException | ScenarioException _) {
            return List.of(); // kubectl reports it
        }
    }

    /** A ConfigMap that a kustomization generates. */
    private record Generator(Path file, LocatedYaml.Document document, int index) {

        private static final Pattern ITEM = Pattern.compile("\\s*- ");

        private FieldPath place() {
            return GENERATORS.index(index).field("files");
        }

        private JsonNode names() {
            return document.tree().path("configMapGenerator").path(index).path("files");
        }

        /** The listed files; each may have a key before it. */
        private List<Path> files() {
            List<Path> files = new ArrayList<>();
            for (JsonNode name : names()) {
                files.add(file.resolveSibling(name.asText().replaceFirst("^[^=/]*=", ""))
                        .normalize());
            }
            return files;
        }

        private boolean isOf(HookSource hook) {
            Path folder = hook.folder().toAbsolutePath().normalize();
            return files().stream().anyMatch(each -> each.startsWith(folder) && isSource(each));
        }

        private Stream<Finding> findings(HookSource hook) {
            return Stream.concat(missingFiles(), unlisted(hook));
        }

        private Stream<Finding> missingFiles() {
            List<Finding> found = new ArrayList<>();
            List<Path> files = files();
            for (int i = 0; i < files.size(); i++) {
                if (Files.notExists(files.get(i))) {
                    found.add(Finding.warning(
                            document.at(place().index(i)),
                            names().get(i).asText()
                                    + ": no such file, so `kubectl apply -k` fails; remove the line, or run `hookline check"
                                    + " --fix`"));
                }
            }
            return found.stream();
        }

        private Stream<Finding> unlisted(HookSource hook) {
            List<Path> listed = files();
            Path here = file.resolveSibling("").normalize();
            return sources(hook)
                    .filter(each -> !listed.contains(each))
                    .map(each -> Finding.warning(
                            document.at(place()),
                            "the ConfigMap lacks "
                                    + here.relativize(packages(hook, each).orElse(each)) + " of hook " + hook.name()
                                    + advice(hook, each)));
        }

        /**
         * Adds and removes lines of the list, if it is written with a line for each file.
         *
         * @param own the hooks of this ConfigMap
         */
        List<String> fix(List<HookSource> own) {
            List<Path> listed = files();
            List<String> lines = new ArrayList<>(read(file).lines().toList());
            List<Integer> items = new ArrayList<>();
            for (int i = 0; i < listed.size(); i++) {
                items.add(document.line(place().index(i)) - 1);
            }
            if (own.isEmpty()
                    || !items.stream()
                            .allMatch(item -> ITEM.matcher(lines.get(item)).lookingAt())) {
                return List.of();
            }
            List<String> changes = new ArrayList<>();
            Path here = file.resolveSibling("").normalize();
            int end = items.getLast() + 1;
            String indent = lines.get(items.getLast()).replaceFirst("-.*", "- ");
            for (Path source : own.stream()
                    .flatMap(hook -> sources(hook).filter(each -> fits(hook, each)))
                    .distinct()
                    .toList()) {
                if (!listed.contains(source)) {
                    lines.add(end++, indent + here.relativize(source));
                    changes.add(shown() + ": added " + here.relativize(source));
                }
            }
            for (int i = listed.size() - 1; i >= 0; i--) {
                if (Files.notExists(listed.get(i))) {
                    lines.remove((int) items.get(i));
                    changes.add(shown() + ": removed " + names().get(i).asText());
                }
            }
            if (!changes.isEmpty()) {
                write(file, String.join("\n", lines) + "\n");
            }
            return changes;
        }

        private Path shown() {
            return AnswerFixture.shown(file);
        }

        private static String advice(HookSource hook, Path file) {
            if (isJar(file) || packages(hook, file).isPresent()) {
                return "; deploy a hook with libraries in an image";
            }
            return fits(hook, file)
                    ? "; add it to files or run `hookline check --fix`, otherwise the deployed hook does not have it"
                    : "; a ConfigMap has no folders, so move the file to " + AnswerFixture.shown(hook.folder())
                            + ", or deploy the hook in an image";
        }
    }

    private static boolean isJar(Path file) {
        return file.toString().endsWith(".jar");
    }

    /** The packages of npm to which a file belongs. */
    private static Optional<Path> packages(HookSource hook, Path file) {
        Path packages = hook.folder().toAbsolutePath().normalize().resolve("node_modules");
        return Optional.of(packages).filter(file::startsWith);
    }

    /** Whether a ConfigMap can have the file: mounted, all files are in one folder, which only Java sources and resources do not mind. */
    private static boolean fits(HookSource hook, Path file) {
        Path folder = file.resolveSibling("");
        return !isJar(file)
                && (file.toString().endsWith(".java")
                        || folder.equals(hook.folder().toAbsolutePath().normalize())
                        || folder.endsWith("src/main/resources"));
    }

    /** The sources and jars of a hook, without those of its tests. */
    private static Stream<Path> sources(HookSource hook) {
        return Stream.concat(
                        hook.files().stream().filter(HookConfigMaps::isSource),
                        jars(hook.folder().resolve("lib")))
                .map(file -> file.toAbsolutePath().normalize());
    }

    private static boolean isSource(Path file) {
        String name = file.getFileName().toString();
        return SOURCES.contains(name.substring(name.lastIndexOf('.') + 1))
                && !name.startsWith("test_")
                && !name.matches(".*[_.]test\\.\\w+");
    }

    private static Stream<Path> jars(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(HookConfigMaps::isJar).sorted().toList().stream();
        } catch (IOException _) {
            return Stream.empty(); // loading the hook reports it
        }
    }
}
