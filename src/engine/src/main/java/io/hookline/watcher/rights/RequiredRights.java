package io.hookline.watcher.rights;

import io.hookline.hook.RelatedRule;
import io.hookline.spec.ChildRule;
import io.hookline.spec.ChildRule.AdoptionPolicy;
import io.hookline.spec.ChildRule.ApplyStrategy;
import io.hookline.spec.ChildRule.UpdateStrategy.UpdateMethod;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerSpec;
import io.hookline.spec.ControllerSpec.DeletionPolicy;
import io.hookline.spec.Credentials;
import io.hookline.spec.DecoratorController;
import io.hookline.spec.Hooks;
import io.hookline.spec.Hooks.Hook;
import io.hookline.spec.ParentRule;
import io.hookline.spec.WellKnown;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rights that the watcher needs to run controllers: every request that it sends, by resource and verb. Without side
 * effects.
 *
 * <p>A change of an object's metadata or status is a JSON patch, so only {@code patch} is listed for it, although the
 * watcher sends an update if the role allows only that.
 */
public final class RequiredRights {

    private static final Set<String> READ = Set.of("list", "watch");
    private static final String CORE = "";
    private static final String CONDITIONS = "conditions of controllers";

    private final RightsOptions options;
    private final List<Right> all = new ArrayList<>();

    private RequiredRights(RightsOptions options) {
        this.options = options;
    }

    /** A controller, and what is known of its hooks' answers. */
    public record Controller(ControllerSpec spec, HookAnswers answers) {}

    /** The rights for these controllers; those for one resource are adjacent to each other only by chance. */
    public static List<Right> of(List<Controller> controllers, RightsOptions options) {
        RequiredRights rights = new RequiredRights(options);
        rights.ofTheWatcher(controllers);
        controllers.forEach(rights::of);
        return List.copyOf(rights.all);
    }

    private void ofTheWatcher(List<Controller> controllers) {
        add(WellKnown.GROUP, "compositecontrollers", READ, "the controllers to run", "");
        add(WellKnown.GROUP, "decoratorcontrollers", READ, "the controllers to run", "");
        add("apiextensions.k8s.io", "customresourcedefinitions", READ, "which kinds exist", "");
        boolean composites = controllers.stream().anyMatch(each -> each.spec() instanceof CompositeController);
        boolean decorators = controllers.stream().anyMatch(each -> each.spec() instanceof DecoratorController);
        if (composites) {
            add(WellKnown.GROUP, "compositecontrollers/status", Set.of("patch"), CONDITIONS, "");
        }
        if (decorators) {
            add(WellKnown.GROUP, "decoratorcontrollers/status", Set.of("patch"), CONDITIONS, "");
        }
        if (composites) {
            add(
                    "apiextensions.k8s.io",
                    "customresourcedefinitions",
                    Set.of("get"),
                    "whether parents have a CRD that the cache does not show yet",
                    "");
        }
        add(CORE, "events", Set.of("create"), "what happened to controllers and parents", "");
        add(CORE, "events", Set.of("patch"), "how often it happened", "");
    }

    private void of(Controller controller) {
        ControllerSpec spec = controller.spec();
        String name = spec.source().kind() + " " + spec.name();
        boolean finalizes = canCall(spec.hooks().finalizing());
        for (ParentRule parent : spec.parents()) {
            if (spec instanceof CompositeController) {
                compositeParent(parent, finalizes, name);
            } else {
                decoratorParent(parent, finalizes, controller.answers(), name);
            }
            if (options.ownersAreProtected()) {
                String subresource = parent.resource() + "/finalizers";
                add(parent, subresource, Set.of("update"), "owner references that block the deletion of parents", name);
            }
        }
        if (spec.deletionPolicy() == DeletionPolicy.UNDO) {
            add(
                    WellKnown.GROUP,
                    spec instanceof CompositeController ? "compositecontrollers" : "decoratorcontrollers",
                    Set.of("get", "patch"),
                    "finalizer of the controller itself, since its deletionPolicy is Undo",
                    name);
        }
        spec.children().forEach(rule -> all.addAll(ChildRights.of(spec, rule, options, name)));
        if (ChildRights.haveRollingUpdates(spec)) {
            revisions(name);
        }
        related(controller.answers().related(), name);
        all.addAll(CredentialRights.of(spec, name));
        all.addAll(controller.answers().granted());
        all.addAll(controller.answers().created());
    }

    private static boolean canCall(Optional<Hook> hook) {
        return hook.flatMap(Hook::webhook).isPresent();
    }

    /** A composite runs only if its parents have the status subresource. */
    private void compositeParent(ParentRule parent, boolean finalizes, String name) {
        add(parent, parent.resource(), READ, "parents", name);
        add(parent, parent.resource(), Set.of("get"), "a parent before it adopts a child, and after a conflict", name);
        add(parent, parent.resource() + "/status", Set.of("patch"), "status of parents", name);
        if (finalizes) {
            add(parent, parent.resource(), Set.of("patch"), "finalizer", name);
        }
    }

