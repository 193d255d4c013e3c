import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;

/** Moves the temperature of a room towards its target, by half a degree with each sync. There are no children. */
public final class ThermostatHook implements SyncHook<Thermostat> {

    private static final double COLD_ROOM = 18;
    private static final double STEP = 0.5;

    @Override
    public Answer sync(Sync<Thermostat> in) {
        double target = in.parent().spec().target();
        double temperature = temperature(in.parent());
        double change = Math.clamp(target - temperature, -STEP, STEP);
        boolean arrives = Math.abs(target - temperature) <= STEP;
        return Answer.of().status(new Thermostat.Status(arrives ? target : temperature + change, change > 0));
    }

    private static double temperature(Thermostat room) {
        boolean unknown = room.status() == null || room.status().temperature() == null;
        return unknown ? COLD_ROOM : room.status().temperature();
    }
}
