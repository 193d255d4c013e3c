import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.Sync;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reports every desired replica as ready at once, without Pods. */
public final class FakeWorkloadsHook implements DecorateHook<Workload> {

    /** The counts of each kind. The API server drops fields that a kind does not have, so another one is written for ever. */
    private static final Map<String, List<String>> COUNTS = Map.of(
            "Deployment", List.of("replicas", "readyReplicas", "updatedReplicas", "availableReplicas"),
            "StatefulSet", List.of("replicas", "readyReplicas", "updatedReplicas", "availableReplicas"),
            "ReplicaSet", List.of("replicas", "readyReplicas", "fullyLabeledReplicas", "availableReplicas"));

    @Override
    public Decoration decorate(Sync<Workload> in) {
        Workload workload = in.parent();
        Map<String, Object> status = new LinkedHashMap<>(Objects.requireNonNullElse(workload.status(), Map.of()));
        status.put("observedGeneration", workload.metadata().getGeneration());
        COUNTS.get(workload.kind()).forEach(field -> status.put(field, workload.replicas()));
        if (workload.kind().equals("Deployment")) {
            status.put("conditions", withAvailable(status.get("conditions"), in.now()));
        }
        return Decoration.of().status(status);
    }

    /** An existing condition keeps its times: a new time in each response would cause an endless loop of syncs. */
    private static List<Object> withAvailable(Object observed, Instant now) {
        List<Object> conditions = new ArrayList<>(observed instanceof List<?> list ? list : List.of());
        if (conditions.stream().noneMatch(FakeWorkloadsHook::isAvailable)) {
            String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
            conditions.removeIf(condition -> is(condition, "type", "Available"));
            conditions.add(Map.of(
                    "type", "Available",
                    "status", "True",
                    "reason", "MinimumReplicasAvailable",
                    "message", "all replicas are reported as available",
                    "lastUpdateTime", time,
                    "lastTransitionTime", time));
        }
        return conditions;
    }

    private static boolean isAvailable(Object condition) {
        return is(condition, "type", "Available") && is(condition, "status", "True");
    }

    private static boolean is(Object condition, String field, String value) {
        return condition instanceof Map<?, ?> map && value.equals(map.get(field));
    }
}
