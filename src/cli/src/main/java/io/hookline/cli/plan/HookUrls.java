package io.hookline.cli.plan;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.cluster.Cluster;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.HookType;
import io.hookline.http.Authority;
import io.hookline.object.LabelSelector;
import io.hookline.object.NearestName;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Hooks;
import io.hookline.spec.Hooks.Webhook;
import io.hookline.watcher.model.HookConnector;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URLs of {@code --hook}, which are called in place of those of some controllers. Immutable.
 *
 * <p>The URL of a controller stands for all its hooks: the last part of each hook's own path is appended to it, unless
 * the URL ends with the last part of one of them; then the others are beside that. A URL without a path keeps the
 * paths. The URL of one hook is called as it is.
 */
public final class HookUrls {

    /** The parts of a URL that is not valid for Java, too: it is the controller's, and reported elsewhere. */
    private static final Pattern PARTS =
            Pattern.compile("(?<server>[^:/?#]+://[^/?#]*)?(?<path>[^?#]*)(?<query>\\?[^#]*)?(#.*)?", Pattern.DOTALL);

    private static final Pattern OPTION = Pattern.compile(
            "((?<kind>CompositeController|DecoratorController)/)?(?<name>[A-Za-z0-9.-]+)(/(?<hook>sync|finalize|customize))?"
                    + "=(?<url>.+)");
    private static final int MAX_NAMES = 10;

    private final List<Replacement> replacements;

    private HookUrls(List<Replacement> replacements) {
        this.replacements = List.copyOf(replacements);
    }

    /**
     * One value of the option.
     *
     * @param name what the user wrote before the URL, for messages
     * @param kind of the controller; empty if only its name is given
     * @param hook the only one that the URL is for; empty for all of the controller
     */
    private record Replacement(
            String name, Optional<String> kind, String controller, Optional<HookType> hook, String url) {

        boolean isFor(ControllerName each) {
            return controller.equals(each.name())
                    && kind.filter(other -> !other.equals(each.type().kind())).isEmpty();
        }
    }

    /**
     * Reads the values of the option.
     *
     * @throws CliErrors.UsageError if one of them is not {@code CONTROLLER=URL}
     */
    public static HookUrls parse(List<String> options) {
        return new HookUrls(options.stream().map(HookUrls::replacement).toList());
    }

    /** Messages have no URL, since it may contain a password. */
    private static Replacement replacement(String option) {
        Matcher parts = OPTION.matcher(option);
        if (!parts.matches()) {
            throw new CliErrors.UsageError(
                    "--hook: expected CONTROLLER=URL, such as webapp=http://127.0.0.1:8080/webapp,"
                            + " or CONTROLLER/HOOK=URL with HOOK sync, finalize or customize");
        }
        String name = option.substring(0, parts.start("url") - 1);
        String url = parts.group("url");
        if (!isUrl(url)) {
            throw new CliErrors.UsageError("--hook " + name + ": expected a URL with http:// or https:// and a host");
        }
        Optional<HookType> hook = HookType.ofControllers().stream()
                .filter(type -> type.text().equals(parts.group("hook")))
                .findFirst();
        return new Replacement(name, Optional.ofNullable(parts.group("kind")), parts.group("name"), hook, url);
    }

    private static boolean isUrl(String url) {
        try {
            URI uri = new URI(url);
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            return (scheme.equals("http") || scheme.equals("https"))
                    && Authority.of(uri).isPresent();
        } catch (URISyntaxException _) {
            return false;
        }
    }

