package io.hookline.testing.embedded;

import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ScenarioException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The CRDs of CompositeController, DecoratorController and ControllerRevision. */
public final class ControllerKinds {

    private static final List<String> FILES =
            List.of("compositecontrollers.yaml", "decoratorcontrollers.yaml", "controllerrevisions.yaml");

    private static final Duration INSTALL_WITHIN = Duration.ofSeconds(10);

    private ControllerKinds() {}

    /**
     * Installs the CRDs and waits until they are served.
     *
     * @throws ScenarioException if the API server rejects one
     */
    public static void install(ScenarioEnvironment environment) throws InterruptedException {
        List<Manifest> manifests = manifests();
        Optional<String> failure =
                new ManifestInstaller(environment).install(manifests, "default", INSTALL_WITHIN, _ -> {});
        if (failure.isPresent()) {
            throw new ScenarioException(failure.get());
        }
    }

    /** The CRDs. */
    public static List<Manifest> manifests() {
        return FILES.stream()
                .flatMap(file -> Manifest.parse(file, resource("/io/hookline/testing/embedded/crds/" + file)).stream())
                .toList();
    }

    private static String resource(String name) {
        try (InputStream in = ControllerKinds.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
