package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.cli.rbac.ControllerFiles;
import io.hookline.cli.rbac.LeastRole;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.hook.RelatedRule;
import io.hookline.object.FieldPath;
import io.hookline.object.GroupVersionKind;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.LocatedYaml;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ScenarioException;
import io.hookline.watcher.rights.Right;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Mistakes in what is deployed: the role of the watcher. */
final class DeployChecks {

    private static final String FOLDER = "deploy";

    private DeployChecks() {}

    /** Roles of the watcher in {@code deploy/} that do not allow what the controllers need since their last change. */
    static Stream<Finding> watcherRoles(CheckedProject project) {
        return project.examples().stream().flatMap(example -> watcherRoles(example, project.related()));
    }

    private static Stream<Finding> watcherRoles(Scenario example, Map<String, List<RelatedRule>> related) {
        Optional<WatcherRole> role = role(example);
        if (role.isEmpty()) {
            return Stream.empty();
        }
        List<Right> needed = least(example, related).map(LeastRole::rights).orElse(List.of());
        String command = command(example, role.get(), related);
        return missing(needed, role.get()).entrySet().stream()
                .map(lacking -> Finding.warning(
                        role.get().place(), lacking.getValue().describe(lacking.getKey(), role.get()) + command));
    }

    /** The role of the watcher in the files of an example; empty if there is none. */
    static Optional<WatcherRole> role(Scenario example) {
        return WatcherRole.in(example.path().resolve(FOLDER));
    }