    /**
     * Compares the names with the controllers that are planned.
     *
     * @return a warning for each controller whose credentials are not sent
     * @throws CliErrors.CommandFailed if a name is that of no controller or of two, or if the controller has no such
     *     hook
     * @throws CliErrors.UsageError if a controller or a hook has two URLs
     */
    List<String> check(List<PlannedParents.Controller> controllers) {
        List<String> warnings = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Replacement each : replacements) {
            List<PlannedParents.Controller> meant = controllers.stream()
                    .filter(controller -> each.isFor(controller.name()))
                    .toList();
            if (meant.isEmpty()) {
                throw new CliErrors.CommandFailed(
                        "--hook " + each.name() + ": " + unknown(each.controller(), controllers));
            }
            if (meant.size() > 1) {
                throw new CliErrors.CommandFailed("--hook " + each.name()
                        + ": a CompositeController and a DecoratorController have this name; write CompositeController/"
                        + each.name() + " or DecoratorController/" + each.name());
            }
            if (!seen.add(meant.getFirst() + each.hook().map(HookType::text).orElse(""))) {
                throw new CliErrors.UsageError("--hook " + each.name() + ": it has two URLs; remove one");
            }
            meant.getFirst().spec().ifPresent(spec -> {
                check(each, meant.getFirst(), spec);
                if (lacksCredentials(each, spec)) {
                    warnings.add("--hook " + each.name() + ": the credentials of " + meant.getFirst()
                            + " are not sent, since the URL is that of another server");
                }
            });
        }
        return warnings;
    }

    /**
     * What is wrong with the names for the controllers that a cluster has now. Others may be installed later.
     *
     * @throws CliErrors.UsageError if a controller or a hook has two URLs
     */
    public List<String> warnings(Cluster cluster) {
        try {
            return replacements.isEmpty()
                    ? List.of()
                    : check(PlannedParents.controllers(cluster, LabelSelector.EVERYTHING));
        } catch (CliErrors.CommandFailed e) {
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    private boolean lacksCredentials(Replacement replacement, ControllerSpec spec) {
        return webhooks(spec.hooks()).entrySet().stream()
                .filter(each ->
                        replacement.hook().filter(type -> type != each.getKey()).isEmpty())
                .filter(each -> each.getValue().credentials().isPresent())
                .anyMatch(each -> !isSameServer(each.getValue().url(), urlOf(spec, each.getKey(), each.getValue())));
    }

    private static String unknown(String name, List<PlannedParents.Controller> controllers) {
        List<String> names = controllers.stream()
                .map(controller -> controller.name().name())
                .distinct()
                .sorted()
                .toList();
        if (names.isEmpty()) {
            return "there is no controller";
        }
        return "no controller has the name " + name
                + NearestName.suggestion(name, names).orElse("")
                + " (controllers: " + String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())))
                + (names.size() > MAX_NAMES ? " and " + (names.size() - MAX_NAMES) + " more" : "") + ")";
    }

    private void check(Replacement each, PlannedParents.Controller controller, ControllerSpec spec) {
        Map<HookType, Webhook> webhooks = webhooks(spec.hooks());
        if (webhooks.isEmpty()
                || each.hook().filter(type -> !webhooks.containsKey(type)).isPresent()) {
            throw new CliErrors.CommandFailed("--hook " + each.name() + ": " + controller + " has no "
                    + each.hook().map(type -> type.text() + " ").orElse("") + "hook with a webhook");
        }
        Map<String, Map.Entry<HookType, Webhook>> called = new HashMap<>();
        for (Map.Entry<HookType, Webhook> hook : webhooks.entrySet()) {
            Map.Entry<HookType, Webhook> other = called.putIfAbsent(urlOf(spec, hook.getKey(), hook.getValue()), hook);
            if (other != null && !other.getValue().url().equals(hook.getValue().url())) {
                String first = other.getKey().text();
                throw new CliErrors.CommandFailed("--hook " + each.name() + ": the paths of the " + first + " and "
                        + hook.getKey().text() + " hooks of " + controller
                        + " end alike, so both would be called at one"
                        + " URL; give a URL without a path, or one for each: " + each.controller() + "/" + first
                        + "=URL");
            }
        }
    }

    private static Map<HookType, Webhook> webhooks(Hooks hooks) {
        Map<HookType, Webhook> found = new EnumMap<>(HookType.class);
        hooks.sync().flatMap(Hooks.Hook::webhook).ifPresent(webhook -> found.put(HookType.SYNC, webhook));
        hooks.finalizing().flatMap(Hooks.Hook::webhook).ifPresent(webhook -> found.put(HookType.FINALIZE, webhook));
        hooks.customize().flatMap(Hooks.Hook::webhook).ifPresent(webhook -> found.put(HookType.CUSTOMIZE, webhook));
        return found;
    }

    /** Whether a URL of a controller is replaced. */
    boolean replaces(PlannedParents.Controller controller) {
        return replacements.stream().anyMatch(each -> each.isFor(controller.name()));
    }

    /** The URLs that are called for a controller, one for each of its hooks. */
    List<String> of(ControllerSpec controller) {
        List<String> urls = new ArrayList<>();
        webhooks(controller.hooks()).forEach((type, webhook) -> urls.add(urlOf(controller, type, webhook)));
        return urls;
    }

    private String urlOf(ControllerSpec controller, HookType type, Webhook webhook) {
        String url = webhook.url();
        for (Replacement each : replacements) {
            if (each.isFor(ControllerName.of(controller.source()))) {
                if (each.hook().filter(type::equals).isPresent()) {
                    return each.url();
                }
                url = each.hook().isEmpty() ? moved(controller, webhook.url(), each.url()) : url;
            }
        }
        return url;
    }

    /** The URL of one of the hooks of a controller, at the URL of all of them. */
    private static String moved(ControllerSpec controller, String own, String to) {
        String server = part(to, "server");
        String path = part(to, "path");
        String query = part(to, "query");
        if (path.isEmpty() || path.equals("/")) {
            return server + part(own, "path") + query;
        }
        List<String> ends = controller
                .hooks()
                .webhooks()
                .map(webhook -> end(webhook.url()))
                .filter(end -> !end.isEmpty())
                .toList();
        String folder = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        int last = folder.lastIndexOf('/');
        if (ends.contains(folder.substring(last + 1))) {
            folder = folder.substring(0, last);
        }
        return server + folder + (end(own).isEmpty() ? "" : "/" + end(own)) + query;
    }

    /** The last part of the path of a URL. */
    private static String end(String url) {
        String path = part(url, "path");
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String part(String url, String name) {
        Matcher parts = PARTS.matcher(url);
        return parts.matches() ? Objects.requireNonNullElse(parts.group(name), "") : "";
    }

    /** Connects hooks at these URLs. */
    public HookConnector before(HookConnector next) {
        return (controller, type, hook, problems) ->
                next.connect(controller, type, replaced(controller, type, hook), problems);
    }

    private Hooks.Hook replaced(ControllerSpec controller, HookType type, Hooks.Hook hook) {
        return new Hooks.Hook(hook.version(), hook.webhook().map(webhook -> {
            String url = urlOf(controller, type, webhook);
            return new Webhook(
                    url,
                    webhook.timeout(),
                    webhook.etag(),
                    webhook.strict(),
                    webhook.loose(),
                    isSameServer(webhook.url(), url) ? webhook.credentials() : Optional.empty());
        }));
    }

    /** Another server must not get the token that the controller has for its own. */
    private static boolean isSameServer(String own, String other) {
        return server(own).equals(server(other));
    }

    private static String server(String url) {
        String server = part(url, "server").toLowerCase(Locale.ROOT);
        String bare = server.replaceFirst("//.*@", "//");
        String port = bare.startsWith("https:") ? ":443" : ":80";
        return bare.endsWith(port) ? bare.substring(0, bare.length() - port.length()) : bare;
    }

    /** What was given, for controllers that were found to have no parents. */
    List<String> unused(List<PlannedParents.Controller> withoutParents) {
        return withoutParents.stream()
                .flatMap(controller -> replacements.stream()
                        .filter(each -> each.isFor(controller.name()))
                        .map(each -> "--hook " + each.name() + ": " + controller
                                + " has no parents, so no hook is called for it"))
                .toList();
    }
}
