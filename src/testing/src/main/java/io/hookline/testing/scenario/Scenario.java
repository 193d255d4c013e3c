package io.hookline.testing.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.DecodeException;
import io.hookline.object.FileFailure;
import io.hookline.object.Json;
import io.hookline.object.NearestName;
import io.hookline.spec.HookServers;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ScenarioException;
import io.hookline.testing.scenario.file.ValuePath;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A worked example or a test: {@code crd.yaml}, {@code controller.yaml}, {@code sample.yaml}, and {@code expect.yaml}
 * with the steps to run and the states to expect. All files are read and checked at once. Immutable.
 */
public final class Scenario {

    /** The file that makes a folder a scenario. */
    public static final String FILE = ScenarioFile.NAME;

    /** The manifests to install if {@code expect.yaml} does not name others. */
    public static final List<String> MANIFESTS = ScenarioFile.INSTALL;

    private static final Pattern HOOK_URL = Pattern.compile("http://([^/?#]*)(/.*)");

    private final Path path;
    private final ScenarioFile expect;
    private final List<Manifest> before;
    private final List<Manifest> everything;

    /** Receives what is wrong with single manifests. */
    private final Consumer<ScenarioException> problems;

    /** Reads a scenario that is needed by others, each by the next. */
    private Scenario(Path path, Set<Path> neededBy, Consumer<ScenarioException> problems) {
        this.path = path;
        this.problems = problems;
        this.expect = ScenarioFile.parse(shown(ScenarioFile.NAME), text(ScenarioFile.NAME), this::objects);
        List<Manifest> needed = needed(neededBy);
        this.before = joined(needed, objects(existing(expect.install())));
        List<String> all = new ArrayList<>(ScenarioFile.INSTALL);
        expect.install().stream().filter(file -> !all.contains(file)).forEach(all::add);
        all.removeIf(file -> !Files.exists(path.resolve(file)));
        this.everything = joined(needed, objects(all));
    }

    /** Without steps. */
    private Scenario(Path path, List<String> manifests, Consumer<ScenarioException> problems) {
        this.path = path;
        this.problems = problems;
        this.expect = ScenarioFile.without(manifests);
        this.everything = objects(manifests);
        this.before = everything;
    }

    /**
     * Reads the scenario of a folder.
     *
     * @throws ScenarioException with file, line and place of the first error, or with the missing file
     */
    public static Scenario read(Path path) {
        return read(path, Scenario::refuse);
    }

    private static Scenario read(Path path, Consumer<ScenarioException> problems) {
        if (!Files.isDirectory(path)) {
            throw new ScenarioException(path + ": no such folder");
        }
        return new Scenario(path, Set.of(), problems);
    }

    private static void refuse(ScenarioException problem) {
        throw problem;
    }

    /**
     * Reads the manifests of a folder, and its {@code expect.yaml} if it has one. Without that file, all files with
     * Kubernetes objects directly in the folder or in its sub-folder {@code controller} are its manifests, and the
     * scenario has no steps.
     *
     * @throws ScenarioException with file, line and place of the first error
     */
    public static Scenario readManifests(Path path) {
        return readManifests(path, Scenario::refuse);
    }

    /**
     * The same, without the manifests that cannot be read.
     *
     * @param problems receives what is wrong with each of them, once or more often
     * @throws ScenarioException with the first error of {@code expect.yaml}
     */
    public static Scenario readManifests(Path path, Consumer<ScenarioException> problems) {
        return Files.exists(path.resolve(ScenarioFile.NAME))
                ? read(path, problems)
                : new Scenario(path, ManifestFiles.in(path), problems);
    }

    /** Whether a file can be a manifest by its name: YAML or JSON. */
    public static boolean mayBeManifest(Path file) {
        return ManifestFiles.isManifestName(file.getFileName().toString());
    }

    /**
     * The folders in which each added file with Kubernetes objects is a manifest: the folder itself, and others in it.
     */
    public static List<Path> manifestFolders(Path folder) {
        return Files.exists(folder.resolve(ScenarioFile.NAME)) ? List.of(folder) : ManifestFiles.folders(folder);
    }

    /** Whether a folder has an {@code expect.yaml}, or a CompositeController or DecoratorController. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(ScenarioFile.NAME)) || ManifestFiles.haveController(folder);
    }

    /** Whether a folder has files with Kubernetes objects, directly or in its sub-folder {@code controller}. */
    public static boolean hasManifests(Path folder) {
        return !ManifestFiles.in(folder).isEmpty();
    }