    private void decoratorParent(ParentRule parent, boolean finalizes, HookAnswers answers, String name) {
        add(parent, parent.resource(), READ, "decorated objects", name);
        boolean toStatus = answers.writesStatus() && options.mayHaveStatus(parent);
        boolean toObject = answers.writesStatus() && options.mayLackStatus(parent);
        if (toStatus) {
            add(parent, parent.resource() + "/status", Set.of("patch"), "status of decorated objects", name);
        }
        if (toObject) {
            add(parent, parent.resource(), Set.of("patch"), "status of objects without the status subresource", name);
        }
        if (answers.writesMetadata()) {
            add(parent, parent.resource(), Set.of("patch"), "labels and annotations of decorated objects", name);
        }
        if (finalizes) {
            add(parent, parent.resource(), Set.of("patch"), "finalizer", name);
        }
        if (toStatus || toObject || answers.writesMetadata() || finalizes) {
            add(parent, parent.resource(), Set.of("get"), "a decorated object after a conflict", name);
        }
    }

    private void revisions(String name) {
        String resource = "controllerrevisions";
        add(WellKnown.GROUP, resource, READ, "revisions of parents", name);
        add(WellKnown.GROUP, resource, Set.of("create", "update", "delete"), "rolling updates", name);
        add(
                WellKnown.GROUP,
                resource,
                Set.of("get", "patch"),
                "adoption of revisions that Metacontroller has released",
                name);
    }

    private void related(List<RelatedRule> rules, String name) {
        for (RelatedRule rule : rules) {
            all.add(Right.on(rule.apiVersion(), rule.resource(), READ, "related objects", name));
            if (rule.namespaceSelector().isPresent()) {
                add(CORE, "namespaces", READ, "namespaces of related objects", name);
            }
        }
    }

    private void add(ParentRule parent, String resource, Set<String> verbs, String reason, String name) {
        all.add(Right.on(parent.apiVersion(), resource, verbs, reason, name));
    }

    private void add(String group, String resource, Set<String> verbs, String reason, String name) {
        all.add(Right.of(group, resource, verbs, reason, name));
    }

    /** The rights for the children of one kind. */
    private static final class ChildRights {
        private ChildRights() {}

        static List<Right> of(ControllerSpec spec, ChildRule rule, RightsOptions options, String name) {
            List<Right> rights = new ArrayList<>();
            boolean composite = spec instanceof CompositeController;
            ApplyStrategy strategy = rule.applyStrategy().orElse(options.strategy());
            UpdateMethod method = rule.strategy().method();
            rights.add(right(
                    rule, Set.of("list", "watch", "create", "delete"), composite ? "children" : "attachments", name));
            rights.add(right(
                    rule, Set.of("get"), "an object that has the name of a child, and a child after a conflict", name));
            if (strategy == ApplyStrategy.SERVER_SIDE_APPLY) {
                rights.add(right(rule, Set.of("patch"), "server-side apply", name));
            } else if (method != UpdateMethod.ON_DELETE) {
                // Before a child is replaced, a dry run shows whether the replacement would be the same.
                rights.add(right(rule, Set.of("update"), method.text() + " with dynamic apply", name));
            } else if (rule.adoption() == AdoptionPolicy.TAKE_OVER) {
                rights.add(right(rule, Set.of("update"), "adoption policy TakeOver with dynamic apply", name));
            } else if (!composite) {
                rights.add(
                        right(rule, Set.of("patch"), "owner references, if the version of the parents changes", name));
            }
            if (composite) {
                rights.add(right(rule, Set.of("patch"), "owner references, to adopt and release children", name));
            }
            return rights;
        }

        /** Whether revisions of the parents are recorded, which only composites have. */
        static boolean haveRollingUpdates(ControllerSpec spec) {
            return spec instanceof CompositeController
                    && spec.children().stream()
                            .anyMatch(rule -> rule.strategy().method().isRolling());
        }

        private static Right right(ChildRule rule, Set<String> verbs, String reason, String name) {
            return Right.on(rule.apiVersion(), rule.resource(), verbs, reason, name);
        }
    }

    /**
     * The rights to read the Secrets and ConfigMaps with certificates and credentials for a controller's hooks. The
     * watcher watches each by a field selector of its name, so {@code watch} is granted for that name only; without
     * {@code watch} it polls.
     */
    private static final class CredentialRights {
        private CredentialRights() {}

        static List<Right> of(ControllerSpec spec, String name) {
            Hooks hooks = spec.hooks();
            return Stream.of(hooks.sync(), hooks.finalizing(), hooks.customize())
                    .flatMap(hook -> hook.flatMap(Hooks.Hook::webhook).stream())
                    .map(webhook -> Credentials.of(webhook, spec.endpointConfigs()))
                    .flatMap(credentials -> credentials.sources().stream())
                    .map(source -> read(source, name))
                    .distinct()
                    .toList();
        }

        private static Right read(Credentials.Source source, String controller) {
            String resource = switch (source.kind()) {
                case SECRET -> "secrets";
                case CONFIG_MAP -> "configmaps";
            };
            return new Right(
                    "",
                    resource,
                    Set.of("get", "watch"),
                    source.namespace(),
                    List.of(source.name()),
                    "credentials for hooks",
                    controller);
        }
    }
}
