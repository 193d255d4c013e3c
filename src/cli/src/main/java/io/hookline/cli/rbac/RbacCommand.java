package io.hookline.cli.rbac;

import ch.qos.logback.classic.Level;
import io.hookline.cli.terminal.ApplyFlags;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.Logging;
import io.hookline.hook.effect.SideEffect;
import io.hookline.hook.protocol.HookException;
import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.object.ApiResource;
import io.hookline.server.folder.HookLoader;
import io.hookline.server.folder.HookSource;
import io.hookline.watcher.WatcherOptions;
import io.hookline.watcher.rights.ElectionRights;
import io.hookline.watcher.rights.Right;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code hookline rbac}: prints the least role of the watcher. */
@Command(
        name = "rbac",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Print the least ClusterRole that the watcher needs for the controllers in some files, with its binding.",
            "It has no wildcard, and a comment gives the reason for each verb. Secrets and ConfigMaps with credentials for"
                    + " hooks are in a Role of their namespace.",
            "What controllers do not show, the fixtures of their hooks do: related objects, roles that a hook grants, and"
                    + " whether a decorator's hook writes labels, annotations or status.",
            "The rights are those of the controllers as they are now. If a finalize hook is removed, the watcher needs the"
                    + " former role until it has removed the finalizers."
        },
        footer = {"", "Example: hookline rbac -f controller | kubectl apply -f -"})
public final class RbacCommand implements Callable<Integer> {

    /** Of the watcher's flag {@code --leader-election-id}. */
    private static final String DEFAULT_LEASE = "metacontroller";

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            required = true,
            arity = "1..*",
            description = "Manifests with controllers and CRDs: files, folders, or - for standard input.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = {"-R", "--recursive"},
            description = "Also read the sub-folders of folders.")
    private boolean recursive;

    @Option(
            names = "--hooks",
            paramLabel = "DIR",
            defaultValue = "hooks",
            description = "The folder with one sub-folder for each hook, if it exists (default: ${DEFAULT-VALUE})."
                    + " Fixtures beside a controller are read too.")
    private Path hooks = Path.of("hooks");

    @Option(
            names = "--related",
            paramLabel = "RESOURCE",
            split = ",",
            converter = RelatedConverter.class,
            description =
                    "A resource that customize hooks request and no fixture shows: v1/secrets, apps/v1/deployments.")
    private List<RelatedResource> related = new ArrayList<>();

    @Option(
            names = "--service-account",
            paramLabel = "NAME",
            description = "The service account that gets the rights (default: hookline, with --side-effects: hooks).")
    private @Nullable String serviceAccount;

    @Option(
            names = "--namespace",
            paramLabel = "NAME",
            defaultValue = "hookline",
            description = "The namespace of the service account (default: ${DEFAULT-VALUE}).")
    private String namespace = "hookline";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The name of roles and bindings (default: hookline, with --side-effects: hookline-hooks).")
    private @Nullable String name;

    @Option(
            names = "--side-effects",
            description = "Print instead what the hook server needs for hooks that change the cluster themselves"
                    + " (--allow-side-effects).")
    private boolean sideEffects;

    @Option(
            names = "--protected-owners",
            description = "Also allow what the admission plugin OwnerReferencesPermissionEnforcement requires, as on"
                    + " OpenShift.")
    private boolean ownersAreProtected;

    @Option(
            names = "--leader-election",
            description = "Also allow leader election with the Lease metacontroller in --namespace.")
    private boolean leaderElection;

    @Option(names = "--read-only", description = "Only the rights to read, which are enough for `hookline plan`.")
    private boolean readOnly;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Also use the kinds of this cluster, to know which have the status subresource (default: CRDs"
                    + " of the files, built-in kinds).")
    private @Nullable Path kubeconfig;

    @Option(names = "--context", paramLabel = "NAME", description = "The context in the kubeconfig.")
    private @Nullable String context;

    @Mixin
    private final ApplyFlags apply = new ApplyFlags();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Reads the value of {@code --related}. */
    static final class RelatedConverter implements CommandLine.ITypeConverter<RelatedResource> {
        @Override
        public RelatedResource convert(String value) {
            try {
                return RelatedResource.parse(value);
            } catch (IllegalArgumentException e) {
                throw new CommandLine.TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }

    @Override
    public Integer call() {
        Logging.configure(Logging.Format.TEXT, Level.WARN);
        apply.check(spec.commandLine());
        files.forEach(RbacCommand::requireFile);
        ControllerFiles found = ControllerFiles.read(files, recursive, System.in);
        if (found.controllers().isEmpty()) {
            boolean deeper = !recursive && files.stream().anyMatch(Files::isDirectory);
            throw new CliErrors.CommandFailed("no CompositeController and no DecoratorController in " + shown()
                    + (deeper ? "; --recursive also reads sub-folders" : ""));
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(sideEffects ? hookRole(found) : watcherRole(found));
        out.flush();
        return 0;
    }

    private String watcherRole(ControllerFiles found) {
        LeastRole role = LeastRole.of(
                found,
                kubeconfig == null && context == null ? List.of() : discover(),
                new LeastRole.Options(
                        hooks,
                        related,
                        Map.of(),
                        apply.addTo(WatcherOptions.DEFAULTS).apply().strategy(),
                        ownersAreProtected,
                        readOnly));
        PrintWriter err = spec.commandLine().getErr();
        role.warnings().forEach(warning -> err.println("hookline: warning: " + warning));
        err.flush();
        List<Right> election =
                leaderElection && !readOnly ? ElectionRights.of(namespace, DEFAULT_LEASE) : List.<Right>of();
        return role.with(election).yaml(names(RoleNames.DEFAULTS));
    }

    private String hookRole(ControllerFiles found) {
        List<Right> rights = HookRights.of(found, hooks);
        if (rights.isEmpty()) {
            throw new CliErrors.CommandFailed("no hook of the controllers in " + shown() + " has side effects; the hook"
                    + " server needs no rights");
        }
        return HookRights.yaml(rights, names(RoleNames.HOOKS));
    }

    private RoleNames names(RoleNames defaults) {
        return new RoleNames(
                name == null ? defaults.role() : name,
                serviceAccount == null ? defaults.serviceAccount() : serviceAccount,
                namespace,
                defaults.component());
    }

    private String shown() {
        return files.stream()
                .map(file -> file.equals(ControllerFiles.STDIN) ? "standard input" : file.toString())
                .collect(Collectors.joining(", "));
    }

    private static void requireFile(Path path) {
        if (!path.equals(ControllerFiles.STDIN) && !Files.exists(path)) {
            throw new CliErrors.CommandFailed("no such file or folder: " + path);
        }
    }

    private List<ApiResource> discover() {
        KubeOptions options = KubeOptions.of(new Build().version())
                .withKubeconfig(kubeconfig == null ? "" : kubeconfig.toString())
                .withContext(context == null ? "" : context);
        try (KubeCluster cluster = KubeCluster.connect(options)) {
            return cluster.discover().resources();
        }
    }

    /** The rights of the hook server: those of hooks that change the cluster themselves. Others need none. */
    public static final class HookRights {

        private HookRights() {}

        /**
         * Computes the rights from the constructors of the hooks that some controllers call.
         *
         * @param hooks the folder with the hooks
         * @throws CliErrors.CommandFailed if a hook does not compile, or if the folder does not exist or has none of
         *     them: that says nothing about their rights
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
}
