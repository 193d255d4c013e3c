package io.hookline.cli.check.rule;

import io.hookline.cli.rbac.ControllerFiles;
import io.hookline.cli.rbac.LeastRole;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.file.Manifest;
import io.hookline.watcher.rights.Right;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Roles of the watcher in {@code deploy/} that do not allow what the controllers need since their last change. */
final class WatcherRoles implements Check {

    private static final String FOLDER = "deploy";

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.examples().stream().flatMap(WatcherRoles::find);
    }

    private static Stream<Finding> find(Scenario example) {
        Optional<WatcherRole> role = WatcherRole.in(example.path().resolve(FOLDER));
        if (role.isEmpty()) {
            return Stream.empty();
        }
        String command = command(example, role.get());
        return missing(needed(example), role.get()).entrySet().stream()
                .map(lacking -> Finding.warning(
                        role.get().place(), lacking.getValue().describe(lacking.getKey(), role.get()) + command));
    }

    /** The rights that the controllers need; none if one of them is not valid, which other checks report. */
    private static List<Right> needed(Scenario example) {
        List<Path> files = example.everything().stream()
                .map(manifest -> Path.of(manifest.document().file()))
                .distinct()
                .toList();
        try {
            ControllerFiles controllers = ControllerFiles.read(files, false, InputStream.nullInputStream());
            return LeastRole.of(
                            controllers,
                            List.of(),
                            LeastRole.Options.of(example.path().resolve("hooks")))
                    .rights();
        } catch (CliErrors.CommandFailed | IllegalArgumentException _) {
            return List.of();
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
    private static String command(Scenario example, WatcherRole role) {
        List<String> folders = example.everything().stream()
                .filter(manifest -> manifest.isController() || manifest.isCrd())
                .map(WatcherRoles::folder)
                .distinct()
                .toList();
        return "; write it again with `hookline rbac -f " + String.join(" ", folders) + role.flags() + " >"
                + role.file() + "`";
    }

    private static String folder(Manifest manifest) {
        Path folder = Path.of(manifest.document().file()).getParent();
        return folder == null || folder.toString().isEmpty() ? "." : folder.toString();
    }
}
