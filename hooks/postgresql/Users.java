import io.fabric8.kubernetes.api.model.Secret;
import io.hookline.hook.Sync;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The roles of a cluster, after a check of their names.
 *
 * @param withSecret the roles that log in and whose Secret is in the namespace of the cluster
 * @param problems why other roles get no Secret
 */
record Users(List<String> withSecret, List<String> problems) {

    static final String SUPERUSER = "postgres";
    static final String STANDBY = "standby";
    static final String POOLER = "pooler";

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-_a-z0-9]{0,61}[a-z0-9])?");

    /** {@code namespace.user}: the Secret is in that namespace, where the hook postgresql-users creates it. */
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\\." + NAME);

    static Users of(Sync<Postgresql> in) {
        List<String> problems = new ArrayList<>();
        Set<String> valid = new LinkedHashSet<>();
        for (String role : requested(in.parent())) {
            if (NAME.matcher(role).matches()) {
                valid.add(role);
            } else if (!ELSEWHERE.matcher(role).matches()) {
                problems.add(role + " is not a valid name: use at most 63 lower-case letters, digits, - and _, "
                        + "with the namespace of the Secret before a dot if it is another one");
            }
        }
        Map<String, String> bySecret = new LinkedHashMap<>();
        system(in.parent()).forEach(role -> bySecret.put(Credentials.secretName(in.parent(), role), role));
        valid.stream().filter(role -> owns(in, role)).forEach(role -> take(in.parent(), role, bySecret));
        valid.forEach(role -> take(in.parent(), role, bySecret));
        for (String role : valid) {
            String owner = bySecret.get(Credentials.secretName(in.parent(), role));
            if (system(in.parent()).contains(role)) {
                problems.add(role + " is a role of the system: use another name");
            } else if (!owner.equals(role)) {
                problems.add(role + " would have the same Secret as " + owner + ": use another name");
            }
        }
        return new Users(List.copyOf(bySecret.values()), problems);
    }

    private static void take(Postgresql cluster, String role, Map<String, String> bySecret) {
        bySecret.putIfAbsent(Credentials.secretName(cluster, role), role);
    }

    /** Whether the Secret exists for this role already: a role that is added later cannot take it over. */
    private static boolean owns(Sync<Postgresql> in, String role) {
        return in.child(Secret.class, Credentials.secretName(in.parent(), role))
                .flatMap(secret -> Optional.ofNullable(secret.getData()))
                .map(data -> data.getOrDefault("username", ""))
                .map(name -> new String(Base64.getDecoder().decode(name), StandardCharsets.UTF_8))
                .filter(role::equals)
                .isPresent();
    }

    private static List<String> system(Postgresql cluster) {
        return cluster.hasPooler() ? List.of(SUPERUSER, STANDBY, POOLER) : List.of(SUPERUSER, STANDBY);
    }

    /** The roles of users and of prepared databases that log in. */
    private static List<String> requested(Postgresql cluster) {
        List<String> roles = new ArrayList<>();
        sorted(cluster.spec().users()).forEach((user, flags) -> {
            if (mayLogIn(flags)) {
                roles.add(user);
            }
        });
        sorted(cluster.spec().preparedDatabases()).forEach((database, prepared) -> {
            if (prepared != null && prepared.defaultUsers()) {
                roles.addAll(List.of(database + "_owner_user", database + "_reader_user", database + "_writer_user"));
            }
        });
        return roles;
    }

    private static boolean mayLogIn(List<String> flags) {
        return flags == null || flags.stream().noneMatch("nologin"::equalsIgnoreCase);
    }

    private static <V> Map<String, V> sorted(Map<String, V> map) {
        return map == null ? Map.of() : new TreeMap<>(map);
    }
}
