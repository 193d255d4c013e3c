package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.server.folder.HookSource;
import io.hookline.testing.scenario.file.LocatedYaml;
import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Kustomizations whose generated ConfigMap has not all files of a hook, or names one that does not exist. Only
 * sources are compared: data files may belong to tests.
 */
final class HookConfigMaps implements Check {

    private static final String FILE = "kustomization.yaml";
    private static final FieldPath GENERATORS = FieldPath.ROOT.field("configMapGenerator");

    /** YAML files of a hook's folder are templates of its children. */
    private static final Set<String> SOURCES =
            Set.of("cjs", "java", "jq", "js", "jsonnet", "libsonnet", "mjs", "pl", "py", "rb", "sh", "yaml", "yml");

    @Override
    public Stream<Finding> find(CheckedProject project) {
        List<HookSource> hooks = project.hooks();
        Set<Path> kustomizations = new LinkedHashSet<>();
        hooks.forEach(hook -> around(hook)
                .map(folder -> folder.resolve(FILE))
                .filter(Files::isRegularFile)
                .forEach(kustomizations::add));
        return kustomizations.stream()
                .flatMap(file -> generators(file).stream())
                .flatMap(generator -> hooks.stream().filter(generator::isOf).flatMap(hook -> generator.findings(hook)))
                .distinct();
    }

    /** The folders whose kustomization may have the files of a hook: kustomize reads none above its own. */
    private static Stream<Path> around(HookSource hook) {
        Path folder = hook.folder().toAbsolutePath().normalize();
        Stream<Path> own = Stream.of(folder, folder.resolve("src/main"), folder.resolve("src"));
        return Stream.concat(own, hook.shared() ? Stream.empty() : Optional.ofNullable(folder.getParent()).stream());
    }

    private static List<Generator> generators(Path file) {
        try {
            List<Generator> found = new ArrayList<>();
            String shown = AnswerFixture.shown(file).toString();
            for (LocatedYaml.Document document : LocatedYaml.parse(shown, Files.readString(file))) {
                for (int i = 0; i < document.tree().path("configMapGenerator").size(); i++) {
                    found.add(new Generator(file, document, i));
                }
            }
            return found;
        } catch (IOException | ScenarioException _) {
            return List.of(); // kubectl reports it
        }
    }

    /** A ConfigMap that a kustomization generates. */
    private record Generator(Path file, LocatedYaml.Document document, int index) {

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
                            names().get(i).asText() + ": no such file, so `kubectl apply -k` fails; remove the line"));
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
                            "the ConfigMap lacks " + here.relativize(each) + " of hook " + hook.name() + advice(each)));
        }

        private static String advice(Path file) {
            return file.toString().endsWith(".jar")
                    ? "; deploy a hook with libraries in an image"
                    : "; add it to files, otherwise the deployed hook does not have it";
        }
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
            return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList().stream();
        } catch (IOException _) {
            return Stream.empty(); // loading the hook reports it
        }
    }
}
