import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.hookline.hook.Sync;
import io.hookline.object.KubeObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides which volume claims should exist. */
final class Claims {

    private Claims() {}

    /** All claims that exist, so that no data is ever deleted, and new ones for Pods that have none yet. */
    static List<Object> of(Sync<CatSet> in, List<Integer> ordinals) {
        List<KubeObject> claims = in.children("v1", "PersistentVolumeClaim");
        List<Object> desired = new ArrayList<>();
        claims.forEach(claim -> desired.add(in.unchanged(claim)));
        Set<String> existing = claims.stream().map(KubeObject::name).collect(Collectors.toSet());
        for (int ordinal : ordinals) {
            for (PersistentVolumeClaim template : in.parent().claimTemplates()) {
                if (!existing.contains(in.parent().claimName(template, ordinal))) {
                    desired.add(claim(in.parent(), template, ordinal));
                }
            }
        }
        return desired;
    }

    /** Children need labels that match the selector of their CatSet. */
    private static PersistentVolumeClaim claim(CatSet set, PersistentVolumeClaim template, int ordinal) {
        Map<String, String> labels = new HashMap<>(set.spec().selector().getMatchLabels());
        if (template.getMetadata().getLabels() != null) {
            labels.putAll(template.getMetadata().getLabels());
        }
        return new PersistentVolumeClaimBuilder(template)
                .editMetadata()
                .withName(set.claimName(template, ordinal))
                .withLabels(labels)
                .endMetadata()
                .build();
    }
}
