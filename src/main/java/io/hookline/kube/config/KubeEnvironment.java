package io.hookline.kube.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What the process was started in, as far as finding a cluster goes.
 *
 * @param variables the environment's variables
 * @param home the user's folder
 * @param serviceAccount where a pod finds its token and the cluster's certificate authority
 */
public record KubeEnvironment(Map<String, String> variables, Path home, Path serviceAccount) {

    private static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    public KubeEnvironment {
        variables = Map.copyOf(variables);
    }

    public static KubeEnvironment ofProcess() {
        return new KubeEnvironment(System.getenv(), Path.of(System.getProperty("user.home", ".")), SERVICE_ACCOUNT);
    }

    /** A variable that is set to something. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
    }
}
