package io.hookline.bench;

import io.hookline.bench.Growth.Point;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Draws the points of {@link Growth} as SVG, which follows the light or dark mode of the reader. */
record GrowthPlot(List<Point> points) {

    private static final int WIDTH = 320;
    private static final int HEIGHT = 200;
    private static final int LEFT = 50;
    private static final int TOP = 92;
    private static final int STEP = WIDTH + 80;
    private static final int LINES = 4;

    private static final String FRAME = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 350" role="img" aria-label="CPU time of a sync and memory of the \
            watcher, each for one child, from 100 to 100,000 children">
            <style>
            svg { --ink: #1f2328; --quiet: #59636e; --line: #d1d9e0; --page: #ffffff; --one: #0550ae; --two: #bc4c00 }
            @media (prefers-color-scheme: dark) {
              svg { --ink: #f0f6fc; --quiet: #9198a1; --line: #3d444d; --page: #0d1117; --one: #79c0ff; --two: #ffa657 }
            }
            text { font: 12px system-ui, sans-serif; fill: var(--quiet) }
            .head { font-size: 14px; font-weight: 600; fill: var(--ink) }
            .page { fill: var(--page) }
            path { fill: none; stroke: var(--line) }
            .json { stroke: var(--quiet); stroke-width: 1.5; stroke-dasharray: 2 4 }
            .one { stroke: var(--one); stroke-width: 2 }
            .two { stroke: var(--two); stroke-width: 2; stroke-dasharray: 8 4 }
            .mark { stroke-width: 7; stroke-dasharray: none; stroke-linecap: round }
            .two.mark { stroke-linecap: square }
            </style>
            <rect class="page" width="100%%" height="100%%"/>
            <path class="one" d="M50 20h30"/><path class="one mark" d="M65 20h0"/>
            <text x="88" y="24">10 to 10,000 parents, 10 children of each</text>
            <path class="two" d="M430 20h30"/><path class="two mark" d="M445 20h0"/>
            <text x="468" y="24">100 parents, 10 to 1,000 children of each</text>
            %s</svg>
            """;

    String svg() {
        Point least = points.getFirst();
        return FRAME.formatted(panel(0, "Sync that changes nothing: CPU µs per child", Point::cpuMicros, 100, "")
                + panel(
                        1,
                        "Resident memory: kB per child",
                        point -> 1.024 * (point.idleKiB() - least.idleKiB()) / (point.all() - least.all()),
                        1000,
                        "its JSON"));
    }

    /**
     * One diagram.
     *
     * @param from the least number of children for which the value means something
     * @param json the name of a line at the size of the JSON; empty for none
     */
    private String panel(int column, String head, ToDoubleFunction<Point> value, int from, String json) {
        List<Point> shown = points.stream().filter(point -> point.all() >= from).toList();
        double bytes = json.isEmpty() ? 0 : shown.getLast().bytes() / 1000.0;
        double top = Math.max(bytes, shown.stream().mapToDouble(value).max().orElse(1));
        double unit = unit(top / LINES);
        top = unit * Math.ceil(top / unit);
        StringBuilder svg =
                new StringBuilder("<g transform=\"translate(%d %d)\">\n".formatted(LEFT + column * STEP, TOP));
        svg.append("<text class=\"head\" x=\"-30\" y=\"-24\">" + head + "</text>\n");
        for (double y = 0; y < top + unit / 2; y += unit) {
            svg.append(path("", "M0 %sh%d".formatted(y(y, top), WIDTH)));
            svg.append(
                    "<text x=\"-8\" y=\"%s\" dy=\"4\" text-anchor=\"end\">%s</text>\n".formatted(y(y, top), text(y)));
        }
        for (int x = 100; x <= 100_000; x *= 10) {
            svg.append("<text x=\"%s\" y=\"%d\" text-anchor=\"middle\">%,d</text>\n".formatted(x(x), HEIGHT + 20, x));
        }
        svg.append(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">children</text>\n".formatted(WIDTH / 2, HEIGHT + 40));
        if (bytes > 0) {
            svg.append(path("json", "M0 %sh%d".formatted(y(bytes, top), WIDTH)));
            svg.append("<text x=\"0\" y=\"%s\" dy=\"-6\">%s</text>\n".formatted(y(bytes, top), json));
        }
        svg.append(series("two", shown, point -> point.parents() == Growth.PARENTS, value, top));
        svg.append(series("one", shown, point -> point.children() == Growth.CHILDREN, value, top));
        return svg.append("</g>\n").toString();
    }

    private static String series(
            String name, List<Point> shown, Predicate<Point> among, ToDoubleFunction<Point> value, double top) {
        List<String> places = shown.stream()
                .filter(among)
                .map(point -> x(point.all()) + " " + y(value.applyAsDouble(point), top))
                .toList();
        return path(name, "M" + String.join("L", places))
                + places.stream()
                        .map(place -> path(name + " mark", "M" + place + "h0"))
                        .collect(Collectors.joining());
    }

    private static String path(String name, String d) {
        return "<path " + (name.isEmpty() ? "" : "class=\"" + name + "\" ") + "d=\"" + d + "\"/>\n";
    }

    private static String x(int children) {
        return text(Math.round(WIDTH * (Math.log10(children) - 2) / 3));
    }

    private static String y(double value, double top) {
        return text(Math.round(HEIGHT * (1 - value / top)));
    }

    /** The next of 1, 2, 5, 10, 20 and so on. */
    private static double unit(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        return power * (least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10);
    }

    private static String text(double number) {
        return number == Math.rint(number) ? "%.0f".formatted(number) : String.format(Locale.ROOT, "%.1f", number);
    }
}
