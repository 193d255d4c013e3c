package io.hookline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cli.StepAction.StepPatch;
import io.hookline.cluster.ClusterException;
import io.hookline.cluster.DeleteOptions;
import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.object.ApiResource;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The steps that write as a user, a kubelet or a workload controller would. They wait for what they write to. */
final class StepWrites {

    private final StepObjects objects;
    private final ExampleInstaller installer;
    private final StepPoll poll;

    StepWrites(StepObjects objects, ExampleInstaller installer) {
        this.objects = objects;
        this.installer = installer;
        this.poll = new StepPoll(objects.world());
    }

    /** Applies or creates each object; empty when all came out as expected. */
    Optional<String> apply(StepAction.Apply apply, Duration within) throws InterruptedException {
        for (ExampleManifest manifest : apply.objects()) {
            Runnable write = apply.replace()
                    ? () -> installer.apply(manifest, objects.namespace())
                    : () -> installer.create(manifest, objects.namespace());
            Optional<String> trouble = carryOut(within, apply.refused(), write);
            if (trouble.isPresent()) {
                return Optional.of(manifest.object() + " of " + manifest.place() + ": " + trouble.get());
            }
        }
        return Optional.empty();
    }

    Optional<String> change(StepAction.Change change, Duration within) throws InterruptedException {
        return carryOut(within, change.refused(), () -> objects.patch(change.target(), change.patch()));
    }

    Optional<String> phase(StepAction.Phase phase, Duration within) throws InterruptedException {
        for (String pod : phase.pods()) {
            StepTarget target = new StepTarget("pods", pod);
            Optional<String> trouble = carryOut(within, Optional.empty(), () -> {
                ObjectNode status = podStatus(objects.get(target), phase.phase());
                objects.patch(target, new StepPatch(status, true));
            });
            if (trouble.isPresent()) {
                return Optional.of(target + ": " + trouble.get());
            }
        }
        return Optional.empty();
    }

    /** What is there stays: only the phase and the Ready condition are the kubelet's word here. */
    private static ObjectNode podStatus(KubeObject pod, String phase) {
        ObjectNode status = Json.NODES.objectNode().put("phase", phase);
        ArrayNode conditions = status.putArray("conditions");
        pod.tree().path("status").path("conditions").forEach(condition -> {
            if (!condition.path("type").asText().equals("Ready")) {
                conditions.add(condition);
            }
        });
        conditions.addObject().put("type", "Ready").put("status", phase.equals("Running") ? "True" : "False");
        return status;
    }

    Optional<String> avail(StepAction.Avail avail, Duration within) throws InterruptedException {
        return carryOut(within, Optional.empty(), () -> {
            ObjectNode status = Json.NODES.objectNode();
            for (String field : new String[] {"replicas", "readyReplicas", "availableReplicas"}) {
                status.put(field, avail.replicas());
            }
            status.put("observedGeneration", objects.get(avail.target()).generation());
            objects.patch(avail.target(), new StepPatch(status, true));
        });
    }

    Optional<String> delete(StepAction.Delete delete, Duration within) throws InterruptedException {
        return carryOut(within, Optional.empty(), () -> delete(delete.target(), "", delete.propagation()));
    }

    /**
     * Deletes now.
     *
     * @param uid of the very object that is meant; empty for whatever has the name
     */
    void delete(StepTarget target, String uid, Propagation propagation) {
        ApiResource resource = objects.resource(target.kind());
        DeleteOptions options = new DeleteOptions(uid, "", propagation, -1, false);
        objects.world().cluster().delete(resource, objects.key(resource, target.name()), options);
    }

    /** Keeps values in {@code into}. */
    Optional<String> remember(StepAction.Remember remember, Map<String, JsonNode> into, Duration within)
            throws InterruptedException {
        return poll.until(within, () -> {
            ObjectNode object = objects.get(remember.target()).tree();
            remember.values().forEach((name, path) -> into.put(name, path.read(object)));
            return missing(remember, into)
                    .map(name -> (StepSight) new StepSight.NotYet(
                            "nothing at " + remember.values().get(name)))
                    .orElseGet(StepSight::holds);
        });
    }

    private static Optional<String> missing(StepAction.Remember remember, Map<String, JsonNode> kept) {
        return remember.values().keySet().stream()
                .filter(name -> kept.getOrDefault(name, Json.NODES.nullNode()).isMissingNode())
                .findFirst();
    }

    /** Writes until it succeeds, or is refused for good; empty when that is what was expected. */
    private Optional<String> carryOut(Duration within, Optional<StepMatch> refused, Runnable write)
            throws InterruptedException {
        return poll.until(within, () -> {
            try {
                write.run();
            } catch (ClusterException e) {
                return afterFailure(e, refused);
            }
            return refused.isEmpty() ? StepSight.holds() : new StepSight.Never("it was accepted");
        });
    }

    private static StepSight afterFailure(ClusterException failure, Optional<StepMatch> refused) {
        String saw = failure.reason() + ": " + failure.getMessage();
        if (mayPass(failure)) {
            return new StepSight.NotYet(saw);
        }
        boolean right = refused.isPresent()
                && refused.get().accepts(Json.NODES.textNode(String.valueOf(failure.getMessage())), Map.of());
        return right ? StepSight.holds() : new StepSight.Never(saw);
    }

    /** What was not there may come, and what changed meanwhile can be written again; a refusal stays one. */
    private static boolean mayPass(ClusterException failure) {
        return switch (failure) {
            case ClusterException.NotFound e -> true;
            case ClusterException.Conflict e -> true;
            case ClusterException.TooManyRequests e -> true;
            case ClusterException.Unavailable e -> true;
            case ClusterException.Unreachable e -> true;
            default -> false;
        };
    }
}
