package io.hookline.cli.plan;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.cluster.Cluster;
import io.hookline.object.LabelSelector;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.HookServers;
import io.hookline.spec.Webhook;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which hooks of a folder the controllers of a cluster call. A plan that calls other hooks than the ones it was made for looks like
 * one without writes.
 */
final class FolderCalls {

    private final Path folder;
    private final List<String> hooks;

    /** Hooks that a controller calls in this process, whether or not the folder has them. */
    private final Set<String> called = new LinkedHashSet<>();

    /** What is called otherwise, such as {@code CompositeController a calls http://b/sync}. */
    private final List<String> elsewhere = new ArrayList<>();

    private FolderCalls(Path folder, List<String> hooks, List<ControllerSpec> controllers) {
        this.folder = folder;
        this.hooks = hooks;
        controllers.forEach(this::add);
    }

    /**
     * Compares the hooks of a folder with the controllers that a plan is made for.
     *
     * @param hooks the names of the folder's hooks
     * @return a warning for each hook that no controller calls
     * @throws CliErrors.CommandFailed if no controller calls any of them
     */
    static List<String> check(Path folder, List<String> hooks, Cluster cluster, LabelSelector controllers) {
        return new FolderCalls(folder, hooks, PlannedParents.specs(cluster, controllers)).check();
    }

    private void add(ControllerSpec controller) {
        controller.hooks().webhooks().map(Webhook::url).forEach(url -> {
            String hook = HookServers.hookOf(URI.create(url)).orElse("");
            if (hooks.contains(hook)) {
                called.add(hook);
            } else {
                elsewhere.add(controller.source().kind() + " " + controller.name() + " calls " + url);
            }
        });
    }

    private List<String> check() {
        if (called.isEmpty()) {
            throw new CliErrors.CommandFailed("no controller calls a hook of " + folder + ", which has "
                    + (hooks.isEmpty() ? "none" : String.join(", ", hooks)) + ": "
                    + (elsewhere.isEmpty() ? "there is no controller with a webhook" : String.join("; ", elsewhere))
                    + "\nThe folder stands for the Services of hook servers; without --hooks all URLs are called.");
        }
        return hooks.stream()
                .filter(hook -> !called.contains(hook))
                .map(hook -> "no controller calls hook " + hook + " of " + folder
                        + (elsewhere.isEmpty() ? "" : "; " + String.join("; ", elsewhere)))
                .toList();
    }
}
