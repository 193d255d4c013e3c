import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Draws the temperature of a room and the valve of its heater over time, as SVG. */
record Plot(List<Sample> samples) {

    /** The state of the room a number of seconds after its start. */
    record Sample(double second, Climate climate) {}

    private static final int LEFT = 50;
    private static final int RIGHT = 590;
    private static final int TOP = 30;
    private static final int BOTTOM = 230;
    private static final int COLDEST = 15;
    private static final int WARMEST = 25;

    String svg() {
        double last = Math.max(1, samples.isEmpty() ? 1 : samples.getLast().second());
        String heat = points(last, climate -> BOTTOM - (BOTTOM - TOP) * climate.valve());
        String temperature = points(last, climate -> height(climate.temperature()));
        StringBuilder svg = new StringBuilder();
        svg.append("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 270" font-family="sans-serif" font-size="12">
                <title>Temperature of the room, and the valve of its heater</title>
                <rect width="640" height="270" fill="white"/>
                """);
        for (int degrees = COLDEST; degrees <= WARMEST; degrees += 5) {
            line(svg, LEFT, height(degrees), RIGHT, height(degrees));
            text(svg, LEFT - 8, height(degrees) + 4, "end", degrees + " °C");
            text(svg, RIGHT + 8, height(degrees) + 4, "start", (degrees - COLDEST) * 10 + " %");
        }
        text(svg, LEFT, BOTTOM + 18, "middle", "0 s");
        text(svg, RIGHT, BOTTOM + 18, "middle", Math.round(last) + " s");
        svg.append("<polygon fill=\"#f4b183\" fill-opacity=\"0.6\" points=\"%d,%d %s %d,%d\"/>%n"
                .formatted(LEFT, BOTTOM, heat, RIGHT, BOTTOM));
        svg.append("<polyline fill=\"none\" stroke=\"#1f4e79\" stroke-width=\"2\" points=\"%s\"/>%n"
                .formatted(temperature));
        text(svg, LEFT, 18, "start", "line: temperature, area: valve of the heater");
        return svg.append("</svg>\n").toString();
    }

    private String points(double last, ToDoubleFunction<Climate> height) {
        return samples.stream()
                .map(sample -> String.format(
                        Locale.ROOT,
                        "%.1f,%.1f",
                        LEFT + (RIGHT - LEFT) * sample.second() / last,
                        height.applyAsDouble(sample.climate())))
                .collect(Collectors.joining(" "));
    }

    private static double height(double degrees) {
        double share = (degrees - COLDEST) / (WARMEST - COLDEST);
        return BOTTOM - (BOTTOM - TOP) * Math.clamp(share, 0, 1);
    }

    private static void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#cccccc\"/>%n",
                x1,
                y1,
                x2,
                y2));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text));
    }
}
