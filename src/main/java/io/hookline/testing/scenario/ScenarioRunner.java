package io.hookline.cli;

import io.hookline.cluster.ClusterException;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs worked examples against a cluster on which a watcher and the examples' hooks work. Any cluster will do: in memory,
 * over HTTP, a real one. Each example gets a namespace of its own and leaves nothing behind.
 */
public final class ExampleRunner {

    private static final Duration INSTALL_WITHIN = Duration.ofSeconds(10);

    private ExampleRunner() {}

    /**
     * Installs an example, carries out its steps, and removes what was created.
     *
     * @throws InterruptedException if the caller is stopped meanwhile; what was created then stays
     */
    public static ExampleResult run(ExampleFolder folder, ExampleWorld world) throws InterruptedException {
        Instant begin = world.now();
        ExampleInstaller installer = new ExampleInstaller(world);
        Optional<ExampleResult> failed;
        try {
            failed = steps(folder, world, installer);
        } catch (ClusterException e) {
            failed = Optional.of(new ExampleResult.Failed(
                    folder.name(), 0, "expected to install; saw " + e.reason() + ": " + e.getMessage()));
        }
        Optional<String> left = new ExampleRemoval(world).remove(installer.created());
        if (failed.isPresent()) {
            return failed.get();
        }
        if (left.isPresent()) {
            String text = "expected everything to be removed; saw " + left.get();
            return new ExampleResult.Failed(folder.name(), folder.stepCount() + 1, text);
        }
        return new ExampleResult.Passed(folder.name(), Duration.between(begin, world.now()));
    }

    private static Optional<ExampleResult> steps(ExampleFolder folder, ExampleWorld world, ExampleInstaller installer)
            throws InterruptedException {
        String namespace = namespace(folder, installer);
        StepRunner steps = new StepRunner(world, installer, namespace);
        steps.begin(folder.expect());
        ExampleInstallation installation = new ExampleInstallation(world, installer, namespace);
        Optional<String> trouble = installation.needNamespace(world.limit(INSTALL_WITHIN));
        if (trouble.isEmpty()) {
            trouble = installation.install(folder.before(), world.limit(INSTALL_WITHIN), object -> {});
        }
        if (trouble.isPresent()) {
            return Optional.of(new ExampleResult.Failed(folder.name(), 0, "expected to install; saw " + trouble.get()));
        }
        for (Step step : folder.expect().steps()) {
            Optional<String> saw = world.hasAll(step.needs()) ? steps.run(step) : Optional.empty();
            if (saw.isPresent()) {
                String text = step.place() + " (" + step.title() + "): expected " + StepText.of(step) + "; saw "
                        + saw.get() + warning(world, namespace);
                return Optional.of(new ExampleResult.Failed(folder.name(), step.number(), text));
            }
        }
        return Optional.empty();
    }

    private static String warning(ExampleWorld world, String namespace) {
        return new ExampleEvents(world, namespace)
                .newestWarning()
                .map(text -> "; the newest warning is " + text)
                .orElse("");
    }

    /** Its own one; the next free one if a former run's is still on its way out. */
    private static String namespace(ExampleFolder folder, ExampleInstaller installer) {
        if (!folder.expect().namespace().isEmpty()) {
            return folder.expect().namespace();
        }
        String namespace = "example-" + folder.name();
        for (int i = 2; installer.isTerminating(namespace); i++) {
            namespace = "example-" + folder.name() + "-" + i;
        }
        return namespace;
    }

    /**
     * Installs all manifests of an example and leaves them there, without carrying out steps.
     *
     * @param namespace for objects that name none, unless {@code expect.yaml} says where the example runs
     * @param installed is told of each object as the server answered it
     * @throws ExampleException if the server refuses one, or does not serve its kind within ten seconds
     * @throws InterruptedException if the caller is stopped meanwhile
     */
    public static void install(
            ExampleFolder folder, ExampleWorld world, String namespace, Consumer<KubeObject> installed)
            throws InterruptedException {
        ExampleInstallation installation =
                new ExampleInstallation(world, new ExampleInstaller(world), home(folder, namespace));
        Optional<String> trouble = installation.needNamespace(INSTALL_WITHIN);
        if (trouble.isEmpty()) {
            trouble = installation.install(folder.everything(), INSTALL_WITHIN, installed);
        }
        if (trouble.isPresent()) {
            throw new ExampleException(trouble.get());
        }
    }

    /** Where {@code expect.yaml} says that the example runs. */
    private static String home(ExampleFolder folder, String otherwise) {
        String stated = folder.expect().namespace();
        return stated.isEmpty() ? otherwise : stated;
    }

    /**
     * Waits until an example that {@link #install} has installed shows its first effect: every parent of its composite
     * controllers was synced in its newest generation, and what the first steps of {@code expect.yaml} look for is there.
     *
     * @return empty when it is ready; otherwise what was missing in the end
     * @throws InterruptedException if the caller is stopped meanwhile
     */
    public static Optional<String> awaitReady(
            ExampleFolder folder, ExampleWorld world, String namespace, Duration within) throws InterruptedException {
        ExampleReadiness readiness = new ExampleReadiness(folder, world, home(folder, namespace));
        return new StepPoll(world).until(within, readiness::look);
    }
}
