import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.hookline.hook.Sync;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Builds a Secret for each role that logs in. A password is generated once: if the Secret exists, the hook returns its observed
 * content, and {@code OnDelete} in controller.yaml ensures that it is never overwritten.
 */
record Credentials(Sync<Postgresql> in, Users users, RandomGenerator random) {

    /** An annotation of the cluster: {@code "true"} keeps the Secrets of users that are no longer listed. */
    private static final String KEEP = "examples.hookline.io/keep-secrets";

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int LENGTH = 64;

    static String secretName(Postgresql cluster, String role) {
        return role.replace('_', '-') + "." + cluster.name() + ".credentials.postgresql.acid.zalan.do";
    }

    /** An environment variable with a role's password. */
    static EnvVar password(Postgresql cluster, String variable, String role) {
        return new EnvVarBuilder()
                .withName(variable)
                .withNewValueFrom()
                .withNewSecretKeyRef("password", secretName(cluster, role), false)
                .endValueFrom()
                .build();
    }

    Collection<Secret> secrets() {
        Map<String, Secret> secrets = new LinkedHashMap<>();
        if ("true".equals(in.parent().annotations().get(KEEP))) {
            in.children(Secret.class)
                    .forEach(old -> secrets.put(old.getMetadata().getName(), kept(old)));
        }
        for (String role : users.withSecret()) {
            String name = secretName(in.parent(), role);
            secrets.put(name, in.child(Secret.class, name).map(this::kept).orElseGet(() -> created(name, role)));
        }
        return secrets.values();
    }

    private Secret kept(Secret old) {
        return secret(old.getMetadata().getName(), old.getData());
    }

    private Secret created(String name, String role) {
        return secret(name, Map.of("username", encoded(role), "password", encoded(newPassword())));
    }

    private Secret secret(String name, Map<String, String> data) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels(in.parent().clusterLabels())
                .endMetadata()
                .withType("Opaque")
                .withData(data)
                .build();
    }

    private String newPassword() {
        StringBuilder password = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            password.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return password.toString();
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