    /**
     * The hooks that the controllers of a folder name; empty if it has no controller.
     *
     * @throws ScenarioException with file, line and place of the first error
     */
    public static Set<String> hooksCalledIn(Path folder) {
        return isIn(folder) ? readManifests(folder).hooks() : Set.of();
    }

    /** Reads all sub-folders that have an {@code expect.yaml}, sorted by name. */
    public static List<Scenario> readAll(Path root) {
        try (var folders = Files.list(root)) {
            return folders.filter(folder -> Files.exists(folder.resolve(ScenarioFile.NAME)))
                    .sorted()
                    .map(Scenario::read)
                    .toList();
        } catch (IOException e) {
            throw new ScenarioException(root + ": cannot be read: " + FileFailure.reason(e), e);
        }
    }

    /** Whether a file is one of the manifests, also if it cannot be read. */
    public boolean installs(Path file) {
        return expect.install().contains(path.relativize(file).toString());
    }

    /** The folder. */
    public Path path() {
        return path;
    }

    /** The name of the folder. */
    public String name() {
        return path.toAbsolutePath().normalize().getFileName().toString();
    }

    /**
     * Whether no other scenario may run at the same time: because this one changes every namespace, or because another
     * one may delete the controllers that both need.
     */
    public boolean alone() {
        return expect.alone() || !expect.with().isEmpty();
    }

    /** The number of steps in {@code expect.yaml}. */
    public int stepCount() {
        return expect.steps().size();
    }

    /** The content of {@code expect.yaml}. */
    ScenarioFile expect() {
        return expect;
    }

    /** The objects to install before the first step. */
    List<Manifest> before() {
        return before;
    }

    /**
     * The objects of all manifests, including those that a step of {@code expect.yaml} installs later, and the CRDs and
     * controllers of the scenarios that this one needs.
     */
    public List<Manifest> everything() {
        return everything;
    }

    /**
     * A kind that a step of {@code expect.yaml} names, as kubectl does: kind, plural, singular or short name, with or
     * without {@code .group}.
     *
     * @param place file and line
     * @param value what the step reads or writes of the objects; empty if only the kind is named
     */
    public record Mention(String place, String kind, Optional<ValuePath> value) {}

    /** The kinds that the steps name as text. */
    public List<Mention> mentions() {
        return expect.steps().stream().flatMap(step -> step.mentions().stream()).toList();
    }

    /** The objects that the steps write as a whole, from {@code expect.yaml} or from the files that it names. */
    public List<Manifest> writtenBySteps() {
        return expect.steps().stream()
                .flatMap(step -> step.operation().manifests().stream())
                .toList();
    }

    /** The hooks that the controllers name, as folders of {@code hooks/}. */
    public Set<String> hooks() {
        return everything.stream()
                .filter(Manifest::isController)
                .flatMap(controller -> hookPaths(controller).stream())
                .map(path -> path.replaceFirst("^/", "").replaceFirst("/.*", ""))
                .collect(Collectors.toSet());
    }

    /** The paths of the hooks that a controller calls on {@link HookServers}. */
    public static List<String> hookPaths(Manifest controller) {
        return controller.object().tree().at("/spec/hooks").findValues("webhook").stream()
                .flatMap(webhook -> hookPath(webhook).stream())
                .toList();
    }

    /** The path of a webhook if it calls one of {@link HookServers}. */
    public static Optional<String> hookPath(JsonNode webhook) {
        return Optional.of(pathOf(webhook)).filter(path -> !path.isEmpty());
    }

    private static String pathOf(JsonNode webhook) {
        String url = webhook.path("url").asText();
        if (!url.isEmpty()) {
            Matcher matcher = HOOK_URL.matcher(url);
            return matcher.matches() && HookServers.isAuthority(matcher.group(1)) ? matcher.group(2) : "";
        }
        JsonNode service = webhook.path("service");
        boolean ours = HookServers.isService(
                service.path("name").asText(), service.path("namespace").asText());
        return ours ? webhook.path("path").asText() : "";
    }

    /** The manifests to install. One that {@code expect.yaml} names must exist. */
    private List<String> existing(List<String> install) {
        for (String file : install) {
            if (!install.equals(ScenarioFile.INSTALL) && Files.notExists(inFolder(file))) {
                throw expect.wrongInstall(
                        file,
                        "no such file"
                                + NearestName.suggestion(file, ManifestFiles.in(path))
                                        .orElse("; write it, or remove it from install"));
            }
        }
        return install;
    }

