package io.hookline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A worked example: {@code crd.yaml}, {@code controller.yaml}, {@code sample.yaml}, and {@code expect.yaml}, which states
 * step by step what must be seen. Read and checked completely when it is opened. Immutable.
 */
public final class ExampleFolder {

    private final Path path;
    private final ExpectFile expect;
    private final List<ExampleManifest> before;
    private final List<ExampleManifest> everything;

    private ExampleFolder(Path path) {
        this.path = path;
        this.expect = ExpectFile.parse(shown(ExpectFile.NAME), text(ExpectFile.NAME), this::objects);
        this.before = objects(expect.install());
        List<String> all = new ArrayList<>(ExpectFile.INSTALL);
        expect.install().stream().filter(file -> !all.contains(file)).forEach(all::add);
        all.removeIf(file -> !Files.exists(path.resolve(file)));
        this.everything = objects(all);
    }

    /**
     * Reads a folder.
     *
     * @throws ExampleException naming the file, and line and place in it, that is missing or wrong
     */
    public static ExampleFolder read(Path path) {
        if (!Files.isDirectory(path)) {
            throw new ExampleException(path + ": no such folder");
        }
        return new ExampleFolder(path);
    }

    /** All examples below a folder, by name: its sub-folders that have an {@code expect.yaml}. */
    public static List<ExampleFolder> readAll(Path root) {
        try (var folders = Files.list(root)) {
            return folders.filter(folder -> Files.exists(folder.resolve(ExpectFile.NAME)))
                    .sorted()
                    .map(ExampleFolder::read)
                    .toList();
        } catch (IOException e) {
            throw new ExampleException(root + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** The folder's own name. */
    public String name() {
        return path.toAbsolutePath().normalize().getFileName().toString();
    }

    /** How many steps its {@code expect.yaml} has. */
    public int stepCount() {
        return expect.steps().size();
    }

    /** What must be seen. */
    ExpectFile expect() {
        return expect;
    }

    /** What is there before the first step. */
    List<ExampleManifest> before() {
        return before;
    }

    /** The objects of all three manifests, whatever {@code expect.yaml} installs only later. */
    List<ExampleManifest> everything() {
        return everything;
    }

    /** The hooks that its controllers name, as folders of {@code hooks/}. */
    Set<String> hooks() {
        return everything.stream()
                .filter(ExampleManifest::isController)
                .flatMap(manifest -> manifest.object().tree().at("/spec/hooks").findValues("webhook").stream())
                .map(webhook -> webhook.path("path").asText())
                .map(path -> path.replaceFirst("^/", "").replaceFirst("/.*", ""))
                .collect(Collectors.toSet());
    }

    private List<ExampleManifest> objects(List<String> files) {
        return ExampleManifest.ordered(
                files.stream().flatMap(file -> objects(file).stream()).toList());
    }

    private List<ExampleManifest> objects(String file) {
        List<ExampleManifest> objects = ExampleManifest.parse(shown(file), text(file));
        if (objects.isEmpty()) {
            throw new ExampleException(shown(file) + ": no object in it");
        }
        return objects;
    }

    private String text(String file) {
        Path at = path.resolve(file).normalize();
        if (!at.startsWith(path.normalize())) {
            throw new ExampleException(shown(file) + ": is outside of the example's folder");
        }
        try {
            return Files.readString(at);
        } catch (NoSuchFileException e) {
            throw new ExampleException(missing(file), e);
        } catch (IOException e) {
            throw new ExampleException(shown(file) + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private String missing(String file) {
        String hint = ExpectFile.INSTALL.contains(file)
                ? "; an example that does without it lists its files in " + ExpectFile.NAME + " as install: [...]"
                : "";
        return shown(file) + ": no such file" + hint;
    }

    private String shown(String file) {
        return path.resolve(file).toString();
    }
}
