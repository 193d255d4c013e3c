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
 * Kubernetes objects. A folder may have other YAML files, such as the configuration of tools.
 */
final class ManifestFiles {

    private static final Pattern OBJECT = Pattern.compile("(?m)^apiVersion:(?s:.*)^kind:|^kind:(?s:.*)^apiVersion:");
    private static final Pattern CONTROLLER = Pattern.compile("(?m)^apiVersion: *[\"']?metacontroller\\.k8s\\.io/");
    private static final Pattern KUSTOMIZATION =
            Pattern.compile("(?m)^apiVersion: *[\"']?kustomize\\.config\\.k8s\\.io/");

    private ManifestFiles() {}

    /** The names of the manifests, sorted. */
    static List<String> in(Path folder) {
        return yaml(folder).stream()
                .filter(name -> ScenarioFile.INSTALL.contains(name) || isManifest(text(folder.resolve(name))))
                .toList();
    }

    /** Whether one of the files has a CompositeController or DecoratorController. */
    static boolean haveController(Path folder) {
        return yaml(folder).stream()
                .anyMatch(name -> CONTROLLER.matcher(text(folder.resolve(name))).find());
    }

    private static boolean isManifest(String text) {
        return OBJECT.matcher(text).find() && !KUSTOMIZATION.matcher(text).find();
    }

    private static List<String> yaml(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith(".") && (name.endsWith(".yaml") || name.endsWith(".yml")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ScenarioException(folder + ": cannot be read: " + e.getMessage(), e);
        }
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
