package io.hookline.cli.rbac;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.hook.effect.SideEffect;
import io.hookline.hook.protocol.HookException;
import io.hookline.server.folder.HookLoader;
import io.hookline.server.folder.HookSource;
import io.hookline.watcher.rights.Right;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The rights of the hook server: those of hooks that change the cluster themselves. Others need none. */
public final class HookRights {

    private HookRights() {}

    /**
     * Computes the rights from the constructors of the hooks that some controllers call.
     *
     * @param hooks the folder with the hooks
     * @throws CliErrors.CommandFailed if a hook does not compile, or if the folder does not exist or has none of them:
     *     that says nothing about their rights
     */
    public static List<Right> of(ControllerFiles files, Path hooks) {
        Set<String> called = files.controllers().stream()
                .flatMap(found -> FixtureAnswers.names(found.spec()))
                .collect(Collectors.toCollection(TreeSet::new));
        List<HookSource> found = HookSource.in(CliErrors.hooksFolder(hooks), called).stream()
                .filter(source -> called.contains(source.name()))
                .toList();
        if (found.isEmpty() && !called.isEmpty()) {
            throw new CliErrors.CommandFailed("none of the hooks that the controllers call is in "
                    + hooks.toAbsolutePath().normalize() + ": " + String.join(", ", called)
                    + "; set --hooks to the folder with them");
        }
        return found.stream()
                .flatMap(source -> sideEffects(source).stream().map(effect -> right(effect, source.name())))
                .toList();
    }

    private static Set<SideEffect> sideEffects(HookSource source) {
        try {
            return HookLoader.sideEffects(source);
        } catch (HookException e) {
            throw new CliErrors.CommandFailed("hook " + source.name() + " does not compile: " + e.getMessage());
        }
    }

    private static Right right(SideEffect effect, String hook) {
        return Right.of("", effect.resource(), Set.of(effect.verb()), effect.text(), "hook " + hook);
    }

    /** The role of these rights and its binding as YAML. */
    public static String yaml(List<Right> rights, RoleNames names) {
        return RoleManifests.write(rights, names);
    }
}