    /** The CRDs and controllers of the scenarios that {@code with} names, and of those that they need. */
    private List<Manifest> needed(Set<Path> neededBy) {
        Set<Path> chain = new HashSet<>(neededBy);
        chain.add(path.toAbsolutePath().normalize());
        return expect.with().stream()
                .peek(name -> checkNeeded(name, chain))
                .map(this::beside)
                .flatMap(folder -> new Scenario(folder, chain, problems).everything.stream())
                .filter(manifest -> manifest.isCrd() || manifest.isController())
                .toList();
    }

    /** The folder of another scenario, also if the path of this one is {@code .}, which has no parent. */
    private Path beside(String name) {
        return path.resolve("..").resolve(name).normalize();
    }

    private void checkNeeded(String entry, Set<Path> chain) {
        Path folder = beside(entry);
        String name = folder.getFileName().toString();
        if (!folder.equals(beside(name)) || Files.notExists(folder.resolve(FILE))) {
            throw expect.wrongWith(
                    entry,
                    "there is no folder " + name + " with an " + FILE
                            + " beside this one; correct the name, or remove it");
        }
        if (chain.contains(folder.toAbsolutePath().normalize())) {
            throw expect.wrongWith(entry, name + " needs this scenario itself; remove one of the two names");
        }
    }

    /** Both, without the manifests that are in several of the needed scenarios. */
    private static List<Manifest> joined(List<Manifest> needed, List<Manifest> own) {
        Map<String, Manifest> byPlace = new LinkedHashMap<>();
        needed.forEach(manifest -> byPlace.put(manifest.place(), manifest));
        own.forEach(manifest -> byPlace.put(manifest.place(), manifest));
        return Manifest.ordered(List.copyOf(byPlace.values()));
    }

    private List<Manifest> objects(List<String> files) {
        return Manifest.ordered(
                files.stream().flatMap(file -> objects(file).stream()).toList());
    }

    private List<Manifest> objects(String file) {
        List<ScenarioException> found = new ArrayList<>();
        List<Manifest> objects = List.of();
        try {
            objects = Manifest.parse(shown(file), text(file), found::add);
            if (objects.isEmpty() && found.isEmpty()) {
                throw new ScenarioException(shown(file) + ": no object in it");
            }
        } catch (ScenarioException e) {
            found.add(e);
        }
        found.forEach(problems);
        return objects;
    }

    private Path inFolder(String file) {
        Path folder = path.toAbsolutePath().normalize();
        Path at = folder.resolve(file).normalize();
        if (!at.startsWith(folder)) {
            throw new ScenarioException(shown(file) + ": is outside of the scenario's folder");
        }
        return at;
    }

    private String text(String file) {
        Path at = inFolder(file);
        try {
            return Files.readString(at);
        } catch (NoSuchFileException e) {
            throw new ScenarioException(missing(file), e);
        } catch (CharacterCodingException e) {
            throw new ScenarioException(shown(file) + ": not UTF-8 text", e);
        } catch (IOException e) {
            throw new ScenarioException(shown(file) + ": cannot be read: " + FileFailure.reason(e), e);
        }
    }

    private String missing(String file) {
        String hint = ScenarioFile.INSTALL.contains(file)
                ? "; if the scenario does not need it, list the files to install in " + ScenarioFile.NAME
                        + " as install: [...]"
                : "";
        return shown(file) + ": no such file" + hint;
    }

    private String shown(String file) {
        return path.resolve(file).toString();
    }

    /**
     * The manifests of a folder without {@code expect.yaml}: the files with the usual names, and every other YAML or
     * JSON file that has Kubernetes objects, directly in the folder or in {@code controller}, as in a project of
     * {@code hookline init}. A folder may have other YAML files, such as the configuration of tools.
     */
    static final class ManifestFiles {

        private static final Pattern OBJECT =
                Pattern.compile("(?m)^apiVersion:(?s:.*)^kind:|^kind:(?s:.*)^apiVersion:");
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
                    .filter(file ->
                            ScenarioFile.INSTALL.contains(file.getFileName().toString()) || isManifest(file))
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
                throw new ScenarioException(folder + ": cannot be read: " + FileFailure.reason(e), e);
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
                throw new ScenarioException(file + ": cannot be read: " + FileFailure.reason(e), e);
            }
        }
    }
}
