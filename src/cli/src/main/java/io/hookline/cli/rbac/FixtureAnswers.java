package io.hookline.cli.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.hook.RelatedRule;
import io.hookline.object.ApiResource;
import io.hookline.object.DecodeException;
import io.hookline.object.FileFailure;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.Hooks.Hook;
import io.hookline.watcher.rights.HookAnswers;
import io.hookline.watcher.rights.Right;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What the answers in the fixtures of a controller's hooks show: which related objects they request, what they write to
 * the object of a decorator, which rights they grant, and which kinds they return that the controller does not declare.
 */
final class FixtureAnswers {

    private static final String ANSWER = ".answer.json";

    private final ControllerSpec spec;
    private final List<ApiResource> kinds;
    private final List<JsonNode> customize = new ArrayList<>();
    private final List<JsonNode> sync = new ArrayList<>();
    private final GrantedRights granted = new GrantedRights();

    private FixtureAnswers(ControllerSpec spec, List<ApiResource> kinds) {
        this.spec = spec;
        this.kinds = kinds;
    }

    /**
     * Reads the fixtures of a controller's hooks.
     *
     * @param hooks the folder with one sub-folder for each hook
     * @param beside the folder of the controller's manifest, which may have the fixtures
     * @param kinds the known kinds
     */
    static FixtureAnswers of(ControllerSpec spec, Path hooks, Optional<Path> beside, List<ApiResource> kinds) {
        FixtureAnswers answers = new FixtureAnswers(spec, kinds);
        Stream<Path> named = names(spec).map(name -> hooks.resolve(name).resolve("fixtures"));
        List<Path> around = beside.map(FixtureAnswers::around).orElse(List.of());
        Stream<Path> own = around.stream().map(folder -> folder.resolve("fixtures"));
        Stream<Path> nested = around.stream()
                .flatMap(folder -> names(spec)
                        .map(name -> folder.resolve("hooks").resolve(name).resolve("fixtures")));
        Stream.of(named, own, nested)
                .flatMap(folders -> folders)
                .map(folder -> folder.toAbsolutePath().normalize())
                .distinct()
                .filter(Files::isDirectory)
                .forEach(answers::read);
        return answers;
    }

    /** A folder, and the one that contains it: a project may have its manifests in a folder of their own. */
    private static List<Path> around(Path folder) {
        Path absolute = folder.toAbsolutePath().normalize();
        return Stream.of(absolute, absolute.getParent())
                .filter(Objects::nonNull)
                .toList();
    }

    /** The names of the hooks: the first step of each path, as {@code hookline serve} has them. */
    static Stream<String> names(ControllerSpec spec) {
        return Stream.of(
                        spec.hooks().sync(),
                        spec.hooks().finalizing(),
                        spec.hooks().customize())
                .flatMap(hook -> hook.flatMap(Hook::webhook).stream())
                .map(webhook ->
                        String.valueOf(URI.create(webhook.url()).getPath()).split("/"))
                .filter(steps -> steps.length > 1 && !steps[1].isEmpty())
                .map(steps -> steps[1])
                .distinct();
    }

    private void read(Path fixtures) {
        try (Stream<Path> files = Files.list(fixtures)) {
            for (Path file : files.filter(each -> each.toString().endsWith(ANSWER))
                    .sorted()
                    .toList()) {
                JsonNode answer = json(file);
                (answer.has("relatedResources") ? customize : sync).add(answer);
                Path request = Path.of(file.toString().replace(ANSWER, ".request.json"));
                granted.add(answer, Files.exists(request) ? json(request) : Json.NODES.objectNode());
            }
        } catch (IOException e) {
            throw new CliErrors.CommandFailed("cannot read " + FileFailure.at(fixtures, e));
        }
    }

    private static JsonNode json(Path file) throws IOException {
        try {
            return Json.parse(Files.readAllBytes(file));
        } catch (DecodeException e) {
            throw new CliErrors.CommandFailed(file + ": " + e.getMessage());
        }
    }

    /** Whether there is a fixture of the customize hook. */
    boolean haveRules() {
        return !customize.isEmpty();
    }

    /** What they show. If there is no fixture of the sync hook, a decorator may write everything. */
    HookAnswers answers() {
        String controller = spec.source().kind() + " " + spec.name();
        return new HookAnswers(
                sync.isEmpty() || have("labels") || have("annotations"),
                sync.isEmpty() || have("status"),
                rules(),
                granted.rights(controller),
                undeclared(controller));
    }

    private boolean have(String field) {
        return sync.stream()
                .anyMatch(answer -> !answer.path(field).isMissingNode()
                        && !answer.path(field).isNull());
    }