    /** The least role for the controllers; empty if one of them is not valid, which other checks report. */
    static Optional<LeastRole> least(Scenario example, Map<String, List<RelatedRule>> related) {
        List<Path> files = example.everything().stream()
                .map(manifest -> Path.of(manifest.document().file()))
                .distinct()
                .toList();
        try {
            ControllerFiles controllers = ControllerFiles.read(files, false, InputStream.nullInputStream());
            return Optional.of(LeastRole.of(
                    controllers,
                    List.of(),
                    LeastRole.Options.of(example.path().resolve("hooks")).answering(related)));
        } catch (CliErrors.CommandFailed | IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** The verbs on a resource that a role lacks, and the controllers that need them. */
    private record Lacking(Set<String> verbs, Set<String> controllers) {

        private Lacking() {
            this(new TreeSet<>(), new TreeSet<>());
        }

        private String describe(String resource, WatcherRole role) {
            return "ClusterRole " + role.name() + " lacks " + String.join(", ", verbs) + " on " + resource + ", which "
                    + (controllers.isEmpty() ? "the watcher" : String.join(" and ", controllers))
                    + (controllers.size() > 1 ? " need" : " needs");
        }
    }

    private static Map<String, Lacking> missing(List<Right> needed, WatcherRole role) {
        Map<String, Lacking> missing = new LinkedHashMap<>();
        for (Right right : needed) {
            Set<String> verbs = role.missing(right);
            if (!verbs.isEmpty()) {
                Lacking lacking = missing.computeIfAbsent(shown(right), _ -> new Lacking());
                lacking.verbs().addAll(verbs);
                Optional.of(right.controller()).filter(name -> !name.isEmpty()).ifPresent(lacking.controllers()::add);
            }
        }
        return missing;
    }

    private static String shown(Right right) {
        return right.resource()
                + (right.group().isEmpty() ? "" : " (" + right.group() + ")")
                + (right.names().isEmpty() ? "" : " " + String.join(", ", right.names()))
                + (right.namespace().isEmpty() ? "" : " in namespace " + right.namespace());
    }

    /** The command that writes the role again. */
    private static String command(Scenario example, WatcherRole role, Map<String, List<RelatedRule>> related) {
        List<String> folders = example.everything().stream()
                .filter(manifest -> manifest.isController() || manifest.isCrd())
                .map(DeployChecks::folder)
                .distinct()
                .toList();
        return "; write it again with `hookline rbac -f " + String.join(" ", folders) + related(example, related)
                + role.flags() + " >" + role.file() + "`";
    }

    /** The flag for the related objects that no fixture shows, so that the command knows them too. */
    private static String related(Scenario example, Map<String, List<RelatedRule>> related) {
        List<Right> shown = least(example, Map.of()).map(LeastRole::rights).orElse(List.of());
        List<Right> needed = least(example, related).map(LeastRole::rights).orElse(List.of());
        String hidden = related.values().stream()
                .flatMap(List::stream)
                .flatMap(DeployChecks::withNamespaces)
                .filter(rule -> needed.stream().anyMatch(right -> allows(right, rule) && !shown.contains(right)))
                .map(rule -> rule.apiVersion() + "/" + rule.resource())
                .distinct()
                .sorted()
                .collect(Collectors.joining(","));
        return hidden.isEmpty() ? "" : " --related " + hidden;
    }

    private static Stream<RelatedRule> withNamespaces(RelatedRule rule) {
        return rule.namespaceSelector().isPresent()
                ? Stream.of(rule, RelatedRule.of("v1", "namespaces"))
                : Stream.of(rule);
    }

    private static boolean allows(Right right, RelatedRule rule) {
        return right.resource().equals(rule.resource())
                && right.group()
                        .equals(GroupVersionKind.of(rule.apiVersion(), "").group());
    }

    private static String folder(Manifest manifest) {
        Path folder = Path.of(manifest.document().file()).getParent();
        return folder == null || folder.toString().isEmpty() ? "." : folder.toString();
    }

    /** Customize hooks of which nothing shows what they request, so that the role of the watcher may lack it. */
    static Stream<Finding> unknownRelated(CheckedProject project) {
        return project.examples().stream().flatMap(example -> unknownRelated(project, example));
    }

    private static Stream<Finding> unknownRelated(CheckedProject project, Scenario example) {
        return role(example).stream()
                .flatMap(role -> least(example, project.related()).stream()
                        .flatMap(least -> least.warnings().stream())
                        .map(warning -> Finding.warning(role.place(), warning)));
    }

    /**
     * A file that {@code hookline rbac} has written: a ClusterRole of the watcher, with roles and bindings.
     *
     * @param clusterRole the document of the ClusterRole
     * @param all all documents of the file
     */
    record WatcherRole(LocatedYaml.Document clusterRole, List<LocatedYaml.Document> all) {

        private static final String DEFAULT = "hookline";
        private static final String EVERYTHING = "*";

        /**
         * The watcher sends an update where it may not patch, and a role of another apply strategy has the other one.
         */
        private static final Set<String> INTERCHANGEABLE = Set.of("patch", "update");

        /** The role in the files of a folder; empty if none has one, or the folder does not exist. */
        static Optional<WatcherRole> in(Path folder) {
            if (!Files.isDirectory(folder)) {
                return Optional.empty();
            }
            try (Stream<Path> files = Files.list(folder)) {
                return files.filter(file -> file.toString().endsWith(".yaml"))
                        .sorted()
                        .flatMap(file -> read(file).stream())
                        .findFirst();
            } catch (IOException _) {
                return Optional.empty();
            }
        }

        private static Optional<WatcherRole> read(Path file) {
            try {
                List<LocatedYaml.Document> all = LocatedYaml.parse(file.toString(), Files.readString(file));
                return all.stream()
                        .filter(document ->
                                document.tree().path("kind").asText().equals("ClusterRole"))
                        .filter(document ->
                                isOfWatcher(document.tree().path("metadata").path("labels")))
                        .findFirst()
                        .map(role -> new WatcherRole(role, all));
            } catch (IOException | ScenarioException _) {
                return Optional.empty(); // kubectl reports it
            }
        }

        private static boolean isOfWatcher(JsonNode labels) {
            return labels.path("app.kubernetes.io/name").asText().equals(DEFAULT)
                    && labels.path("app.kubernetes.io/component").asText().equals("watcher");
        }

        String name() {
            return clusterRole.tree().at("/metadata/name").asText();
        }

        String file() {
            return clusterRole.file();
        }

        String place() {
            return clusterRole.at(FieldPath.ROOT.field("rules"));
        }

        /** The flags of {@code hookline rbac} that write a role with the same names. */
        String flags() {
            JsonNode account = all.stream()
                    .map(document -> document.tree().path("subjects").path(0))
                    .filter(subject -> !subject.isMissingNode())
                    .findFirst()
                    .orElse(clusterRole.tree().path("subjects"));
            return flag("--name", name())
                    + flag("--service-account", account.path("name").asText(DEFAULT))
                    + flag("--namespace", account.path("namespace").asText(DEFAULT));
        }

        private static String flag(String flag, String value) {
            return value.equals(DEFAULT) ? "" : " " + flag + " " + value;
        }

        /** The verbs of a right that it does not allow. */
        Set<String> missing(Right right) {
            Set<String> allowed = all.stream()
                    .filter(document -> isFor(document.tree(), right.namespace()))
                    .flatMap(document -> elements(document.tree().path("rules")))
                    .filter(rule -> covers(rule, right))
                    .flatMap(rule -> elements(rule.path("verbs")).map(JsonNode::asText))
                    .collect(Collectors.toSet());
            return right.verbs().stream()
                    .filter(verb -> !allowed.contains(verb) && !allowed.contains(EVERYTHING))
                    .filter(verb -> !INTERCHANGEABLE.contains(verb)
                            || INTERCHANGEABLE.stream().noneMatch(allowed::contains))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        private static boolean isFor(JsonNode role, String namespace) {
            return switch (role.path("kind").asText()) {
                case "ClusterRole" -> true;
                case "Role" -> role.at("/metadata/namespace").asText().equals(namespace);
                default -> false;
            };
        }

        private static boolean covers(JsonNode rule, Right right) {
            return has(rule.path("apiGroups"), right.group())
                    && has(rule.path("resources"), right.resource())
                    && (rule.path("resourceNames").isEmpty() || coversNames(rule.path("resourceNames"), right));
        }

        private static boolean coversNames(JsonNode allowed, Right right) {
            return !right.names().isEmpty() && right.names().stream().allMatch(name -> has(allowed, name));
        }

        private static boolean has(JsonNode list, String value) {
            return elements(list).map(JsonNode::asText).anyMatch(each -> each.equals(value) || each.equals(EVERYTHING));
        }

        private static Stream<JsonNode> elements(JsonNode list) {
            return StreamSupport.stream(list.spliterator(), false);
        }
    }
}
