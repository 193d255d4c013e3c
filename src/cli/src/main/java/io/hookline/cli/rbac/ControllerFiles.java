package io.hookline.cli.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.local.resource.BuiltInResources;
import io.hookline.local.resource.CrdResources;
import io.hookline.local.resource.ServedResource;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.FileFailure;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.WellKnown;
import io.hookline.yaml.Yaml;
import io.hookline.yaml.YamlDocument;
import io.hookline.yaml.YamlException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads controllers and CRDs from manifests; everything else in them is ignored. Used by one thread. */
public final class ControllerFiles {

    /** Standard input. */
    public static final Path STDIN = Path.of("-");

    /**
     * A controller and the folder of its file.
     *
     * @param folder empty for standard input
     */
    public record Found(ControllerSpec spec, Optional<Path> folder) {}

    private final boolean recursive;
    private final InputStream stdin;
    private final List<Found> controllers = new ArrayList<>();
    private final List<ApiResource> kinds = new ArrayList<>();

    private ControllerFiles(boolean recursive, InputStream stdin) {
        this.recursive = recursive;
        this.stdin = stdin;
    }

    /**
     * Reads files, and the YAML and JSON files of folders.
     *
     * @param recursive whether sub-folders are read too
     * @param stdin read in place of the path {@code -}
     * @throws CliErrors.CommandFailed if a file cannot be read, or has a controller that is not valid
     */
    public static ControllerFiles read(List<Path> paths, boolean recursive, InputStream stdin) {
        ControllerFiles files = new ControllerFiles(recursive, stdin);
        new BuiltInResources().read().stream().map(ServedResource::api).forEach(files.kinds::add);
        for (Path path : paths) {
            try {
                files.add(path);
            } catch (IOException | UncheckedIOException e) {
                throw new CliErrors.CommandFailed("cannot read " + FileFailure.at(path, e));
            }
        }
        return files;
    }

    /** The controllers, in the order of the files. */
    public List<Found> controllers() {
        return List.copyOf(controllers);
    }

    /** The kinds of the CRDs, and the built-in kinds. */
    public List<ApiResource> kinds() {
        return List.copyOf(kinds);
    }

    private void add(Path path) throws IOException {
        if (path.equals(STDIN)) {
            add("standard input", new String(stdin.readAllBytes(), StandardCharsets.UTF_8), Optional.empty());
        } else if (Files.isDirectory(path)) {
            for (Path file : filesOf(path)) {
                addFound(file);
            }
        } else {
            Path folder = Optional.ofNullable(path.getParent()).orElse(Path.of("."));
            add(path.toString(), text(path), Optional.of(folder));
        }
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (MalformedInputException _) {
            throw new CliErrors.CommandFailed(file + " is not UTF-8 text");
        }
    }

    private List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder, recursive ? Integer.MAX_VALUE : 1)) {
            return files.filter(file -> isManifest(folder.relativize(file)) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isManifest(Path file) {
        String name = file.getFileName().toString();
        for (Path step : file) {
            if (step.toString().startsWith(".")) {
                return false;
            }
        }
        return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
    }

    /**
     * A file of a folder may be anything, such as a template: only one that could have a controller or a CRD must be
     * valid.
     */
    private void addFound(Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file);
        } catch (MalformedInputException _) {
            return;
        }
        if (text.contains("apiVersion")
                && (text.contains(WellKnown.GROUP) || text.contains("CustomResourceDefinition"))) {
            add(file.toString(), text, Optional.ofNullable(file.getParent()));
        }
    }

    private void add(String file, String text, Optional<Path> folder) {
        try {
            for (YamlDocument document : Yaml.documents(text)) {
                add(document.tree(), folder);
            }
        } catch (YamlException | DecodeException e) {
            throw new CliErrors.CommandFailed(file + ": " + e.getMessage());
        }
    }

    private void add(JsonNode document, Optional<Path> folder) {
        if (document.path("kind").asText().endsWith("List")
                && document.path("items").isArray()) {
            document.path("items").forEach(item -> add(item, folder));
        } else if (document instanceof ObjectNode tree
                && tree.path("metadata").path("name").isTextual()) {
            add(tree, folder);
        }
    }

    private void add(ObjectNode tree, Optional<Path> folder) {
        String apiVersion = tree.path("apiVersion").asText();
        switch (tree.path("kind").asText()) {
            case "CompositeController" -> {
                if (apiVersion.equals(WellKnown.API_VERSION)) {
                    controllers.add(new Found(
                            ControllerDecoder.composite(KubeObject.of(tree)).value(), folder));
                }
            }
            case "DecoratorController" -> {
                if (apiVersion.equals(WellKnown.API_VERSION)) {
                    controllers.add(new Found(
                            ControllerDecoder.decorator(KubeObject.of(tree)).value(), folder));
                }
            }
            case "CustomResourceDefinition" ->
                CrdResources.read(KubeObject.of(tree)).forEach(served -> kinds.add(served.api()));
            default -> {}
        }
    }
}
