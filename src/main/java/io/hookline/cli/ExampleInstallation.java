package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Installs manifests in order, each when the server is ready for it. */
final class ExampleInstallation {

    private final ExampleWorld world;
    private final ExampleInstaller installer;
    private final String namespace;
    private final StepPoll poll;

    ExampleInstallation(ExampleWorld world, ExampleInstaller installer, String namespace) {
        this.world = world;
        this.installer = installer;
        this.namespace = namespace;
        this.poll = new StepPoll(world);
    }

    /** Makes sure that the namespace is there; empty when it is. */
    Optional<String> needNamespace(Duration within) throws InterruptedException {
        return poll.until(within, () -> {
            installer.needNamespace(namespace);
            return StepSight.holds();
        });
    }

    /**
     * Applies the objects in their order.
     *
     * @param within for each of them
     * @return empty when all are there; otherwise which was refused, and why
     */
    Optional<String> install(List<ExampleManifest> manifests, Duration within, Consumer<KubeObject> installed)
            throws InterruptedException {
        for (ExampleManifest manifest : manifests) {
            AtomicReference<KubeObject> written = new AtomicReference<>(manifest.object());
            Optional<String> trouble = poll.until(within, () -> write(manifest, written));
            if (trouble.isEmpty() && manifest.isCrd()) {
                trouble = poll.until(within, () -> isServed(written.get()));
            }
            if (trouble.isPresent()) {
                return Optional.of(manifest.object() + " of " + manifest.place() + ": " + trouble.get());
            }
            installed.accept(written.get());
        }
        return Optional.empty();
    }

    private StepSight write(ExampleManifest manifest, AtomicReference<KubeObject> written) {
        try {
            written.set(installer.apply(manifest, namespace));
            return StepSight.holds();
        } catch (ClusterException.Invalid | ClusterException.BadRequest | ClusterException.Forbidden e) {
            return new StepSight.Never(e.reason() + ": " + e.getMessage());
        }
    }

    private StepSight isServed(KubeObject crd) {
        JsonNode spec = crd.tree().path("spec");
        String plural = spec.path("names").path("plural").asText();
        for (JsonNode version : spec.path("versions")) {
            String apiVersion =
                    spec.path("group").asText() + "/" + version.path("name").asText();
            if (version.path("served").asBoolean()
                    && world.resource(apiVersion, plural).isEmpty()) {
                return new StepSight.NotYet(plural + " of " + apiVersion + " are not served");
            }
        }
        return StepSight.holds();
    }
}
