package io.hookline.testing.scenario;

import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The manifests of a folder without {@code expect.yaml}: the files with the usual names, and every other YAML file that has
 * Kubernetes objects, directly in the folder or in {@code controller}, as in a project of {@code hookline init}. A folder may have
 * other YAML files, such as the configuration of tools.
 */
final class ManifestFiles {

    private static final Pattern OBJECT = Pattern.compile("(?m)^apiVersion:(?s:.*)^kind:|^kind:(?s:.*)^apiVersion:");
    private static final Pattern CONTROLLER = Pattern.compile("(?m)^apiVersion: *[\"']?metacontroller\\.k8s\\.io/");
    private static final Pattern KUSTOMIZATION =
            Pattern.compile("(?m)^apiVersion: *[\"']?kustomize\\.config\\.k8s\\.io/");

    private static final String NESTED = "controller";

    private ManifestFiles() {}

    /** The paths of the manifests in the folder, sorted. */
    static List<String> in(Path folder) {
        return yaml(folder)
                .filter(file -> ScenarioFile.INSTALL.contains(file.getFileName().toString()) || isManifest(text(file)))
                .map(file -> folder.relativize(file).toString())
                .toList();
    }

    /** Whether one of the files has a CompositeController or DecoratorController. */
    static boolean haveController(Path folder) {
        return yaml(folder).anyMatch(file -> CONTROLLER.matcher(text(file)).find());
    }

    /** The folders of the manifests. */
    static List<Path> folders(Path folder) {
        return Stream.of(folder, folder.resolve(NESTED))
                .filter(Files::isDirectory)
                .toList();
    }

    private static boolean isManifest(String text) {
        return OBJECT.matcher(text).find() && !KUSTOMIZATION.matcher(text).find();
    }

    private static Stream<Path> yaml(Path folder) {
        return folders(folder).stream().flatMap(each -> yamlDirectlyIn(each).stream());
    }

    private static List<Path> yamlDirectlyIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> isYaml(file.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ScenarioException(folder + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean isYaml(String name) {
        return !name.startsWith(".") && (name.endsWith(".yaml") || name.endsWith(".yml"));
    }

    /** The text of a file; empty if it was deleted meanwhile, or is not text. */
    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException | MalformedInputException _) {
            return "";
        } catch (IOException e) {
            throw new ScenarioException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }
}
