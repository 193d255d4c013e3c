import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateStatefulSetStrategy;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.hookline.hook.Sync;
import java.util.Optional;

/**
 * The progress of a rolling update. A StatefulSet replaces Pods from its last ordinal down to its {@code partition}. A new
 * template raises the partition above all Pods; then it is lowered by one whenever all Pods are ready. Before the primary may be
 * replaced, it changes places with a replica.
 *
 * @param template the desired template, with an annotation that names its revision; its Pods have the same annotation
 * @param partition the lowest ordinal that may be replaced
 * @param switchover which Pods must change places before the partition can be lowered
 * @param isComplete whether all Pods have the desired revision
 */
record Rollout(PodTemplateSpec template, int partition, Optional<Switchover> switchover, boolean isComplete) {

    private static final String REVISION = "examples.hookline.io/revision";

    static Rollout of(Sync<Postgresql> in) {
        PodTemplateSpec plain = PodTemplate.of(in.parent());
        String revision = in.hash(plain).text();
        PodTemplateSpec template = new PodTemplateSpecBuilder(plain)
                .editMetadata()
                .addToAnnotations(REVISION, revision)
                .endMetadata()
                .build();
        Instances instances = Instances.of(in, pod -> revision.equals(revisionOf(pod.getMetadata())));
        int partition = in.child(StatefulSet.class, in.parent().name())
                .map(old -> partition(old, revision, instances))
                .orElse(0);
        Optional<Switchover> switchover = partition == 0 ? Optional.empty() : instances.switchoverBefore(partition - 1);
        return new Rollout(template, partition, switchover, partition == 0 && instances.allAreNew());
    }

    private static int partition(StatefulSet old, String revision, Instances instances) {
        if (!revision.equals(revisionOf(old.getSpec().getTemplate().getMetadata()))) {
            return Math.max(
                    instances.wanted(),
                    Optional.ofNullable(old.getSpec().getReplicas()).orElse(1));
        }
        int partition = partitionOf(old);
        boolean mayContinue = partition > 0
                && instances.allAreReady()
                && instances.areNewFrom(partition)
                && instances.canSpare(partition - 1);
        return mayContinue ? partition - 1 : partition;
    }

    private static int partitionOf(StatefulSet set) {
        return Optional.ofNullable(set.getSpec().getUpdateStrategy())
                .map(strategy -> strategy.getRollingUpdate())
                .map(RollingUpdateStatefulSetStrategy::getPartition)
                .orElse(0);
    }

    private static String revisionOf(ObjectMeta metadata) {
        return metadata == null || metadata.getAnnotations() == null
                ? ""
                : metadata.getAnnotations().getOrDefault(REVISION, "");
    }
}
