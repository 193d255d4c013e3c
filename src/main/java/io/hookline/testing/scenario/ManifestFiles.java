package io.hookline.testing.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The manifests of a folder without {@code expect.yaml}: the files with the usual names, and every other YAML or JSON
 * file that has Kubernetes objects, directly in the folder or in {@code controller}, as in a project of
 * {@code hookline init}. A folder may have other YAML files, such as the configuration of tools.
 */
final class ManifestFiles {

    private static final Pattern OBJECT = Pattern.compile("(?m)^apiVersion:(?s:.*)^kind:|^kind:(?s:.*)^apiVersion:");
    /** At the top level, or in an item of a List. */
    private static final Pattern CONTROLLER =
            Pattern.compile("(?m)^(  )?(- )?apiVersion: *[\"']?metacontroller\\.k8s\\.io/");

    private static final Pattern KUSTOMIZATION =
            Pattern.compile("(?m)^apiVersion: *[\"']?kustomize\\.config\\.k8s\\.io/");

    private static final List<String> EXTENSIONS = List.of(".yaml", ".yml", ".json");

    private static final String NESTED = "controller";

    private ManifestFiles() {}

    /** The paths of the manifests in the folder, sorted. */
    static List<String> in(Path folder) {
        return yaml(folder)
                .filter(file -> ScenarioFile.INSTALL.contains(file.getFileName().toString()) || isManifest(file))
                .map(file -> folder.relativize(file).toString())
                .toList();
    }

    /** Whether one of the files has a CompositeController or DecoratorController. */
    static boolean haveController(Path folder) {
        return yaml(folder).anyMatch(ManifestFiles::hasController);
    }

    /** The folders of the manifests. */
    static List<Path> folders(Path folder) {
        return Stream.of(folder, folder.resolve(NESTED))
                .filter(Files::isDirectory)
                .toList();
    }

    private static boolean hasController(Path file) {
        return isJson(file)
                ? object(file)
                        .filter(json -> json.findValuesAsText("apiVersion").stream()
                                .anyMatch(version -> version.startsWith("metacontroller.k8s.io/")))
                        .isPresent()
                : CONTROLLER.matcher(text(file)).find();
    }

    private static boolean isManifest(Path file) {
        return isJson(file) ? object(file).isPresent() : isManifest(text(file));
    }

    private static boolean isJson(Path file) {
        return file.toString().endsWith(".json");
    }

    /** The Kubernetes object or List in a JSON file. A folder has other JSON files too, such as package.json. */
    private static Optional<JsonNode> object(Path file) {
        try {
            return Optional.of(Json.parse(text(file).getBytes(StandardCharsets.UTF_8)))
                    .filter(json -> json.path("apiVersion").isTextual()
                            && json.path("kind").isTextual());
        } catch (DecodeException _) {
            return Optional.empty();
        }
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
                    .filter(Scenario::mayBeManifest)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ScenarioException(folder + ": cannot be read: " + e.getMessage(), e);
        }
    }

    static boolean isManifestName(String name) {
        return !name.startsWith(".") && EXTENSIONS.stream().anyMatch(name::endsWith);
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
