package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.Patch;
import io.hookline.cluster.WriteOptions;
import io.hookline.kube.config.CannedServer;
import io.hookline.local.LocalCluster;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hookline release} on a cluster where a controller was deleted while no watcher ran. */
class ReleaseCommandTest {

    private static final GroupVersionKind DEFINITION =
            GroupVersionKind.of("apiextensions.k8s.io/v1", "CustomResourceDefinition");
    private static final GroupVersionKind CACHE = GroupVersionKind.of("acme.io/v1", "Cache");
    private static final GroupVersionKind LEASE = GroupVersionKind.of("coordination.k8s.io/v1", "Lease");
    private static final GroupVersionKind CONFIG_MAP = GroupVersionKind.of("v1", "ConfigMap");

    @TempDir
    private Path folder;

    private final LocalCluster cluster = LocalCluster.create(InstantSource.system(), new SplittableRandom(1));
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private void create(GroupVersionKind kind, String json) {
        cluster.create(
                cluster.discover().find(kind).orElseThrow(),
                KubeObject.of(json.getBytes(StandardCharsets.UTF_8)),
                WriteOptions.PLAIN);
    }

    private void configMap(String name, String finalizers) {
        create(CONFIG_MAP, """
                {"apiVersion":"v1","kind":"ConfigMap",
                 "metadata":{"name":"%s","namespace":"default","finalizers":[%s]}}
                """.formatted(name, finalizers));
    }

    private String finalizers(String configMap) {
        return cluster.get(cluster.discover().find(CONFIG_MAP).orElseThrow(), new ObjectKey("default", configMap))
                .finalizers()
                .toString();
    }

