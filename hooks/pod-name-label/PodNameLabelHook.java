import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.Sync;

/** Adds the name of a Pod as a label, so that a Service can select only this Pod. An annotation names the label. */
public final class PodNameLabelHook implements DecorateHook<Pod> {

    @Override
    public Decoration decorate(Sync<Pod> in) {
        ObjectMeta pod = in.parent().getMetadata();
        return Decoration.of().label(pod.getAnnotations().get("pod-name-label"), pod.getName());
    }
}
