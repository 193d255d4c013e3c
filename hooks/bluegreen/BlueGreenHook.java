import io.fabric8.kubernetes.api.model.Service;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.Optional;

/**
 * Replaces Pods all at once. The Service selects the Pods of one color. A changed template is rolled out with the other color,
 * and the Service switches when all new Pods are available.
 */
public final class BlueGreenHook implements SyncHook<BlueGreenDeployment> {

    private static final String BLUE = "blue";
    private static final String GREEN = "green";

    @Override
    public Answer sync(Sync<BlueGreenDeployment> in) {
        BlueGreenDeployment parent = in.parent();
        Optional<String> selected = selectedColor(in);
        String active = lastColor(parent).or(() -> selected).orElse(BLUE);
        Rollout next = Rollout.next(parent, ColorSet.of(in, active), ColorSet.of(in, otherThan(active)), selected);
        return Answer.of(
                        Children.service(parent, next.active().color()),
                        Children.replicaSet(parent, next.active()),
                        Children.replicaSet(parent, next.inactive()))
                .status(new BlueGreenDeployment.Status(
                        next.active().color(),
                        ColorSet.of(in, next.active().color()).reported(),
                        ColorSet.of(in, next.inactive().color()).reported()));
    }

    /** The status is decisive, not the Service: a Service that a user has deleted or changed must be restored. */
    private static Optional<String> lastColor(BlueGreenDeployment parent) {
        return Optional.ofNullable(parent.status())
                .map(BlueGreenDeployment.Status::activeColor)
                .filter(BlueGreenHook::isColor);
    }

    private static Optional<String> selectedColor(Sync<BlueGreenDeployment> in) {
        return in.child(Service.class, in.parent().serviceName())
                .map(service -> service.getSpec().getSelector())
                .map(selector -> selector.get(Children.COLOR))
                .filter(BlueGreenHook::isColor);
    }

    private static boolean isColor(String text) {
        return BLUE.equals(text) || GREEN.equals(text);
    }

    private static String otherThan(String color) {
        return BLUE.equals(color) ? GREEN : BLUE;
    }
}
