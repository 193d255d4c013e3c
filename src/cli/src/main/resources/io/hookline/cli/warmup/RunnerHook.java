import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.FinalizeHook;
import io.hookline.hook.Parent;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.List;
import java.util.Map;

/** A ConfigMap and a Service for each runner. */
public final class RunnerHook
        implements SyncHook<RunnerHook.Runner>, FinalizeHook<RunnerHook.Runner>, CustomizeHook<RunnerHook.Runner> {

    /** The parent. */
    public record Runner(ObjectMeta metadata, Spec spec) implements Parent {
        /** The desired state. */
        public record Spec(int laps) {}
    }

    @Override
    public List<RelatedRule> customize(Runner parent) {
        return List.of(RelatedRule.of("v1", "configmaps").named("track"));
    }

    @Override
    public Answer sync(Sync<Runner> in) {
        int laps = in.parent().spec().laps();
        String length = in.related(ConfigMap.class).stream()
                .map(track -> track.getData().get("length"))
                .findFirst()
                .orElse("");
        var book = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(in.parent().name())
                .endMetadata()
                .addToData("laps", Integer.toString(laps))
                .addToData("length", length)
                .build();
        var start = new ServiceBuilder()
                .withNewMetadata()
                .withName(in.parent().name())
                .addToLabels("warmup", "runner")
                .endMetadata()
                .withNewSpec()
                .addNewPort()
                .withPort(80)
                .endPort()
                .endSpec()
                .build();
        return Answer.of(book, start).status(Map.of("laps", laps));
    }

    @Override
    public Answer finalize(Sync<Runner> in) {
        return Answer.of().finalized();
    }
}
