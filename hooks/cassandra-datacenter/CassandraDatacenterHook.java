import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import io.hookline.hook.Answer;
import io.hookline.hook.ChildTemplate;
import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.object.KubeObject;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;

/**
 * Runs a datacenter of Cassandra: one StatefulSet for each rack. The racks change one at a time, because the copies of some data
 * are in different racks: while the nodes of one rack start, all others are ready.
 */
public final class CassandraDatacenterHook implements SyncHook<Datacenter> {

    private final ChildTemplate<Datacenter.Rack, StatefulSet> rack =
            ChildTemplate.file("rack.yaml", Datacenter.Rack.class, StatefulSet.class);
    private final ChildTemplate<Datacenter, Service> client =
            ChildTemplate.file("client-service.yaml", Datacenter.class, Service.class);
    private final ChildTemplate<Datacenter, Service> seeds =
            ChildTemplate.file("seed-service.yaml", Datacenter.class, Service.class);
    private final SecureRandom random = new SecureRandom();

    @Override
    public Answer sync(Sync<Datacenter> in) {
        Datacenter datacenter = in.parent();
        Answer answer = Answer.of(client.fill(datacenter), seeds.fill(datacenter), superuser(in));
        boolean all = true;
        int ready = 0;
        for (Datacenter.Rack one : datacenter.racks()) {
            StatefulSet desired = rack.fill(one);
            desired.getMetadata()
                    .getAnnotations()
                    .put(
                            "cassandra.datastax.com/resource-hash",
                            in.hash(desired).text());
            Optional<KubeObject> old = in.child("apps/v1", "StatefulSet", one.name());
            boolean same = old.map(in::unchanged)
                    .filter(last -> hash(last).equals(hash(desired)))
                    .isPresent();
            boolean turn = all && othersAreReady(in, one.name());
            if (same || turn || datacenter.spec().stopped()) {
                answer = answer.child(desired);
            } else if (old.isPresent()) {
                answer = answer.child(in.unchanged(old.get())); // until it is its turn
            }
            all &= same; // the first rack that differs is the next one
            all &= isReady(in, one.name());
            ready += readyNodes(in, one.name());
        }
        return answer.status(status(in, all, ready));
    }

    private static boolean othersAreReady(Sync<Datacenter> in, String name) {
        return in.children(StatefulSet.class).stream()
                .map(set -> set.getMetadata().getName())
                .allMatch(other -> other.equals(name) || isReady(in, other));
    }

    /** Whether all nodes run with the latest template. */
    private static boolean isReady(Sync<Datacenter> in, String name) {
        return in.child(StatefulSet.class, name)
                .filter(CassandraDatacenterHook::isReady)
                .isPresent();
    }

    private static boolean isReady(StatefulSet set) {
        StatefulSetStatus status = set.getStatus();
        int wanted = set.getSpec().getReplicas();
        return wanted == 0
                || status != null
                        && status.getObservedGeneration() != null
                        && status.getObservedGeneration() >= set.getMetadata().getGeneration()
                        && Objects.equals(status.getCurrentRevision(), status.getUpdateRevision())
                        && status.getReadyReplicas() != null
                        && status.getReadyReplicas() >= wanted;
    }

    private static int readyNodes(Sync<Datacenter> in, String name) {
        return in.child(StatefulSet.class, name)
                .map(StatefulSet::getStatus)
                .map(StatefulSetStatus::getReadyReplicas)
                .orElse(0);
    }

    private static String hash(JsonNode applied) {
        return applied.path("metadata")
                .path("annotations")
                .path("cassandra.datastax.com/resource-hash")
                .asText();
    }

    private static String hash(StatefulSet desired) {
        return desired.getMetadata().getAnnotations().get("cassandra.datastax.com/resource-hash");
    }

    /** The first user. Its password is random, so a Secret that exists is returned as it is. */
    private Object superuser(Sync<Datacenter> in) {
        String name = in.parent().spec().clusterName() + "-superuser";
        Optional<KubeObject> old = in.child("v1", "Secret", name);
        if (old.isPresent()) {
            return in.unchanged(old.get());
        }
        return new SecretBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .addToStringData("username", name)
                .addToStringData("password", new BigInteger(160, random).toString(36))
                .build();
    }

    private static Datacenter.Status status(Sync<Datacenter> in, boolean all, int ready) {
        boolean stopped = in.parent().spec().stopped();
        String message = ready + " of " + in.parent().spec().size() + " nodes are ready";
        Conditions conditions = Conditions.of(in)
                .set("Ready", all && !stopped, stopped ? "Stopped" : all ? "RacksReady" : "RacksNotReady", message)
                .set("Stopped", stopped && ready == 0, stopped ? "Requested" : "Running", "");
        return new Datacenter.Status(all ? "Ready" : "Updating", ready, conditions.list());
    }
}
