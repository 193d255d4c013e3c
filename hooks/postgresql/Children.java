import io.fabric8.kubernetes.api.model.HasMetadata;
import io.hookline.hook.Sync;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Builds all children of a cluster. */
record Children(Sync<Postgresql> in, Users users, Rollout rollout, RandomGenerator random) {

    List<HasMetadata> all() {
        Postgresql cluster = in.parent();
        List<HasMetadata> all = new ArrayList<>();
        all.addAll(Networking.services(cluster));
        all.addAll(Networking.endpoints(in));
        rollout.switchover()
                .filter(wanted -> wanted.isNewOrSame(in))
                .map(wanted -> wanted.request(cluster))
                .ifPresent(all::add);
        all.addAll(new Credentials(in, users, random).secrets());
        all.addAll(PodAccount.of(cluster));
        all.addAll(DisruptionBudgets.of(cluster));
        all.add(Database.statefulSet(cluster, rollout));
        all.addAll(LogicalBackup.of(cluster));
        all.addAll(Poolers.of(cluster));
        return all;
    }
}
