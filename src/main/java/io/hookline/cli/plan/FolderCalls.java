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
import java.util.List;

/**
 * Which hooks of a folder the controllers of a cluster call. A plan that calls other hooks than the ones it was made
 * for looks like one without writes.
 */
final class FolderCalls {

    private static final int MAX_NAMES = 10;

    private final Path folder;
    private final List<String> hooks;
    private boolean called;

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
     * @return a warning for each call of another hook
     * @throws CliErrors.CommandFailed if no controller calls any of them
     */
    static List<String> check(Path folder, List<String> hooks, Cluster cluster, LabelSelector controllers) {
        return new FolderCalls(folder, hooks, PlannedParents.specs(cluster, controllers)).check();
    }

    private void add(ControllerSpec controller) {
        controller.hooks().webhooks().map(Webhook::url).map(URI::create).forEach(url -> {
            if (HookServers.hookOf(url).filter(hooks::contains).isPresent()) {
                called = true;
            } else {
                elsewhere.add(controller.source().kind() + " " + controller.name() + " calls " + shown(url));
            }
        });
    }

    /** Without a password or a query, which may be a token. */
    private static String shown(URI url) {
        String authority = String.valueOf(url.getRawAuthority());
        return url.getScheme() + "://" + authority.substring(authority.lastIndexOf('@') + 1)
                + (url.getRawPath() == null ? "" : url.getRawPath());
    }

    private String some() {
        if (hooks.isEmpty()) {
            return "none";
        }
        String first = String.join(", ", hooks.subList(0, Math.min(MAX_NAMES, hooks.size())));
        return hooks.size() <= MAX_NAMES ? first : first + " and " + (hooks.size() - MAX_NAMES) + " more";
    }

    private List<String> check() {
        if (!called) {
            throw new CliErrors.CommandFailed("no controller calls a hook of " + folder + ", which has "
                    + some() + ": "
                    + (elsewhere.isEmpty() ? "there is no controller with a webhook" : String.join("; ", elsewhere))
                    + "\nThe folder stands for the Services of hook servers; without --hooks all URLs are called.");
        }
        return elsewhere.stream()
                .map(call -> call + ", which is no hook of " + folder)
                .toList();
    }
}
