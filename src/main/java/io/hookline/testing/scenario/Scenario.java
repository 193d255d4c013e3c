package io.hookline.testing.scenario;

import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A worked example or a test: {@code crd.yaml}, {@code controller.yaml}, {@code sample.yaml}, and {@code expect.yaml}, which states
 * step by step what must be seen. Read and checked completely when it is opened. Immutable.
 */
public final class Scenario {

    /** The file that makes a folder a scenario. */
    public static final String FILE = ScenarioFile.NAME;

    /** The manifests that are installed when {@code expect.yaml} does not name others. */
    public static final List<String> MANIFESTS = ScenarioFile.INSTALL;

    private final Path path;
    private final ScenarioFile expect;
    private final List<Manifest> before;
    private final List<Manifest> everything;

    private Scenario(Path path) {
        this.path = path;
        this.expect = ScenarioFile.parse(shown(ScenarioFile.NAME), text(ScenarioFile.NAME), this::objects);
        this.before = objects(expect.install());
        List<String> all = new ArrayList<>(ScenarioFile.INSTALL);
        expect.install().stream().filter(file -> !all.contains(file)).forEach(all::add);
        all.removeIf(file -> !Files.exists(path.resolve(file)));
        this.everything = objects(all);
    }

    /**
     * Reads a folder.
     *
     * @throws ScenarioException naming the file, and line and place in it, that is missing or wrong
     */
    public static Scenario read(Path path) {
        if (!Files.isDirectory(path)) {
            throw new ScenarioException(path + ": no such folder");
        }
        return new Scenario(path);
    }

    /** All scenarios below a folder, by name: its sub-folders that have an {@code expect.yaml}. */
    public static List<Scenario> readAll(Path root) {
        try (var folders = Files.list(root)) {
            return folders.filter(folder -> Files.exists(folder.resolve(ScenarioFile.NAME)))
                    .sorted()
                    .map(Scenario::read)
                    .toList();
        } catch (IOException e) {
            throw new ScenarioException(root + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** The folder's own name. */
    public String name() {
        return path.toAbsolutePath().normalize().getFileName().toString();
    }

    /** Whether no other scenario may run meanwhile, since this one touches every namespace. */
    public boolean alone() {
        return expect.alone();
    }

    /** How many steps its {@code expect.yaml} has. */
    public int stepCount() {
        return expect.steps().size();
    }

    /** What must be seen. */
    ScenarioFile expect() {
        return expect;
    }

    /** What is there before the first step. */
    List<Manifest> before() {
        return before;
    }

    /** The objects of all three manifests, whatever {@code expect.yaml} installs only later. */
    public List<Manifest> everything() {
        return everything;
    }

    /** The hooks that its controllers name, as folders of {@code hooks/}. */
    public Set<String> hooks() {
        return everything.stream()
                .filter(Manifest::isController)
                .flatMap(manifest -> manifest.object().tree().at("/spec/hooks").findValues("webhook").stream())
                .map(webhook -> webhook.path("path").asText())
                .map(path -> path.replaceFirst("^/", "").replaceFirst("/.*", ""))
                .collect(Collectors.toSet());
    }

    private List<Manifest> objects(List<String> files) {
        return Manifest.ordered(
                files.stream().flatMap(file -> objects(file).stream()).toList());
    }

    private List<Manifest> objects(String file) {
        List<Manifest> objects = Manifest.parse(shown(file), text(file));
        if (objects.isEmpty()) {
            throw new ScenarioException(shown(file) + ": no object in it");
        }
        return objects;
    }

    private String text(String file) {
        Path at = path.resolve(file).normalize();
        if (!at.startsWith(path.normalize())) {
            throw new ScenarioException(shown(file) + ": is outside of the scenario's folder");
        }
        try {
            return Files.readString(at);
        } catch (NoSuchFileException e) {
            throw new ScenarioException(missing(file), e);
        } catch (IOException e) {
            throw new ScenarioException(shown(file) + ": cannot be read: " + e.getMessage(), e);
        }
    }

    private String missing(String file) {
        String hint = ScenarioFile.INSTALL.contains(file)
                ? "; a scenario that does without it lists its files in " + ScenarioFile.NAME + " as install: [...]"
                : "";
        return shown(file) + ": no such file" + hint;
    }

    private String shown(String file) {
        return path.resolve(file).toString();
    }
}
