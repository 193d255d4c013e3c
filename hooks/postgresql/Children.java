import io.fabric8.kubernetes.api.model.HasMetadata;
import io.hookline.hook.Sync;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Builds all children of a cluster. */
record Children(Sync<Postgresql> in, Rollout rollout, RandomGenerator random) {

    List<HasMetadata> all() {
        Postgresql cluster = in.parent();
        List<HasMetadata> all = new ArrayList<>();
        all.addAll(Networking.services(cluster));
        all.addAll(Networking.endpoints(in));
        all.addAll(new Credentials(in, random).secrets());
        all.addAll(DisruptionBudgets.of(cluster));
        all.add(Database.statefulSet(cluster, rollout));
        all.addAll(LogicalBackup.of(cluster));
        all.addAll(Poolers.of(cluster));
        return all;
    }
}