    private List<RelatedRule> rules() {
        List<RelatedRule> rules = new ArrayList<>();
        for (JsonNode answer : customize) {
            for (JsonNode rule : answer.path("relatedResources")) {
                RelatedRule named = RelatedRule.of(
                        rule.path("apiVersion").asText(), rule.path("resource").asText());
                rules.add(rule.hasNonNull("namespaceSelector") ? named.inNamespacesLabelled("", "") : named);
            }
        }
        return rules;
    }

    private List<Right> undeclared(String controller) {
        List<Right> rights = new ArrayList<>();
        for (JsonNode answer : sync) {
            for (JsonNode child : children(answer)) {
                GroupVersionKind gvk = GroupVersionKind.of(
                        child.path("apiVersion").asText(), child.path("kind").asText());
                kinds.stream()
                        .filter(kind -> kind.gvk().equals(gvk) && !isDeclared(kind))
                        .findFirst()
                        .ifPresent(kind -> rights.add(Right.of(
                                kind.group(), kind.plural(), Set.of("create"), "undeclared children", controller)));
            }
        }
        return rights.stream().distinct().toList();
    }

    private boolean isDeclared(ApiResource kind) {
        return spec.children().stream()
                .anyMatch(rule -> rule.resource().equals(kind.plural())
                        && GroupVersionKind.of(rule.apiVersion(), "").group().equals(kind.group()));
    }

    /** The children or attachments of an answer. */
    static JsonNode children(JsonNode answer) {
        return answer.has("attachments") ? answer.path("attachments") : answer.path("children");
    }

    /**
     * The rights that a hook grants by the roles and bindings in its answers. RBAC lets a client create a role only if
     * the client has the rights of the role, and a binding only if it has the rights of the bound role, or the verb
     * {@code bind} on it.
     */
    private static final class GrantedRights {

        private static final String GROUP = "rbac.authorization.k8s.io";
        private static final String GRANTS = "rights that the hook grants";

        /** A rule of a role, or the role itself if only its name is known. */
        private sealed interface Grant {
            record Rule(String group, String resource, Set<String> verbs) implements Grant {}

            record Binding(String roles, String name) implements Grant {}
        }

        private final List<Grant> grants = new ArrayList<>();

        /** Adds what an answer grants; a role that it binds may be in the request. */
        void add(JsonNode answer, JsonNode request) {
            for (JsonNode child : FixtureAnswers.children(answer)) {
                if (!child.path("apiVersion").asText().startsWith(GROUP + "/")) {
                    continue;
                }
                switch (child.path("kind").asText()) {
                    case "Role", "ClusterRole" -> addRules(child);
                    case "RoleBinding", "ClusterRoleBinding" -> addBound(child.path("roleRef"), answer, request);
                    default -> {}
                }
            }
        }

        private void addBound(JsonNode reference, JsonNode answer, JsonNode request) {
            String kind = reference.path("kind").asText();
            String name = reference.path("name").asText();
            List<JsonNode> present = new ArrayList<>();
            findRoles(answer, kind, name, present);
            findRoles(request, kind, name, present);
            present.forEach(this::addRules);
            if (present.isEmpty()) {
                grants.add(new Grant.Binding(kind.equals("ClusterRole") ? "clusterroles" : "roles", name));
            }
        }

        private static void findRoles(JsonNode in, String kind, String name, List<JsonNode> found) {
            if (in.path("kind").asText().equals(kind)
                    && in.path("metadata").path("name").asText().equals(name)
                    && in.has("rules")) {
                found.add(in);
            }
            in.forEach(each -> findRoles(each, kind, name, found));
        }

        private void addRules(JsonNode role) {
            for (JsonNode rule : role.path("rules")) {
                for (JsonNode group : rule.path("apiGroups")) {
                    for (JsonNode resource : rule.path("resources")) {
                        grants.add(new Grant.Rule(group.asText(), resource.asText(), texts(rule.path("verbs"))));
                    }
                }
            }
        }

        private static Set<String> texts(JsonNode list) {
            Set<String> texts = new HashSet<>();
            StreamSupport.stream(list.spliterator(), false)
                    .map(JsonNode::asText)
                    .forEach(texts::add);
            return texts;
        }

        /**
         * The rights.
         *
         * @throws IllegalArgumentException if a hook grants a wildcard
         */
        List<Right> rights(String controller) {
            return grants.stream()
                    .distinct()
                    .map(grant -> switch (grant) {
                        case Grant.Rule(String group, String resource, Set<String> verbs) ->
                            Right.of(group, resource, verbs, GRANTS, controller);
                        case Grant.Binding(String roles, String name) ->
                            new Right(GROUP, roles, Set.of("bind"), "", List.of(name), GRANTS, controller);
                    })
                    .toList();
        }
    }
}
