import io.hookline.hook.Sync;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The people of a cluster's team, from the PostgresTeams of its namespace.
 *
 * @param members of the team and of its additional teams
 * @param superusers of its additional superuser teams
 */
record Team(List<String> members, List<String> superusers) {

    /** The spec of a PostgresTeam: each map has the names of teams as its keys. */
    record Spec(
            Map<String, List<String>> additionalTeams,
            Map<String, List<String>> additionalSuperuserTeams,
            Map<String, List<String>> additionalMembers) {}

    /** A PostgresTeam, as far as the hook reads it. */
    record PostgresTeam(Spec spec) {}

    static Team of(Sync<Postgresql> in) {
        List<Spec> specs = in.related("acid.zalan.do/v1", "PostgresTeam").stream()
                .map(team -> in.read(team, PostgresTeam.class).spec())
                .toList();
        String team = in.parent().spec().teamId();
        Set<String> superusers = new TreeSet<>();
        specs.stream()
                .flatMap(spec -> of(spec.additionalSuperuserTeams(), team))
                .forEach(other -> addMembers(other, specs, superusers, new HashSet<>()));
        Set<String> members = new TreeSet<>();
        addMembers(team, specs, members, new HashSet<>());
        return new Team(List.copyOf(members), List.copyOf(superusers));
    }

    /** Follows additional teams, each once, since they may name each other. */
    private static void addMembers(String team, List<Spec> specs, Set<String> members, Set<String> seen) {
        if (!seen.add(team)) {
            return;
        }
        for (Spec spec : specs) {
            of(spec.additionalMembers(), team).forEach(members::add);
            of(spec.additionalTeams(), team).forEach(other -> addMembers(other, specs, members, seen));
        }
    }

    private static Stream<String> of(Map<String, List<String>> map, String team) {
        return map == null ? Stream.of() : map.getOrDefault(team, List.of()).stream();
    }
}
