package io.hookline.manifests;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hookline.cli.Kubectl;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The kustomizations of {@code manifests/}, and what users combine of its components. */
final class ManifestVariants {

    private static final List<String> FOLDERS = List.of("manifests", "manifests/wildcard", "manifests/examples");

    /** The components that a kustomization of a user adds to the base. */
    private static final List<List<String>> COMBINATIONS = List.of(
            List.of("autoscaling"),
            List.of("console"),
            List.of("high-availability"),
            List.of("monitoring"),
            List.of("restricted-network"),
            List.of("tls"),
            List.of("side-effects"),
            List.of("high-availability", "autoscaling", "console", "monitoring", "restricted-network", "tls"));

    private ManifestVariants() {}

    /** The objects of one variant. */
    record Rendered(String name, Path folder, List<KubeObject> objects) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** All variants, each rendered when a test needs it. */
    static Stream<Rendered> all() {
        assumeTrue(Kubectl.isThere(), "kubectl is on the path");
        return names().map(ManifestVariants::rendered);
    }

    /** One of them. */
    static Rendered of(String name) {
        return rendered(name);
    }

    private static Stream<String> names() {
        return Stream.concat(FOLDERS.stream(), COMBINATIONS.stream().map(each -> String.join("+", each)));
    }

    /** The components in at least one variant. */
    static Stream<String> components() {
        return COMBINATIONS.stream().flatMap(List::stream).distinct();
    }

    private static Rendered rendered(String name) {
        try {
            Path folder = FOLDERS.contains(name) ? Path.of(name) : combined(name);
            return new Rendered(name, folder, Manifests.rendered(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Writes a kustomization as users do. */
    private static Path combined(String components) throws IOException {
        StringBuilder text = new StringBuilder("resources: [../../../manifests]\ncomponents:\n");
        for (String component : components.split("\\+")) {
            text.append("  - ../../../manifests/").append(component).append('\n');
        }
        Path folder = Files.createDirectories(Path.of("target/manifest-variants", components));
        Files.writeString(folder.resolve("kustomization.yaml"), text);
        return folder;
    }
}
