package io.hookline.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.Cluster;
import io.hookline.object.FieldPath;
import io.hookline.object.KubeObject;
import io.hookline.testing.embedded.RealTime;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.LocatedYaml;
import io.hookline.testing.scenario.file.Manifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The files in {@code manifests/}, as files and as kustomize combines them. */
public final class Manifests {

    public static final Path ROOT = Path.of("manifests");

    /** The role that {@code hookline rbac} prints for the controllers of the examples, with its binding. */
    public static final String LEAST_ROLE = "examples/role.yaml";

    /** Namespaces and CRDs first, as in kubectl. */
    private static final Comparator<KubeObject> NEEDED_FIRST = Comparator.comparing(
            object -> !object.kind().equals("Namespace") && !object.kind().endsWith("Definition"));

    private Manifests() {}

    /** The objects of files, in order. */
    public static List<KubeObject> files(String... names) throws IOException {
        return objects(Stream.of(names).map(ROOT::resolve).toList());
    }

    /** The objects of files of an example. */
    public static List<KubeObject> example(String name, String... files) throws IOException {
        return objects(
                Stream.of(files).map(file -> Path.of("examples", name, file)).toList());
    }

    /** The objects of all files, without those of kustomize itself. */
    public static List<KubeObject> all() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return objects(files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.endsWith("kustomization.yaml"))
                    .filter(file -> !file.startsWith(ROOT.resolve("chart"))) // templates
                    .sorted()
                    .toList());
        }
    }

    private static List<KubeObject> objects(List<Path> files) throws IOException {
        List<KubeObject> objects = new ArrayList<>();
        for (Path file : files) {
            objects.addAll(parse(file.toString(), Files.readString(file)));
        }
        return objects;
    }

    public static List<KubeObject> parse(String name, String text) {
        return Manifest.parse(name, text).stream().map(Manifest::object).toList();
    }

    /** The objects that {@code kubectl apply -k} applies. */
    public static List<KubeObject> rendered(Path folder) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("kubectl", "kustomize", folder.toString())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return parse("kubectl kustomize " + folder, printed).stream()
                .sorted(NEEDED_FIRST)
                .toList();
    }

    /** The role that {@code hookline rbac --side-effects} prints for the controllers of the examples, with its binding. */
    public static final String HOOK_ROLE = "side-effects/role.yaml";

    /** Installs the CRDs of controllers, and the two service accounts with only the rights that the examples need. */
    public static void installLeastRole(Cluster cluster) throws IOException, InterruptedException {
        installRole(
                cluster,
                Files.readString(ROOT.resolve(LEAST_ROLE)) + "---\n" + Files.readString(ROOT.resolve(HOOK_ROLE)));
    }

    /** Installs the CRDs of controllers, and the watcher's service account with a role that was printed. */
    public static void installRole(Cluster cluster, String printed) throws IOException, InterruptedException {
        List<KubeObject> objects = Stream.of(
                        files(
                                "crds/compositecontrollers.yaml",
                                "crds/controllerrevisions.yaml",
                                "crds/decoratorcontrollers.yaml"),
                        files(
                                "watcher/namespace.yaml",
                                "watcher/service-account.yaml",
                                "side-effects/service-account.yaml"),
                        parse("printed role", printed))
                .flatMap(List::stream)
                .toList();
        install(cluster, objects);
    }

    /** Installs objects, and waits until the server accepts each. */
    public static void install(Cluster cluster, List<KubeObject> objects) throws InterruptedException {
        ScenarioEnvironment world =
                new ScenarioEnvironment(cluster, _ -> 0, _ -> 0, InstantSource.system(), new RealTime());
        ManifestInstaller installer = new ManifestInstaller(world);
        List<Manifest> manifests = objects.stream()
                .map(object ->
                        new Manifest(object, new LocatedYaml.Document("", object.tree(), Map.of()), FieldPath.ROOT))
                .toList();
        assertThat(installer.install(manifests, "default", Duration.ofMinutes(1), _ -> {}))
                .isEmpty();
    }

    /** The object with a kind and name. */
    public static KubeObject only(List<KubeObject> objects, String kind, String name) {
        return objects.stream()
                .filter(object -> object.kind().equals(kind) && object.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " " + name + " in " + objects));
    }
}
