import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Lists the roles that log in. */
final class Roles {

    static final String SUPERUSER = "postgres";
    static final String STANDBY = "standby";
    static final String POOLER = "pooler";

    private Roles() {}

    /** All roles that need a password: of the system, of users, of prepared databases and of poolers. */
    static List<String> withLogin(Postgresql cluster) {
        List<String> roles = new ArrayList<>(List.of(SUPERUSER, STANDBY));
        orEmpty(cluster.spec().users()).forEach((user, flags) -> {
            if (mayLogIn(flags)) {
                roles.add(user);
            }
        });
        orEmpty(cluster.spec().preparedDatabases()).forEach((database, prepared) -> {
            if (prepared != null && prepared.defaultUsers()) {
                roles.addAll(List.of(database + "_owner_user", database + "_reader_user", database + "_writer_user"));
            }
        });
        if (cluster.hasPooler()) {
            roles.add(POOLER);
        }
        return roles.stream().distinct().toList();
    }

    private static boolean mayLogIn(List<String> flags) {
        return flags == null || flags.stream().noneMatch("nologin"::equalsIgnoreCase);
    }

    private static <V> Map<String, V> orEmpty(Map<String, V> map) {
        return map == null ? Map.of() : map;
    }
}
