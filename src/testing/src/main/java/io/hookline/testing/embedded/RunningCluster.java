package io.hookline.testing.embedded;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.hook.KubeObjects;
import io.hookline.local.http.LocalApiServer;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.ObjectKey;
import io.hookline.web.tls.SelfSignedCertificate;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The cluster of a test class: watcher, hooks, and the API server as soon as a test needs it. Thread-safe. */
final class RunningCluster implements AutoCloseable {

    private static final GroupVersionKind NAMESPACE = new GroupVersionKind("", "v1", "Namespace");

    private final EmbeddedHookline hookline;
    private final KubeObjects objects;
    private @Nullable LocalApiServer server;
    private int tests;

    private RunningCluster(EmbeddedHookline hookline, KubeObjects objects) {
        this.hookline = hookline;
        this.objects = objects;
    }

    /**
     * Starts a cluster.
     *
     * @param test the test class
     * @param called the hooks that controllers call
     */
    static RunningCluster start(Class<?> test, Optional<Path> hooks, Set<String> called) throws InterruptedException {
        return new RunningCluster(EmbeddedHookline.withHooks(hooks, called), new KubeObjects(test));
    }

    EmbeddedHookline hookline() {
        return hookline;
    }

    KubeObjects objects() {
        return objects;
    }

    /** The access for all tests of the class, in namespace {@code default}. */
    TestCluster shared() {
        return new TestCluster(this, "default");
    }

    /** The access for one test, in a new namespace. */
    synchronized TestCluster newNamespace() {
        TestCluster cluster = new TestCluster(this, "test-" + ++tests);
        cluster.create("{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + cluster.namespace()
                + "\"}}");
        return cluster;
    }

    /** Ends the faults of a test, and deletes its namespace without waiting for the deletion. */
    void end(TestCluster test) {
        hookline.faults().ended(test.namespace());
        try {
            hookline.cluster()
                    .delete(
                            hookline.environment().resource(NAMESPACE).orElseThrow(),
                            ObjectKey.clusterScoped(test.namespace()),
                            DeleteOptions.BACKGROUND);
        } catch (ClusterException.NotFound _) {
            // the test deleted it
        }
    }

    /** The API server of the cluster, for clients outside of this process or with another library. */
    synchronized LocalApiServer server() {
        if (server == null) {
            server = LocalApiServer.start(
                    hookline.local(), 0, SelfSignedCertificate.create(Instant.now(), new SecureRandom()));
        }
        return server;
    }

    @Override
    public synchronized void close() {
        if (server != null) {
            server.close();
        }
        hookline.close();
    }
}
