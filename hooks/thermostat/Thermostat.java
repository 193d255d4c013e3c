import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;

/** A room with its target temperature and its current temperature. */
record Thermostat(ObjectMeta metadata, Spec spec, Status status) implements Parent {
    record Spec(double target) {}

    record Status(Double temperature, boolean heater) {}
}
