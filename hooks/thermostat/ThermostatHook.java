import io.hookline.hook.Answer;
import io.hookline.hook.Conditions;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A control loop: measures the temperature of a room, compares it with the target, and turns the valve of the heater. The room is
 * outside of the cluster. There are no children.
 */
public final class ThermostatHook implements SyncHook<Thermostat>, CustomizeHook<Thermostat> {

    /** The Room has the address of the device. */
    @Override
    public List<RelatedRule> customize(Thermostat thermostat) {
        return List.of(RelatedRule.of("home.example.com/v1", "rooms")
                .inNamespace(thermostat.namespace())
                .named(thermostat.spec().room()));
    }

    @Override
    public Answer sync(Sync<Thermostat> in) throws InterruptedException {
        Optional<Device> device = device(in);
        if (device.isEmpty()) {
            String message = "Room " + in.parent().spec().room() + " does not exist or has no address yet";
            return unreachable(in, "NoRoom", message);
        }
        try {
            Device.Reading now = device.get().read();
            double valve = Valve.of(in.parent().spec().target(), now.temperature());
            Device.Reading then = device.get().turnTo(valve);
            Conditions reached = Conditions.of(in).set("Reachable", true, "Measured", "");
            return Answer.of()
                    .status(new Thermostat.Status(tenths(then.temperature()), percent(then.valve()), reached.list()));
        } catch (IOException e) {
            return unreachable(in, "NoAnswer", e.getMessage());
        }
    }

    /** Without a measurement, no temperature is reported: an old one would look like the current one. */
    private static Answer unreachable(Sync<Thermostat> in, String reason, String message) {
        Conditions failed = Conditions.of(in).set("Reachable", false, reason, message);
        return Answer.of().status(new Thermostat.Status(null, null, failed.list()));
    }

    private static Optional<Device> device(Sync<Thermostat> in) {
        return in.related("home.example.com/v1", "Room", in.parent().spec().room())
                .map(room -> room.tree().at("/status/url").asText())
                .filter(url -> !url.isEmpty())
                .map(Device::new);
    }

    private static double tenths(double degrees) {
        return Math.round(degrees * 10) / 10.0;
    }

    private static int percent(double share) {
        return (int) Math.round(share * 100);
    }
}
