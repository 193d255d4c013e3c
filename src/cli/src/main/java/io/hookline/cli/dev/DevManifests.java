package io.hookline.cli.dev;

import io.hookline.apply.Differences;
import io.hookline.cli.check.rule.KindNames;
import io.hookline.cli.check.rule.ProjectApi;
import io.hookline.cluster.ClusterException;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.Scenario;
import io.hookline.testing.scenario.ScenarioRunner;
import io.hookline.testing.scenario.environment.ManifestInstaller;
import io.hookline.testing.scenario.environment.ScenarioEnvironment;
import io.hookline.testing.scenario.file.Manifest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the objects of a cluster as the manifests of the examples have them. After an edit it applies what changed and
 * prints a line for each object. If an edit is not valid, it prints file and line, and the last valid version stays.
 * Used by one thread.
 */
final class DevManifests {

    private static final Duration INSTALL_WITHIN = Duration.ofSeconds(10);
    private static final int MAX_DIFFERENCES = 3;
    private static final String STAYS = "; the last valid version stays";

    private final ManifestInstaller installer;
    private final SampleKinds kinds;
    private final DevConsole console;
    private final boolean deletes;

    /** The objects in the cluster, by what identifies them. */
    private final Map<Identity, Placed> applied = new LinkedHashMap<>();

    private record Identity(String group, String kind, String namespace, String name) {}

    /** A manifest and the namespace for objects without one. */
    private record Placed(Manifest manifest, String namespace) {

        private Identity identity() {
            KubeObject object = manifest.object();
            String in = object.namespace().isEmpty() ? namespace : object.namespace();
            return new Identity(object.gvk().group(), object.kind(), in, object.name());
        }
    }

    /**
     * Creates it without applying anything.
     *
     * @param deletes whether objects are deleted if their manifests are
     */
    DevManifests(ScenarioEnvironment environment, DevConsole console, boolean deletes) {
        this.installer = new ManifestInstaller(environment);
        this.kinds = new SampleKinds(environment);
        this.console = console;
        this.deletes = deletes;
    }

    /**
     * Applies examples, with a line for each. All CRDs come first, so that no controller has to wait for one.
     *
     * @return those that are in the cluster as a whole
     */
    List<Scenario> install(List<Scenario> examples) throws InterruptedException {
        List<Scenario> whole = new ArrayList<>(examples);
        Map<Scenario, List<String>> installed = new LinkedHashMap<>();
        for (boolean definitions : List.of(true, false)) {
            for (Scenario example : examples) {
                List<String> names = installed.computeIfAbsent(example, _ -> new ArrayList<>());
                for (Placed each : ordered(List.of(example))) {
                    if (each.manifest().isCrd() == definitions
                            && !apply(each, examples, (_, object) -> names.add(shown(object)))) {
                        whole.remove(example);
                    }
                }
            }
        }
        installed.forEach((example, names) -> {
            if (!names.isEmpty()) {
                console.plain().step("example", example.name() + ": " + String.join(", ", names));
            }
        });
        return whole;
    }

    /**
     * Applies what changed, with a line for each object, and removes the objects without manifest. While a manifest is
     * refused, none is removed: the refused one may be the new version of an object with a mistake in its name or kind.
     *
     * <p>A renamed controller is deleted before the one with the new name is created: both together would change the same
     * children for a while, and the watcher would warn of that. The children stay, since they belong to their parents.
     *
     * @param all whether these are all examples; otherwise no object is removed
     */
    void update(List<Scenario> examples, boolean all) throws InterruptedException {
        List<Placed> wanted = ordered(examples);
        List<Placed> replacing = deletes && others(wanted).stream().anyMatch(DevManifests::isController)
                ? wanted.stream().filter(this::isNewController).toList()
                : List.of();
        boolean complete = all;
        for (Placed each : wanted) {
            complete &= replacing.contains(each) || apply(each, examples, this::printCreated);
        }
        if (complete && replacing.stream().allMatch(this::wouldBeCreated)) {
            remove(others(wanted).stream().filter(DevManifests::isController).toList());
        }
        for (Placed each : replacing) {
            complete &= apply(each, examples, this::printCreated);
        }
        if (complete) {
            remove(others(wanted));
        }
    }

    private static boolean isController(Placed each) {
        return each.manifest().isController();
    }

    private boolean isNewController(Placed each) {
        return isController(each) && !applied.containsKey(each.identity());
    }

    /** Whether the API server accepts a new object. If not, creating it tells why. */
    private boolean wouldBeCreated(Placed each) {
        try {
            installer.tryCreate(each.manifest(), each.namespace());
            return true;
        } catch (ClusterException _) {
            return false;
        }
    }

