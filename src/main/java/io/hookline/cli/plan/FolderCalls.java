package io.hookline.cli.plan;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.HookServers;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Which hooks of a folder the controllers of a cluster call. A plan that calls other hooks than the ones it was made for looks like
 * one without writes.
 */
final class FolderCalls {

    private static final int MAX_NAMES = 10;

    private final Path folder;
    private final List<String> hooks;
    private boolean called;

    /** What is called otherwise, such as {@code CompositeController a calls http://b/sync}. */
    private final List<String> elsewhere = new ArrayList<>();

    /** What of it the user did not ask for. */
    private final List<String> unasked = new ArrayList<>();

    private FolderCalls(Path folder, List<String> hooks) {
        this.folder = folder;
        this.hooks = hooks;
    }

    /**
     * Compares the hooks of a folder with the controllers that a plan is made for.
     *
     * @param hooks the names of the folder's hooks
     * @param urls those of {@code --hook}
     * @return a warning for each call of another hook, unless it is one of these
     * @throws CliErrors.CommandFailed if no controller calls any of them
     */
    static List<String> check(
            Path folder, List<String> hooks, List<PlannedParents.Controller> controllers, HookUrls urls) {
        FolderCalls calls = new FolderCalls(folder, hooks);
        controllers.forEach(controller -> controller.spec().ifPresent(spec -> calls.add(controller, spec, urls)));
        return calls.check();
    }

    private void add(PlannedParents.Controller controller, ControllerSpec spec, HookUrls urls) {
        urls.of(spec).stream().map(URI::create).forEach(url -> {
            if (HookServers.hookOf(url).filter(hooks::contains).isPresent()) {
                called = true;
                return;
            }
            String call = controller + " calls " + shown(url);
            elsewhere.add(call);
            if (!urls.replaces(controller)) {
                unasked.add(call);
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
        return unasked.stream()
                .map(call -> call + ", which is no hook of " + folder)
                .toList();
    }
}
