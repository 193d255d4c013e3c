package io.hookline.kube.config;

import io.hookline.http.EnvironmentProxies;
import io.hookline.http.ProxyResolver;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the configuration of the cluster, in Metacontroller's order: flag, KUBECONFIG, the pod's service account,
 * ~/.kube/config.
 */
public record ConfigLoader(KubeEnvironment environment, InstantSource clock) {

    /** The name of the extension of a cluster that has the {@code url} of the console. Other clients ignore it. */
    public static final String CONSOLE = "hookline.io/console";

    /**
     * Returns the first configuration that exists.
     *
     * @param kubeconfig one file, or several joined by the path separator; empty to search
     * @param context of the kubeconfig; empty for its current one
     * @throws KubeconfigException if there is none, or it cannot be used
     */
    public RestConfig find(String kubeconfig, String context) {
        if (!kubeconfig.isEmpty()) {
            return fromFiles(existing(kubeconfig, "--kubeconfig"), context);
        }
        Optional<String> variable = environment.variable("KUBECONFIG");
        if (variable.isPresent()) {
            return fromFiles(existing(variable.get(), "KUBECONFIG"), context);
        }
        Optional<RestConfig> inCluster = inCluster();
        if (inCluster.isPresent()) {
            return inCluster.get();
        }
        Path ofUser = environment.home().resolve(".kube").resolve("config");
        if (Files.exists(ofUser)) {
            return fromFiles(List.of(ofUser), context);
        }
        throw new KubeconfigException("no cluster to connect to: not inside a pod, and there is no " + ofUser
                + ". Give --kubeconfig FILE or set KUBECONFIG.");
    }

    /**
     * The console of a watcher: where it answers why it did something.
     *
     * @param connection of the cluster that it watches, with the credential that the console accepts too
     */
    public record WatcherConsole(URI url, RestConfig connection) {}

    /**
     * The console that a kubeconfig names in the extension {@link #CONSOLE} of its cluster; empty if it names none.
     *
     * @param kubeconfig one file, or several joined by the path separator
     * @throws KubeconfigException if it cannot be used
     */
    public Optional<WatcherConsole> console(String kubeconfig, String context) {
        Kubeconfig.Selection selected =
                Kubeconfig.read(existing(kubeconfig, "--kubeconfig")).select(context);
        return selected.cluster()
                .extension(CONSOLE)
                .map(extension -> new WatcherConsole(
                        URI.create(extension.required("url")), new ConnectionReader(proxies(), clock).read(selected)));
    }

    /** If there are several files, some may be missing, as with kubectl. */
    private List<Path> existing(String paths, String source) {
        List<Path> files = new ArrayList<>();
        for (String path : paths.split(File.pathSeparator, -1)) {
            if (!path.isBlank() && Files.exists(Path.of(path))) {
                files.add(Path.of(path));
            }
        }
        if (files.isEmpty()) {
            throw new KubeconfigException(
                    source + " names " + paths + ", which does not exist. Check the path, or leave it out to use "
                            + (source.equals("KUBECONFIG") ? "~/.kube/config." : "KUBECONFIG or ~/.kube/config."));
        }
        return files;
    }

    private RestConfig fromFiles(List<Path> files, String context) {
        return new ConnectionReader(proxies(), clock)
                .read(Kubeconfig.read(files).select(context));
    }

    private Optional<RestConfig> inCluster() {
        Optional<String> host = environment.variable("KUBERNETES_SERVICE_HOST");
        Optional<String> port = environment.variable("KUBERNETES_SERVICE_PORT");
        Path token = environment.serviceAccount().resolve("token");
        if (host.isEmpty() || port.isEmpty() || !Files.exists(token)) {
            return Optional.empty();
        }
        String name = host.get().contains(":") ? "[" + host.get() + "]" : host.get();
        URI server = URI.create("https://" + name + ":" + port.get());
        KubeconfigPart account =
                KubeconfigPart.ofFolder(environment.serviceAccount(), "certificate-authority", "ca.crt");
        return Optional.of(new RestConfig(
                "in-cluster",
                environment.podNamespace().orElse(RestConfig.DEFAULT_NAMESPACE),
                server,
                proxy(server),
                Impersonation.NONE,
                new TokenFile(token, clock),
                new Tls(ConnectionReader.trust(account), Optional.empty(), Optional.empty())));
    }

    /** The proxy of the environment, which also applies inside a pod; NO_PROXY should name the pod's own cluster. */
    private Optional<URI> proxy(URI server) {
        try {
            return proxies().proxyFor(server);
        } catch (IllegalArgumentException e) {
            throw new KubeconfigException(
                    "in-cluster: " + server + " cannot be reached: " + e.getMessage() + ". Fix it, or name "
                            + server.getHost() + " in NO_PROXY.",
                    e);
        }
    }

    private ProxyResolver proxies() {
        return new EnvironmentProxies(environment.variables());
    }
}
