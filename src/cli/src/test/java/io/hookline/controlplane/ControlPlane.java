package io.hookline.controlplane;

import io.hookline.kube.KubeCluster;
import io.hookline.kube.KubeOptions;
import io.hookline.testing.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;

/** A running etcd and kube-apiserver, and a kube-controller-manager when asked, on free ports of the loopback. */
public final class ControlPlane implements AutoCloseable {

    /** Who may do what. */
    public enum Authorization {
        /** Roles and bindings; {@link #ADMIN} may do everything, others only what they are given. */
        RBAC("RBAC"),
        /** Everybody may do everything. */
        ALWAYS_ALLOW("AlwaysAllow");

        private final String flag;

        Authorization(String flag) {
            this.flag = flag;
        }
    }

    /** The user who may do everything. */
    public static final String ADMIN = "admin";

    /** A user without any right of its own, for tests of roles. */
    public static final String WATCHER = "watcher";

    /** Its place among the processes: after etcd. */
    private static final int SERVER = 1;

    private static final List<String> CONTROLLERS = List.of(
            "namespace-controller",
            "garbage-collector-controller",
            "serviceaccount-controller",
            "persistentvolumeclaim-protection-controller",
            "persistentvolume-protection-controller");

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<Path> folders;
    private final Path folder;
    private final List<GuardedProcess> processes = new ArrayList<>();
    private final Authorization authorization;
    private final String server;
    private final int etcdPort;
    private boolean controllers;

    private ControlPlane(List<Path> folders, Path folder, Authorization authorization) {
        this.folders = folders;
        this.folder = folder;
        this.authorization = authorization;
        this.etcdPort = FreePort.find();
        this.server = "https://127.0.0.1:" + FreePort.find();
    }

    /**
     * Starts a server and waits until it is ready.
     *
     * @param folders where the programs are
     * @param folder for data and logs
     */
    public static ControlPlane start(List<Path> folders, Path folder, Authorization authorization) {
        ControlPlane plane = new ControlPlane(folders, folder, authorization);
        try {
            new ControlPlaneFiles(folder).write(plane.server);
            plane.run("etcd", plane.etcdFlags());
            plane.startServer();
            return plane;
        } catch (IOException e) {
            plane.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            plane.close();
            throw e;
        }
    }

    private void startServer() {
        run("kube-apiserver", apiServerFlags());
        awaitReady();
    }

    private List<String> etcdFlags() {
        String client = "http://127.0.0.1:" + etcdPort;
        String peer = "http://127.0.0.1:" + FreePort.find();
        return List.of(
                "--data-dir=" + folder.resolve("etcd"),
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=default=" + peer,
                "--unsafe-no-fsync");
    }

    private List<String> apiServerFlags() {
        return List.of(
                "--etcd-servers=http://127.0.0.1:" + etcdPort,
                "--secure-port=" + server.substring(server.lastIndexOf(':') + 1),
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--cert-dir=" + folder.resolve("certificates"),
                "--service-account-issuer=https://127.0.0.1",
                "--service-account-key-file=" + folder.resolve("service-account.pem"),
                "--service-account-signing-key-file=" + folder.resolve("service-account.pem"),
                "--token-auth-file=" + folder.resolve("tokens.csv"),
                "--authorization-mode=" + authorization.flag,
                "--disable-admission-plugins=ServiceAccount",
                "--service-cluster-ip-range=10.0.0.0/24",
                "--endpoint-reconciler-type=none",
                "--allow-privileged",
                "--audit-policy-file=" + folder.resolve("audit-policy.yaml"),
                "--audit-log-path=" + folder.resolve("audit.log"));
    }

    /**
     * Starts the controllers that make namespaces end, owners' dependents, volumes and volume claims go, and service accounts appear,
     * unless they run already. What they do shows some moments later.
     *
     * @param more the names of other controllers, such as {@code deployment-controller}; for a server of one class, since they act
     *     on the objects of all
     */
    public synchronized void startControllers(String... more) {
        if (controllers) {
            return;
        }
        controllers = true;
        run(
                "kube-controller-manager",
                List.of(
                        "--kubeconfig=" + kubeconfig(ADMIN),
                        "--controllers="
                                + String.join(
                                        ",",
                                        Stream.concat(CONTROLLERS.stream(), Stream.of(more))
                                                .toList()),
                        "--service-account-private-key-file=" + folder.resolve("service-account.pem"),
                        "--leader-elect=false",
                        "--bind-address=127.0.0.1",
                        "--secure-port=" + FreePort.find(),
                        "--cert-dir=" + folder.resolve("controller-certificates")));
    }

