/** The rule of the thermostat. */
final class Valve {

    /** From this many degrees below the target on, the valve is open; from as many above it on, it is closed. */
    private static final double BAND = 0.5;

    private Valve() {}

    /** How far the valve must be open, from 0 to 1. */
    static double of(double target, double temperature) {
        return Math.clamp((target + BAND - temperature) / (2 * BAND), 0, 1);
    }
}
