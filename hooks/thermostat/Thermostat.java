import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** A room: the temperature that is wanted, and the one it has. */
record Thermostat(ObjectMeta metadata, Spec spec, Status status) implements Parent {
    record Spec(double target) {}

    record Status(Double temperature, boolean heater) {}
}
