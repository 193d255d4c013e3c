package io.hookline.process.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A page in Prometheus text format, read as its reader does. */
public record Scrape(String text) {

    private static final Pattern SAMPLE = Pattern.compile("^([a-zA-Z_:][\\w:]*)(?:\\{(.*)\\})? (\\S+)$");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** A family of metrics: its labels without {@code le}, and the upper bounds of its buckets. */
    public record Family(String name, String type, Set<String> labels, List<Double> bounds) {}

    private record Sample(String name, Map<String, String> labels, double value) {}

    private List<Sample> samples() {
        List<Sample> all = new ArrayList<>();
        for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
            Matcher matcher = SAMPLE.matcher(line);
            if (!matcher.matches()) {
                throw new AssertionError("not a sample: " + line);
            }
            Map<String, String> labels = new TreeMap<>();
            Matcher label = LABEL.matcher(matcher.group(2) == null ? "" : matcher.group(2));
            while (label.find()) {
                labels.put(label.group(1), label.group(2));
            }
            String value = matcher.group(3).replace("+Inf", "Infinity");
            all.add(new Sample(matcher.group(1), labels, Double.parseDouble(value)));
        }
        return all;
    }

    /** How many series there are. */
    public int series() {
        return samples().size();
    }

    /** The names and labels of all series. */
    Set<String> names() {
        return samples().stream()
                .map(each -> each.name() + each.labels())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The value of the one series with this name and these labels, given as {@code key=value}. */
    public double value(String name, String... labels) {
        List<Sample> found = samples().stream()
                .filter(each -> each.name().equals(name))
                .filter(each -> List.of(labels).stream()
                        .allMatch(label -> label.equals(
                                label.split("=", 2)[0] + "=" + each.labels().get(label.split("=", 2)[0]))))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " series " + name + List.of(labels) + " in\n" + text);
        }
        return found.getFirst().value();
    }

    /** All families that have a series. */
    public Map<String, Family> families() {
        Map<String, Family> all = new TreeMap<>();
        text.lines().filter(line -> line.startsWith("# TYPE ")).forEach(line -> {
            String[] words = line.split(" ", -1);
            all.put(words[2], new Family(words[2], words[3], new TreeSet<>(), new ArrayList<>()));
        });
        for (Sample sample : samples()) {
            Family family = family(all, sample.name());
            sample.labels().keySet().stream().filter(each -> !each.equals("le")).forEach(family.labels()::add);
            String bound = sample.labels().get("le");
            if (bound != null && !bound.equals("+Inf") && !family.bounds().contains(Double.valueOf(bound))) {
                family.bounds().add(Double.valueOf(bound));
            }
        }
        return all;
    }

    private static Family family(Map<String, Family> all, String sample) {
        Family own = all.get(sample);
        if (own != null && !own.type().equals("histogram")) {
            return own;
        }
        Family whole = all.get(sample.replaceFirst("_(bucket|sum|count)$", ""));
        if (whole == null) {
            throw new AssertionError("a series without a type: " + sample);
        }
        return whole;
    }
}
