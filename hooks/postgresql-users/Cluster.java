import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A PostgreSQL cluster, as far as the hook reads it. */
record Cluster(ObjectMeta metadata, Spec spec) implements Parent {
    record Spec(Map<String, List<String>> users) {}

    private static final Pattern USER = Pattern.compile("[a-z0-9]([-_a-z0-9]{0,61}[a-z0-9])?");

    /** The users that log in and whose Secret belongs to a namespace, in the form {@code namespace.user}. */
    List<String> usersOf(String namespace) {
        String prefix = namespace + ".";
        return spec.users() == null
                ? List.of()
                : spec.users().entrySet().stream()
                        .filter(user -> user.getKey().startsWith(prefix))
                        .filter(user -> USER.matcher(user.getKey().substring(prefix.length()))
                                .matches())
                        .filter(user -> user.getValue() == null
                                || user.getValue().stream().noneMatch("nologin"::equalsIgnoreCase))
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList();
    }

    String secretName(String user) {
        return user.replace('_', '-') + "." + name() + ".credentials.postgresql.acid.zalan.do";
    }

    Map<String, String> clusterLabels() {
        return Map.of("application", "spilo", "cluster-name", name());
    }
}
