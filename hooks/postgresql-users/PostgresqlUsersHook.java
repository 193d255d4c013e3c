import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Creates the Secrets of users of the form {@code namespace.user} in that namespace. A cluster cannot own them, because an owner and
 * its children are in the same namespace; so they are attachments of the Namespace.
 */
public final class PostgresqlUsersHook implements DecorateHook<Namespace>, CustomizeHook<Namespace> {

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int LENGTH = 64;

    private final SecureRandom random = new SecureRandom();

    /** The clusters of all namespaces. */
    @Override
    public List<RelatedRule> customize(Namespace namespace) {
        return List.of(RelatedRule.of("acid.zalan.do/v1", "postgresqls"));
    }

    @Override
    public Decoration decorate(Sync<Namespace> in) {
        Map<String, Secret> secrets = new TreeMap<>();
        in.related("acid.zalan.do/v1", "postgresql").stream()
                .filter(cluster -> !cluster.isBeingDeleted())
                .map(cluster -> in.read(cluster, Cluster.class))
                .forEach(cluster -> cluster.usersOf(in.parent().getMetadata().getName())
                        // Of clusters with the same name, the first namespace has the Secret.
                        .forEach(user -> secrets.putIfAbsent(cluster.secretName(user), secret(in, cluster, user))));
        return Decoration.of(secrets.values());
    }

    /** A password is generated once; {@code OnDelete} in controller.yaml ensures that it is never overwritten. */
    private Secret secret(Sync<Namespace> in, Cluster cluster, String user) {
        String name = cluster.secretName(user);
        String namespace = in.parent().getMetadata().getName();
        Map<String, String> data = in.child(Secret.class, namespace + "/" + name)
                .map(Secret::getData)
                .orElseGet(() -> Map.of("username", encoded(user), "password", encoded(newPassword())));
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .addToLabels(cluster.clusterLabels())
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
