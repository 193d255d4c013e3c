package io.hookline.cli.check.rule;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.FieldPath;
import io.hookline.testing.scenario.file.LocatedYaml;
import io.hookline.testing.scenario.file.ScenarioException;
import io.hookline.watcher.rights.Right;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A file that {@code hookline rbac} has written: a ClusterRole of the watcher, with roles and bindings.
 *
 * @param clusterRole the document of the ClusterRole
 * @param all all documents of the file
 */
record WatcherRole(LocatedYaml.Document clusterRole, List<LocatedYaml.Document> all) {

    private static final String DEFAULT = "hookline";
    private static final String EVERYTHING = "*";

    /** The watcher sends an update where it may not patch, and a role of another apply strategy has the other one. */
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
                    .filter(document -> document.tree().path("kind").asText().equals("ClusterRole"))
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
