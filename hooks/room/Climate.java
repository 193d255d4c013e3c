/**
 * The physics of a room with a heater: the temperature approaches the one at which the heater replaces the heat that the room loses.
 *
 * @param temperature in degrees Celsius
 * @param valve how far the valve of the heater is open, from 0 to 1
 */
record Climate(double temperature, double valve) {

    private static final double OUTSIDE = 3;
    private static final double FULL_HEAT = 40;
    private static final double SECONDS_TO_FOLLOW = 60;

    static Climate cold() {
        return new Climate(18, 0);
    }

    Climate after(double seconds) {
        double end = OUTSIDE + FULL_HEAT * valve;
        return new Climate(end + (temperature - end) * Math.exp(-seconds / SECONDS_TO_FOLLOW), valve);
    }

    Climate withValve(double opened) {
        return new Climate(temperature, Math.clamp(opened, 0, 1));
    }
}