    private int release(String name, String... options) throws IOException {
        try (LocalApiServer server = LocalApiServer.start(cluster, 0)) {
            Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), server.kubeconfig());
            return Main.commandLine("release")
                    .setOut(new PrintWriter(out))
                    .setErr(new PrintWriter(err))
                    .execute(Stream.concat(Stream.of("release", name, "--kubeconfig=" + kubeconfig), Stream.of(options))
                            .toArray(String[]::new));
        }
    }

    @Test
    void objectsOfBothKindsOfControllersAreFreedAndOthersKept() throws IOException {
        configMap("a", "\"metacontroller.io/compositecontroller-web\",\"example.com/other\"");
        configMap("b", "\"metacontroller.io/decoratorcontroller-web\"");
        configMap("c", "\"metacontroller.io/decoratorcontroller-web2\"");

        assertThat(release("web")).isZero();

        assertThat(finalizers("a")).isEqualTo("[example.com/other]");
        assertThat(finalizers("b")).isEqualTo("[]");
        assertThat(finalizers("c")).isEqualTo("[metacontroller.io/decoratorcontroller-web2]");
        assertThat(out.toString().lines())
                .containsExactly(
                        "released ConfigMap default/a",
                        "1 object carried metacontroller.io/compositecontroller-web",
                        "released ConfigMap default/b",
                        "1 object carried metacontroller.io/decoratorcontroller-web");
    }

    /** Deletes the definition of Caches, which stays until the objects of these finalizers are freed. */
    private void heldDefinition(String... finalizersOf) {
        create(DEFINITION, """
                {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
                 "metadata":{"name":"caches.acme.io"},
                 "spec":{"group":"acme.io","scope":"Namespaced","names":{"plural":"caches","kind":"Cache"},
                  "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}}
                """);
        for (String type : finalizersOf) {
            create(CACHE, """
                    {"apiVersion":"acme.io/v1","kind":"Cache","metadata":{"name":"%s","namespace":"default",
                     "finalizers":["metacontroller.io/%scontroller-cache"]}}
                    """.formatted(type, type));
        }
        cluster.delete(
                cluster.discover().find(DEFINITION).orElseThrow(),
                ObjectKey.clusterScoped("caches.acme.io"),
                DeleteOptions.BACKGROUND);
    }

    /** Discovery lists no patch for the objects of a CRD that is being deleted. The API server accepts it. */
    @Test
    void objectsThatKeepTheirDefinitionAreFreed() throws IOException {
        heldDefinition("composite", "decorator");
        assertThat(cluster.discover().find(CACHE).orElseThrow().verbs()).doesNotContain("patch");

        assertThat(release("cache")).isZero();

        assertThat(out.toString().lines())
                .containsExactly(
                        "released Cache default/composite",
                        "1 object carried metacontroller.io/compositecontroller-cache",
                        "released Cache default/decorator",
                        "1 object carried metacontroller.io/decoratorcontroller-cache");
        assertThat(cluster.discover().find(CACHE)).as("the definition is gone").isEmpty();
    }

    /** The definition ends with the last object that a composite holds, before those of decorators are looked for. */
    @Test
    void aKindThatIsGoneWithItsLastObjectIsNoFailure() throws IOException {
        heldDefinition("composite");

        assertThat(release("cache")).as(err.toString()).isZero();

        assertThat(out.toString().lines())
                .containsExactly(
                        "released Cache default/composite",
                        "1 object carried metacontroller.io/compositecontroller-cache",
                        "0 objects carried metacontroller.io/decoratorcontroller-cache");
    }

    private int release(CannedServer server) throws IOException {
        return release(server, "web");
    }

    private int release(CannedServer server, String what) throws IOException {
        String kubeconfig = """
                {"apiVersion":"v1","kind":"Config","current-context":"c",
                 "contexts":[{"name":"c","context":{"cluster":"c","user":"u"}}],
                 "clusters":[{"name":"c","cluster":{"server":"%s"}}],"users":[{"name":"u","user":{}}]}
                """.formatted(server.url());
        return Main.commandLine("release")
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(
                        "release", what, "--kubeconfig=" + Files.writeString(folder.resolve("kubeconfig"), kubeconfig));
    }

    private static CannedServer discovering(String group, String version) {
        String list = "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[%s]}";
        return new CannedServer()
                .then(200, list.formatted(""))
                .then(
                        200,
                        list.formatted("{\"metadata\":{\"name\":\"" + group + "\"},\"versions\":[" + version + "]}"));
    }

    @Test
    void aKindThatTheServerDoesNotLetBePatchedIsAFailureOnlyIfAnObjectIsHeld() throws IOException {
        String version = "{\"version\":\"v1\",\"resources\":[{\"resource\":\"caches\",\"scope\":\"Namespaced\","
                + "\"responseKind\":{\"kind\":\"Cache\"},\"verbs\":[\"list\",\"delete\"]}]}";
        String objects = "{\"kind\":\"CacheList\",\"apiVersion\":\"acme.io/v1\",\"metadata\":{},\"items\":[%s]}";
        String held = "{\"metadata\":{\"name\":\"a\",\"namespace\":\"default\",\"resourceVersion\":\"7\",\"uid\":\"u\","
                + "\"finalizers\":[\"metacontroller.io/compositecontroller-web\"]}}";
        String refusal = "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"MethodNotAllowed\",\"code\":405,"
                + "\"message\":\"patch is not allowed here\"}";
        try (CannedServer server = discovering("acme.io", version)) {
            server.then(200, objects.formatted("")).then(200, objects.formatted(""));
            assertThat(release(server)).isZero();
        }
        try (CannedServer server = discovering("acme.io", version)) {
            server.then(200, objects.formatted(held)).then(405, refusal).then(200, objects.formatted(held));

            assertThat(release(server)).isEqualTo(1);
        }
        assertThat(err.toString()).contains("can't remove finalizer from Cache default/a: patch is not allowed here");
    }

    @Test
    void aGroupThatCannotBeDiscoveredIsAFailureSinceItsObjectsAreNotLookedAt() throws IOException {
        try (CannedServer server = discovering("acme.io", "{\"version\":\"v1\",\"freshness\":\"Stale\"}")) {
            assertThat(release(server)).isEqualTo(1);
        }
        assertThat(err.toString())
                .contains("can't discover the resources of acme.io/v1: its objects were not looked at");
    }

    @Test
    void whileControllersCannotBeDiscoveredNothingIsReleased() throws IOException {
        try (CannedServer server =
                discovering("metacontroller.k8s.io", "{\"version\":\"v1alpha1\",\"freshness\":\"Stale\"}")) {
            assertThat(release(server)).isEqualTo(1);
            assertThat(server.received()).hasSize(2); // nothing is listed
        }
        assertThat(err.toString()).contains("so a controller web may exist; its finalizers stay");
    }

    @Test
    void aControllerThatExistsKeepsItsFinalizers() throws IOException {
        create(DEFINITION, """
                {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
                 "metadata":{"name":"decoratorcontrollers.metacontroller.k8s.io",
                  "annotations":{"api-approved.kubernetes.io":"unapproved"}},
                 "spec":{"group":"metacontroller.k8s.io","scope":"Cluster",
                  "names":{"plural":"decoratorcontrollers","kind":"DecoratorController"},
                  "versions":[{"name":"v1alpha1","served":true,"storage":true,
                   "schema":{"openAPIV3Schema":{"type":"object"}}}]}}
                """);
        create(GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "DecoratorController"), """
                {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"DecoratorController","metadata":{"name":"web"}}
                """);
        configMap("a", "\"metacontroller.io/decoratorcontroller-web\"");

        assertThat(release("web")).isZero();

        assertThat(finalizers("a")).isEqualTo("[metacontroller.io/decoratorcontroller-web]");
        assertThat(out.toString()).startsWith("DecoratorController web exists: its finalizers stay");
    }

    private void controllers(String plural, String kind) {
        create(DEFINITION, """
                {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
                 "metadata":{"name":"%s.metacontroller.k8s.io",
                  "annotations":{"api-approved.kubernetes.io":"unapproved"}},
                 "spec":{"group":"metacontroller.k8s.io","scope":"Cluster","names":{"plural":"%s","kind":"%s"},
                  "versions":[{"name":"v1alpha1","served":true,"storage":true,
                   "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}
                """.formatted(plural, plural, kind));
    }

    private KubeObject found(GroupVersionKind kind, ObjectKey key) {
        return cluster.get(cluster.discover().find(kind).orElseThrow(), key);
    }

    private boolean exists(String configMap) {
        try {
            return !found(CONFIG_MAP, new ObjectKey("default", configMap))
                    .name()
                    .isEmpty();
        } catch (ClusterException.NotFound _) {
            return false;
        }
    }

    /** A ConfigMap that the ConfigMap {@code owner} controls, with annotations. */
    private void owned(String name, String annotations) {
        create(CONFIG_MAP, """
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s","namespace":"default","annotations":{%s},
                 "ownerReferences":[{"apiVersion":"v1","kind":"ConfigMap","name":"owner","uid":"%s","controller":true}]}}
                """.formatted(
                        name,
                        annotations,
                        found(CONFIG_MAP, new ObjectKey("default", "owner")).uid()));
    }

    private static final String APPLIED = "\"metacontroller.k8s.io/last-applied-configuration\":\"{}\"";
    private static final String OF_WEB = "\"metacontroller.k8s.io/decorator-controller\":\"web\"";
    private static final GroupVersionKind DECORATOR =
            GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "DecoratorController");

    @Test
    void undoDeletesTheAttachmentsThatADeletedDecoratorHasMade() throws IOException {
        configMap("owner", "\"metacontroller.io/decoratorcontroller-web\"");
        owned("made", APPLIED + "," + OF_WEB);
        owned("copied-annotation", OF_WEB);
        owned("of-another-one", APPLIED + ",\"metacontroller.k8s.io/decorator-controller\":\"web2\"");
        owned("child", APPLIED);

        assertThat(release("web")).isZero();
        assertThat(exists("made")).as("only with --undo").isTrue();
        assertThat(release("web", "--undo")).isZero();

        assertThat(exists("made")).isFalse();
        assertThat(Stream.of("owner", "copied-annotation", "of-another-one", "child"))
                .allMatch(this::exists);
        assertThat(out.toString())
                .contains("deleted ConfigMap default/made", "1 object was made by DecoratorController web");
    }

    @Test
    void undoDeletesNothingOfAControllerThatExists() throws IOException {
        controllers("decoratorcontrollers", "DecoratorController");
        create(DECORATOR, """
                {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"DecoratorController","metadata":{"name":"web"}}
                """);
        configMap("owner", "");
        owned("made", APPLIED + "," + OF_WEB);

        assertThat(release("web", "--undo")).isZero();

        assertThat(exists("made")).isTrue();
        assertThat(out.toString()).contains("DecoratorController web exists: its finalizers stay");
    }

    @Test
    void aCompositeThatWaitsForItsUndoIsReleasedOnceItsChildrenAreDeleted() throws IOException {
        controllers("compositecontrollers", "CompositeController");
        GroupVersionKind composite = GroupVersionKind.of("metacontroller.k8s.io/v1alpha1", "CompositeController");
        create(composite, """
                {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"CompositeController",
                 "metadata":{"name":"web","finalizers":["hookline.io/undo"]},
                 "spec":{"deletionPolicy":"Undo","parentResource":{"apiVersion":"v1","resource":"configmaps"},
                  "childResources":[{"apiVersion":"v1","resource":"configmaps"}],"hooks":{}}}
                """);
        configMap("owner", "\"metacontroller.io/compositecontroller-web\"");
        owned("made", APPLIED);
        owned("adopted", "");
        ObjectKey key = ObjectKey.clusterScoped("web");
        cluster.delete(cluster.discover().find(composite).orElseThrow(), key, DeleteOptions.BACKGROUND);

        assertThat(release("web")).isZero();
        assertThat(out.toString())
                .contains("CompositeController web is being deleted and waits until what it made is undone");
        assertThat(finalizers("owner")).contains("compositecontroller-web");
        assertThat(exists("made")).isTrue();

        assertThat(release("web", "--undo")).isZero();

        assertThat(exists("made")).isFalse();
        assertThat(exists("adopted")).isTrue();
        assertThat(finalizers("owner")).isEqualTo("[]");
        assertThat(out.toString()).endsWith("released CompositeController web\n");
        assertThatThrownBy(() -> found(composite, key)).isInstanceOf(ClusterException.NotFound.class);
    }

    @Test
    void aControllerWhosePolicyWasChangedIsReleasedWithoutAnUndo() throws IOException {
        controllers("decoratorcontrollers", "DecoratorController");
        create(DECORATOR, """
                {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"DecoratorController",
                 "metadata":{"name":"web","finalizers":["hookline.io/undo"],
                  "annotations":{"hookline.io/deletion-policy":"Orphan"}}}
                """);
        configMap("owner", "");
        owned("made", APPLIED + "," + OF_WEB);
        ObjectKey key = ObjectKey.clusterScoped("web");
        cluster.delete(cluster.discover().find(DECORATOR).orElseThrow(), key, DeleteOptions.BACKGROUND);

        assertThat(release("web")).isZero();

        assertThat(exists("made")).isTrue();
        assertThatThrownBy(() -> found(DECORATOR, key)).isInstanceOf(ClusterException.NotFound.class);
    }

    private void deploymentOfAWatcher() {
        create(GroupVersionKind.of("apps/v1", "Deployment"), """
                {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"watcher","namespace":"default"},
                 "spec":{"replicas":1,"selector":{"matchLabels":{"app":"watcher"}},
                  "template":{"metadata":{"labels":{"app":"watcher"}},"spec":{"containers":[{"name":"w","image":"w"}]}}}}
                """);
    }

    private int uninstall(String... options) throws IOException {
        return release("--stop-watcher=default/watcher", options);
    }

    @Test
    void beforeAnUninstallationTheWatcherStopsAndTheObjectsOfAllControllersAreFreed() throws IOException {
        controllers("decoratorcontrollers", "DecoratorController");
        deploymentOfAWatcher();
        create(DECORATOR, """
                {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"DecoratorController",
                 "metadata":{"name":"web","finalizers":["hookline.io/undo"]},"spec":{"deletionPolicy":"Undo"}}
                """);
        create(DECORATOR, """
                {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"DecoratorController","metadata":{"name":"web2"}}
                """);
        configMap("a", "\"metacontroller.io/decoratorcontroller-web\",\"example.com/other\"");
        configMap("b", "\"metacontroller.io/decoratorcontroller-web2\"");
        configMap("of-nobody", "\"metacontroller.io/decoratorcontroller-web3\"");

        assertThat(uninstall()).as("%s", err).isZero();

        assertThat(finalizers("a")).isEqualTo("[example.com/other]");
        assertThat(finalizers("b")).isEqualTo("[]");
        assertThat(finalizers("of-nobody")).isEqualTo("[metacontroller.io/decoratorcontroller-web3]");
        assertThat(found(DECORATOR, ObjectKey.clusterScoped("web")).finalizers().toString())
                .isEqualTo("[]");
        assertThat(found(GroupVersionKind.of("apps/v1", "Deployment"), new ObjectKey("default", "watcher"))
                        .tree()
                        .at("/spec/replicas")
                        .asInt())
                .isZero();
        assertThat(out.toString()).startsWith("stopped Deployment default/watcher");
    }

    @Test
    void aControllerThatWaitsForItsUndoKeepsItsFinalizersBeforeAnUninstallation() throws IOException {
        controllers("decoratorcontrollers", "DecoratorController");
        create(DECORATOR, """
                {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"DecoratorController",
                 "metadata":{"name":"web","finalizers":["hookline.io/undo"]},"spec":{"deletionPolicy":"Undo"}}
                """);
        cluster.delete(
                cluster.discover().find(DECORATOR).orElseThrow(),
                ObjectKey.clusterScoped("web"),
                DeleteOptions.BACKGROUND);
        configMap("a", "\"metacontroller.io/decoratorcontroller-web\"");

        assertThat(uninstall()).as("without a Deployment, too").isEqualTo(1);

        assertThat(finalizers("a")).isEqualTo("[metacontroller.io/decoratorcontroller-web]");
        assertThat(err.toString())
                .contains("DecoratorController web is being deleted and waits until what it made is undone");
    }

    /** A Lease that somebody holds for a second. */
    private void lease(String name) {
        create(LEASE, """
                {"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"%s","namespace":"default"},
                 "spec":{"holderIdentity":"other-0_1","leaseDurationSeconds":1,"renewTime":"2026-01-01T00:00:00.000000Z"}}
                """.formatted(name));
    }

    /** Another watcher would find its objects without finalizers, and delete them without a call of its finalize hook. */
    @Test
    void nothingIsReleasedWhileAnotherWatcherRenewsItsLease() throws Exception {
        controllers("decoratorcontrollers", "DecoratorController");
        create(DECORATOR, """
                {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"DecoratorController","metadata":{"name":"web"}}
                """);
        configMap("a", "\"metacontroller.io/decoratorcontroller-web\"");
        lease("metacontroller");
        Thread other = Thread.ofVirtual().start(() -> {
            CountDownLatch pause = new CountDownLatch(1);
            try {
                for (int i = 0; !pause.await(50, TimeUnit.MILLISECONDS); i++) {
                    cluster.patch(
                            cluster.discover().find(LEASE).orElseThrow(),
                            new ObjectKey("default", "metacontroller"),
                            Patch.merge("{\"spec\":{\"renewTime\":\"%s\"}}"
                                    .formatted(Instant.EPOCH
                                            .plusSeconds(i) // by its own clock
                                            .toString()
                                            .replace("Z", ".000000Z"))),
                            WriteOptions.PLAIN);
                }
            } catch (InterruptedException _) {
                // the test has ended
            }
        });

        assertThat(uninstall()).isEqualTo(1);

        assertThat(finalizers("a")).isEqualTo("[metacontroller.io/decoratorcontroller-web]");
        assertThat(err.toString())
                .contains("other-0_1 holds the Lease default/metacontroller: nothing is released,"
                        + " since another watcher needs the finalizers; stop it, or use --force");

        assertThat(uninstall("--force")).as("%s", err).isZero();
        assertThat(finalizers("a")).isEqualTo("[]");
        other.interrupt();
        other.join();
    }

    @Test
    void whoMayNotListLeasesIsWarnedAndMayRelease() throws IOException {
        String group = """
                {"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"%s"},"versions":[{"version":"v1","resources":[
                  {"resource":"%s","scope":"Namespaced","responseKind":{"kind":"%s"},"verbs":["list","patch"]}]}]}%s]}
                """;
        String leases = """
                ,{"metadata":{"name":"coordination.k8s.io"},"versions":[{"version":"v1","resources":[
                  {"resource":"leases","scope":"Namespaced","responseKind":{"kind":"Lease"},"verbs":["list"]}]}]}
                """;
        String status = "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"%s\",\"code\":%d,\"message\":\"%s\"}";
        try (CannedServer server = new CannedServer()) {
            server.then(200, group.formatted("", "pods", "Pod", ""))
                    .then(200, group.formatted("apps", "deployments", "Deployment", leases))
                    .then(404, status.formatted("NotFound", 404, "not found"))
                    .then(403, status.formatted("Forbidden", 403, "you may not list leases"));

            assertThat(release(server, "--stop-watcher=default/watcher"))
                    .as("%s", err)
                    .isZero();
        }
        assertThat(err.toString())
                .contains("warning: whether another watcher runs is not known: ", "you may not list leases");
    }

    @Test
    void aLeaseThatNobodyRenewsAndThatOfAnotherProgramDelayNothingForLong() throws IOException {
        controllers("decoratorcontrollers", "DecoratorController");
        create(DECORATOR, """
                {"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"DecoratorController","metadata":{"name":"web"}}
                """);
        configMap("a", "\"metacontroller.io/decoratorcontroller-web\"");
        lease("metacontroller");
        lease("of-another-program");

        assertThat(uninstall()).as("%s", err).isZero();

        assertThat(finalizers("a")).isEqualTo("[]");
    }

    @Test
    void eitherAControllerOrAWatcherIsNamed() throws IOException {
        assertThat(release("web", "--stop-watcher=default/watcher")).isEqualTo(2);
        assertThat(release("--stop-watcher=watcher")).isEqualTo(2);
        assertThat(release("web", "--force")).isEqualTo(2);
        assertThat(err.toString()).contains("use --stop-watcher", "--stop-watcher needs NAMESPACE/NAME");
    }
}
