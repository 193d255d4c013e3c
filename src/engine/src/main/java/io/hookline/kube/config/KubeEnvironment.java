package io.hookline.kube.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The environment of the process, as far as it matters for finding a cluster.
 *
 * @param variables the environment variables
 * @param home the user's folder
 * @param serviceAccount where a pod finds its token and the cluster's certificate authority
 */
public record KubeEnvironment(Map<String, String> variables, Path home, Path serviceAccount) {

    private static final String SERVICE_ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

    /** The system property that names another folder for the service account, for tests of the program outside of a pod. */
    private static final String FOLDER = "hookline.serviceAccount";

    public KubeEnvironment {
        variables = Map.copyOf(variables);
    }

    public static KubeEnvironment ofProcess() {
        return new KubeEnvironment(
                System.getenv(),
                Path.of(System.getProperty("user.home", ".")),
                Path.of(System.getProperty(FOLDER, SERVICE_ACCOUNT)));
    }

    /** The namespace of the pod that this process runs in; empty outside of a cluster. */
    public Optional<String> podNamespace() {
        try {
            return Optional.of(Files.readString(serviceAccount.resolve("namespace"))
                            .strip())
                    .filter(name -> !name.isEmpty());
        } catch (IOException _) {
            return Optional.empty(); // not a pod, or one without the token of a service account
        }
    }

    /** A variable that is set and not blank. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
    }
}
