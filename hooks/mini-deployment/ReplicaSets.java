import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.hookline.hook.Names;
import io.hookline.hook.Sync;
import java.util.Comparator;
import java.util.List;

/** Builds the MiniReplicaSets of a MiniDeployment. */
final class ReplicaSets {

    /** The label that distinguishes the Pods of one template from those of another. */
    static final String HASH = "pod-template-hash";

    static final Comparator<MiniReplicaSet> OLDEST_FIRST = Comparator.<MiniReplicaSet, String>comparing(
                    set -> set.metadata().getCreationTimestamp())
            .thenComparing(MiniReplicaSet::name);

    private ReplicaSets() {}

    /** The same template always has the same name. So a user who takes a change back gets the former MiniReplicaSet. */
    static String nameOf(Sync<MiniDeployment> in) {
        return Names.label(in.parent().name(), hash(in));
    }

    /** The MiniReplicaSet of the current template. */
    static MiniReplicaSet of(Sync<MiniDeployment> in, int replicas) {
        MiniDeployment.Spec spec = in.parent().spec();
        PodTemplateSpec template = new PodTemplateSpecBuilder(spec.template())
                .editOrNewMetadata()
                .addToLabels(HASH, hash(in))
                .endMetadata()
                .build();
        return new MiniReplicaSet(
                new ObjectMetaBuilder()
                        .withName(nameOf(in))
                        .withLabels(template.getMetadata().getLabels())
                        .build(),
                new MiniReplicaSet.Spec(
                        replicas,
                        new LabelSelectorBuilder(spec.selector())
                                .addToMatchLabels(HASH, hash(in))
                                .build(),
                        template),
                null);
    }

    /** A MiniReplicaSet of a former template, as it was applied last, with another number of Pods. */
    static JsonNode scaled(Sync<MiniDeployment> in, MiniReplicaSet set, int replicas) {
        ObjectNode applied = in.unchanged(in.child("mini.example.com/v1", "MiniReplicaSet", set.name())
                        .orElseThrow())
                .deepCopy();
        applied.withObject("/spec").put("replicas", replicas);
        return applied;
    }

    /** All but those without Pods that exceed the limit. The watcher deletes what the answer does not list. */
    static List<MiniReplicaSet> withoutExpired(List<MiniReplicaSet> former, int limit) {
        List<MiniReplicaSet> empty = former.stream()
                .filter(set -> set.desired() == 0 && set.replicas() == 0)
                .toList();
        List<MiniReplicaSet> expired = empty.subList(0, Math.max(0, empty.size() - limit));
        return former.stream().filter(set -> !expired.contains(set)).toList();
    }

    private static String hash(Sync<MiniDeployment> in) {
        return in.hash(in.parent().spec().template()).text();
    }
}
