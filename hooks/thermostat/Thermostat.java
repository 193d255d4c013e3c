import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.util.List;

/** The desired temperature of a room. */
record Thermostat(ObjectMeta metadata, Spec spec, Status status) implements Parent {
    record Spec(double target, String room) {}

    /** What was observed: the hook reports it, and never reads it. */
    record Status(Double temperature, Integer heater, List<Condition> conditions) {}
}