    private void printCreated(Placed each, KubeObject object) {
        console.plain().step("created", shown(object) + "  (" + each.manifest().place() + ")");
    }

    private static List<Placed> ordered(List<Scenario> examples) {
        Map<Manifest, String> namespaces = new LinkedHashMap<>();
        for (Scenario example : examples) {
            example.everything().forEach(each -> namespaces.putIfAbsent(each, ScenarioRunner.home(example, "default")));
        }
        return Manifest.ordered(List.copyOf(namespaces.keySet())).stream()
                .map(each -> new Placed(each, namespaces.getOrDefault(each, "default")))
                .toList();
    }

    /** Receives an object that was created. */
    private interface Created {
        void object(Placed manifest, KubeObject object);
    }

    /** Creates or changes an object. Returns false if that failed, which is printed. */
    private boolean apply(Placed each, List<Scenario> examples, Created created) throws InterruptedException {
        Identity identity = each.identity();
        Placed former = applied.get(identity);
        if (former != null
                && former.manifest()
                        .object()
                        .tree()
                        .equals(each.manifest().object().tree())) {
            return true;
        }
        Optional<String> failure = kinds.problem(each.manifest(), examples);
        if (failure.isEmpty()) {
            failure = former == null ? create(each, created) : change(former, each);
        }
        if (failure.isPresent()) {
            console.error(identity, failure.get() + (former == null ? "" : STAYS));
            return false;
        }
        console.resolved(identity);
        applied.put(identity, each);
        return true;
    }

    private Optional<String> create(Placed each, Created created) throws InterruptedException {
        return installer.install(
                List.of(each.manifest()), each.namespace(), INSTALL_WITHIN, object -> created.object(each, object));
    }

    private Optional<String> change(Placed before, Placed after) {
        try {
            KubeObject now = installer.update(before.manifest(), after.manifest(), after.namespace());
            Differences changes = Differences.between(
                    before.manifest().object().tree(), after.manifest().object().tree(), MAX_DIFFERENCES);
            console.plain()
                    .step("changed", shown(now) + "  (" + after.manifest().place() + ")  " + changes);
            return Optional.empty();
        } catch (ClusterException e) {
            return Optional.of(
                    after.manifest().place() + ": " + after.manifest().object() + ": " + e.getMessage());
        }
    }

    /** The objects without manifest. */
    private List<Placed> others(List<Placed> wanted) {
        List<Identity> identities = wanted.stream().map(Placed::identity).toList();
        return applied.values().stream()
                .filter(each -> !identities.contains(each.identity()))
                .toList();
    }

    /** Removes objects: first samples, then controllers, then CRDs. */
    private void remove(List<Placed> others) {
        for (Manifest manifest :
                Manifest.ordered(others.stream().map(Placed::manifest).toList()).reversed()) {
            Placed other = others.stream()
                    .filter(each -> each.manifest().equals(manifest))
                    .findFirst()
                    .orElseThrow();
            remove(other);
        }
    }

    private void remove(Placed each) {
        applied.remove(each.identity());
        String object = shown(each.manifest().object());
        if (!deletes) {
            console.plain().step("kept", object + ": it has no manifest any more; delete it with kubectl");
            return;
        }
        try {
            installer.delete(each.manifest(), each.namespace());
            console.plain().step("deleted", object + ": it has no manifest any more");
        } catch (ClusterException e) {
            console.plain().step("ERROR", object + ": cannot be deleted: " + e.getMessage());
        }
    }

    private static String shown(KubeObject object) {
        return object.kind().equals("CustomResourceDefinition") ? "CRD " + object.name() : object.toString();
    }

    /** Finds manifests whose kind the cluster does not serve and no CRD of the examples defines. */
    private static final class SampleKinds {

        private final ScenarioEnvironment environment;

        SampleKinds(ScenarioEnvironment environment) {
            this.environment = environment;
        }

        /** What is wrong with the kind of an object, with file and line; empty if its kind is known. */
        Optional<String> problem(Manifest manifest, Collection<Scenario> examples) {
            GroupVersionKind kind = manifest.object().gvk();
            if (environment.resource(kind).isPresent()) {
                return Optional.empty();
            }
            KindNames kinds = new KindNames(
                    ProjectApi.of(examples, environment.cluster().discover().resources()));
            return kinds.problem(kind)
                    .or(() -> kinds.refusedDefinition(kind))
                    .map(problem -> manifest.place() + ": " + problem);
        }
    }
}