    /** Starts a program that uses client-go to compete for a Lease, and does nothing else; the caller ends it. */
    public GuardedProcess startCandidate(String namespace, String lease, Path log) {
        Path program =
                ControlPlaneBinaries.program(folders, "kube-controller-manager").orElseThrow();
        return GuardedProcess.start(
                "candidate",
                log,
                List.of(
                        program.toString(),
                        "--kubeconfig=" + kubeconfig(ADMIN),
                        "--controllers=token-cleaner-controller", // one that has nothing to do
                        "--leader-elect=true",
                        "--leader-elect-resource-namespace=" + namespace,
                        "--leader-elect-resource-name=" + lease,
                        "--leader-elect-lease-duration=4s",
                        "--leader-elect-renew-deadline=3s",
                        "--leader-elect-retry-period=500ms",
                        "--bind-address=127.0.0.1",
                        "--secure-port=" + FreePort.find(),
                        "--cert-dir=" + folder.resolve("candidate-certificates")));
    }

    /** Kills the server; its data stay. */
    public synchronized void stopServer() {
        processes.remove(SERVER).close();
    }

    /** Starts the server after {@link #stopServer}, at the same address; waits until it is ready. */
    public synchronized void startServerAgain() {
        startServer();
        processes.add(SERVER, processes.removeLast());
    }

    private void run(String name, List<String> flags) {
        Path program = ControlPlaneBinaries.program(folders, name)
                .orElseThrow(() -> new IllegalStateException("no " + name + " in " + folders));
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(flags);
        processes.add(GuardedProcess.start(name, folder.resolve(name + ".log"), command));
    }

    private void awaitReady() {
        ReadyProbe probe = new ReadyProbe(server, certificate());
        Awaitility.await("kube-apiserver is ready")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    processes.forEach(GuardedProcess::requireAlive);
                    return probe.isReady();
                });
    }

    private ServerCertificate certificate() {
        return new ServerCertificate(folder.resolve("certificates/apiserver.crt"));
    }

    /** The server's URL. */
    public String server() {
        return server;
    }

    /** Trusts this server and no other, for clients that are not ours. */
    public SSLContext trust() {
        try {
            return certificate().trust();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The token of {@link #ADMIN} or {@link #WATCHER}. */
    public static String token(String user) {
        return user + "-token";
    }

    /** A kubeconfig file for a user. */
    public Path kubeconfig(String user) {
        return folder.resolve(user + ".kubeconfig");
    }

    /**
     * A kubeconfig file of {@link #ADMIN} for the same server at another address.
     *
     * @param name tells it from others
     */
    public Path kubeconfigThrough(String name, String url) throws IOException {
        return new ControlPlaneFiles(folder).writeKubeconfig(url, name, token(ADMIN));
    }

    /** A kubeconfig file for a service account that exists, with a token for an hour. */
    public Path kubeconfig(String namespace, String account) throws IOException, InterruptedException {
        String token = new AccountToken(server, certificate()).of(namespace, account);
        return new ControlPlaneFiles(folder).writeKubeconfig(server, namespace + "-" + account, token);
    }

    /** Writes what a Pod of a service account finds in its container: a token, the certificate of the server, the namespace. */
    public void mount(String namespace, String account, Path mount) throws IOException, InterruptedException {
        new AccountToken(server, certificate()).mount(namespace, account, folder, mount);
    }

    /** A connection as somebody who may do everything, under a user agent to count by. */
    public KubeCluster connect(String version) {
        return KubeCluster.connect(
                KubeOptions.of(version).withKubeconfig(kubeconfig(ADMIN).toString()));
    }

    /** What was asked of the server. */
    public AuditLog audit() {
        return new AuditLog(folder.resolve("audit.log"));
    }

    /** Makes the server forget all states before a version, as it does by itself every few minutes. */
    public void compact(String resourceVersion) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + etcdPort + "/v3/kv/compaction"))
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"revision\":\"" + resourceVersion + "\",\"physical\":true}"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException(answer.body());
            }
        }
    }

    /** Ends all processes, the last one first, and removes the data; logs stay. */
    @Override
    public void close() {
        processes.reversed().forEach(GuardedProcess::close);
        try (Stream<Path> data = Files.walk(folder.resolve("etcd"))) {
            for (Path path : data.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
