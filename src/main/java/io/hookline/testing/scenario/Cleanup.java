package io.hookline.cli;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Removes what an example has created: first the objects, newest first, while controllers and hooks still work on their
 * finalizers; then the controllers, the CRDs, the namespace. Objects that were there before stay.
 */
final class ExampleRemoval {

    private static final Duration WITHIN = Duration.ofSeconds(10);

    /** A cluster without a namespace controller never lets one go: nobody waits for that. */
    private static final Duration WITHIN_NAMESPACE = Duration.ofSeconds(2);

    private final ExampleWorld world;
    private final StepPoll poll;
    private final List<String> trouble = new ArrayList<>();

    ExampleRemoval(ExampleWorld world) {
        this.world = world;
        this.poll = new StepPoll(world);
    }

    /**
     * Removes.
     *
     * @return empty when all is gone; otherwise what had to be forced
     */
    Optional<String> remove(List<ExampleInstaller.Created> created) throws InterruptedException {
        List<ExampleInstaller.Created> newestFirst = created.reversed();
        remove(newestFirst, c -> !isController(c) && !isCrd(c) && !isNamespace(c), WITHIN);
        remove(newestFirst, ExampleRemoval::isController, WITHIN);
        remove(newestFirst, ExampleRemoval::isCrd, WITHIN);
        List<String> wrong = List.copyOf(trouble);
        remove(newestFirst, ExampleRemoval::isNamespace, WITHIN_NAMESPACE);
        world.forgetKinds();
        return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", wrong));
    }

    private void remove(List<ExampleInstaller.Created> all, Predicate<ExampleInstaller.Created> which, Duration within)
            throws InterruptedException {
        List<ExampleInstaller.Created> chosen = all.stream().filter(which).toList();
        for (ExampleInstaller.Created one : chosen) {
            poll.until(world.limit(within), () -> askForDeletion(one))
                    .ifPresent(saw -> trouble.add(one.object() + ": " + saw));
        }
        for (ExampleInstaller.Created one : chosen) {
            Optional<String> left = poll.until(world.limit(within), () -> isGone(one));
            if (left.isPresent() && !isNamespace(one)) {
                trouble.add(one.object() + " is still there: " + left.get());
                takeFinalizersOff(one);
            }
        }
    }

    private StepSight askForDeletion(ExampleInstaller.Created one) {
        try {
            world.cluster()
                    .delete(
                            one.resource(),
                            one.object().key(),
                            DeleteOptions.ofUid(one.object().uid()));
        } catch (ClusterException.NotFound | ClusterException.Conflict e) {
            return StepSight.holds(); // gone already, or another object has its name
        }
        return StepSight.holds();
    }

    private StepSight isGone(ExampleInstaller.Created one) {
        try {
            KubeObject now = world.cluster().get(one.resource(), one.object().key());
            boolean another = !now.uid().equals(one.object().uid());
            return StepSight.of(another, "its finalizers are " + now.finalizers());
        } catch (ClusterException.NotFound e) {
            return StepSight.holds();
        }
    }

    /** So that the examples after this one find a clean cluster. */
    private void takeFinalizersOff(ExampleInstaller.Created one) {
        try {
            world.cluster()
                    .patch(
                            one.resource(),
                            one.object().key(),
                            Patch.merge("{\"metadata\":{\"finalizers\":null}}"),
                            WriteOptions.PLAIN.by(StepObjects.MANAGER));
        } catch (ClusterException e) {
            trouble.add("its finalizers cannot be taken off: " + e.getMessage());
        }
    }

    private static boolean isController(ExampleInstaller.Created one) {
        return new ExampleManifest(one.object(), "").isController();
    }

    private static boolean isCrd(ExampleInstaller.Created one) {
        return new ExampleManifest(one.object(), "").isCrd();
    }

    private static boolean isNamespace(ExampleInstaller.Created one) {
        return one.object().kind().equals("Namespace");
    }
}
