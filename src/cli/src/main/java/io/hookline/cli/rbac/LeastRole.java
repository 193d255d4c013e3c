package io.hookline.cli.rbac;

import io.hookline.hook.RelatedRule;
import io.hookline.object.ApiResource;
import io.hookline.spec.ChildRule.ApplyStrategy;
import io.hookline.watcher.rights.HookAnswers;
import io.hookline.watcher.rights.RequiredRights;
import io.hookline.watcher.rights.Right;
import io.hookline.watcher.rights.RightsOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The least role of the watcher for the controllers in some files.
 *
 * @param rights all rights
 * @param warnings what is not known from the files, and what to do
 */
public record LeastRole(List<Right> rights, List<String> warnings) {

    public LeastRole {
        rights = List.copyOf(rights);
        warnings = List.copyOf(warnings);
    }

    /**
     * What the role depends on besides the files.
     *
     * @param hooks the folder with the hooks, whose fixtures show what the controllers do not; need not exist
     * @param related resources of customize hooks, for controllers of which no fixture shows them
     * @param answered rules that customize hooks really answered, by the name of the hook
     * @param strategy the apply strategy of the watcher
     * @param ownersAreProtected whether the admission plugin OwnerReferencesPermissionEnforcement is enabled
     * @param readOnly whether only the rights to read are wanted
     */
    public record Options(
            Path hooks,
            List<RelatedResource> related,
            Map<String, List<RelatedRule>> answered,
            ApplyStrategy strategy,
            boolean ownersAreProtected,
            boolean readOnly) {

        /** The hooks of a folder, with Metacontroller's way to apply children. */
        public static Options of(Path hooks) {
            return new Options(hooks, List.of(), Map.of(), ApplyStrategy.DYNAMIC_APPLY, false, false);
        }

        /** The same with what customize hooks really answered. */
        public Options answering(Map<String, List<RelatedRule>> rules) {
            return new Options(hooks, related, rules, strategy, ownersAreProtected, readOnly);
        }
    }

    /**
     * Computes the role.
     *
     * @param discovered kinds of a cluster, in addition to those of the files
     */
    public static LeastRole of(ControllerFiles files, List<ApiResource> discovered, Options options) {
        List<ApiResource> kinds = new ArrayList<>(files.kinds());
        kinds.addAll(discovered);
        List<RequiredRights.Controller> controllers = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        for (ControllerFiles.Found found : files.controllers()) {
            FixtureAnswers fixtures = FixtureAnswers.of(found.spec(), options.hooks(), found.folder(), kinds);
            boolean customizes = found.spec().hooks().customize().isPresent();
            List<String> hooks = FixtureAnswers.names(found.spec()).toList();
            if (customizes
                    && !fixtures.haveRules()
                    && options.related().isEmpty()
                    && hooks.stream().noneMatch(options.answered()::containsKey)) {
                warnings.add(found.spec().source().kind() + " " + found.spec().name()
                        + " has a customize hook, but no fixture of it shows which related objects it requests;"
                        + " add a fixture of it, or name them with `hookline rbac --related`");
            }
            HookAnswers answers = options.readOnly() ? fixtures.answers().withoutGrants() : fixtures.answers();
            List<RelatedRule> rules = hooks.stream()
                    .flatMap(hook -> options.answered().getOrDefault(hook, List.of()).stream())
                    .toList();
            controllers.add(new RequiredRights.Controller(
                    found.spec(), customizes ? RelatedResource.addTo(answers, options.related(), rules) : answers));
        }
        RightsOptions wanted = new RightsOptions(options.strategy(), options.ownersAreProtected(), kinds);
        List<Right> rights = RequiredRights.of(controllers, wanted);
        return new LeastRole(options.readOnly() ? reads(rights) : rights, warnings);
    }

    private static List<Right> reads(List<Right> rights) {
        return rights.stream()
                .map(right -> right.keeping(Set.of("get", "list", "watch")))
                .filter(right -> !right.verbs().isEmpty())
                .toList();
    }

    /** The same role with more rights. */
    LeastRole with(List<Right> more) {
        return new LeastRole(Stream.concat(rights.stream(), more.stream()).toList(), warnings);
    }

    /** The roles and bindings as YAML. */
    public String yaml(RoleNames names) {
        return RoleManifests.write(rights, names);
    }
}
