package io.hookline.testing.scenario;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.NamespacedObjects;
import io.hookline.testing.scenario.environment.Poller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Deletes the objects that a scenario created, newest first: first the samples, while controllers and hooks still work
 * on their finalizers; then the controllers, the CRDs and the namespace. Objects that existed before the scenario stay.
 */
public final class Cleanup {

    private static final Duration WITHIN = Duration.ofSeconds(10);

    /** Short, since a cluster without a namespace controller never completes the deletion. A timeout is ignored. */
    private static final Duration WITHIN_NAMESPACE = Duration.ofSeconds(2);

    private final ScenarioEnvironment environment;
    private final Poller poll;
    private final List<String> problems = new ArrayList<>();

    /** Creates a cleanup. */
    public Cleanup(ScenarioEnvironment environment) {
        this.environment = environment;
        this.poll = new Poller(environment);
    }

    /**
     * Deletes the objects.
     *
     * @return empty if every object was deleted; otherwise the objects whose deletion had to be forced
     */
    public Optional<String> remove(List<ManifestInstaller.Created> created) throws InterruptedException {
        List<ManifestInstaller.Created> newestFirst = created.reversed();
        remove(newestFirst, c -> !isController(c) && !isCrd(c) && !isNamespace(c), WITHIN);
        remove(newestFirst, Cleanup::isController, WITHIN);
        remove(newestFirst, Cleanup::isCrd, WITHIN);
        List<String> wrong = List.copyOf(problems);
        remove(newestFirst, Cleanup::isNamespace, WITHIN_NAMESPACE);
        environment.forgetKinds();
        return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", wrong));
    }

    private void remove(
            List<ManifestInstaller.Created> all, Predicate<ManifestInstaller.Created> which, Duration within)
            throws InterruptedException {
        List<ManifestInstaller.Created> chosen = all.stream().filter(which).toList();
        for (ManifestInstaller.Created one : chosen) {
            poll.until(environment.limit(within), () -> requestDeletion(one))
                    .ifPresent(saw -> problems.add(one.object() + ": " + saw));
        }
        for (ManifestInstaller.Created one : chosen) {
            Optional<String> left = poll.until(environment.limit(within), () -> isDeleted(one));
            if (left.isPresent() && !isNamespace(one)) {
                problems.add(one.object() + " was not deleted: " + left.get());
                removeFinalizers(one);
            }
        }
    }

    private CheckResult requestDeletion(ManifestInstaller.Created one) {
        try {
            environment
                    .cluster()
                    .delete(
                            one.resource(),
                            one.object().key(),
                            DeleteOptions.ofUid(one.object().uid()));
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            return CheckResult.holds(); // already deleted, or another object has the name now
        }
        return CheckResult.holds();
    }

    private CheckResult isDeleted(ManifestInstaller.Created one) {
        try {
            KubeObject now =
                    environment.cluster().get(one.resource(), one.object().key());
            boolean another = !now.uid().equals(one.object().uid());
            return CheckResult.of(another, "its finalizers are " + now.finalizers());
        } catch (ClusterException.NotFound e) {
            return CheckResult.holds();
        }
    }

    /** Forces the deletion, so that later scenarios get a clean cluster. */
    private void removeFinalizers(ManifestInstaller.Created one) {
        try {
            environment
                    .cluster()
                    .patch(
                            one.resource(),
                            one.object().key(),
                            Patch.merge("{\"metadata\":{\"finalizers\":null}}"),
                            WriteOptions.PLAIN.by(NamespacedObjects.MANAGER));
        } catch (ClusterException e) {
            problems.add("the finalizers of " + one.object() + " cannot be removed: " + e.getMessage());
        }
    }

    private static boolean isController(ManifestInstaller.Created one) {
        return Manifest.isController(one.object());
    }

    private static boolean isCrd(ManifestInstaller.Created one) {
        return Manifest.isCrd(one.object());
    }

    private static boolean isNamespace(ManifestInstaller.Created one) {
        return one.object().kind().equals("Namespace");
    }
}
