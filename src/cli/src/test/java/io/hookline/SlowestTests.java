package io.hookline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A program that prints the ten test classes that took longest, from the reports of a build. Its argument is the folder {@code target}. */
final class SlowestTests {

    private static final Pattern SUITE =
            Pattern.compile("<testsuite [^>]*?name=\"([^\"]+)\" time=\"([\\d.]+)\" tests=\"(\\d+)\"");

    private record Suite(String name, double seconds, int tests) {}

    private SlowestTests() {}

    public static void main(String[] args) throws IOException {
        List<Suite> all = new ArrayList<>();
        for (String reports : List.of("surefire-reports", "failsafe-reports")) {
            Path folder = Path.of(args[0], reports);
            if (Files.isDirectory(folder)) {
                all.addAll(suites(folder));
            }
        }
        all.sort(Comparator.comparingDouble(Suite::seconds).reversed());
        System.out.println("The slowest of " + all.size() + " test classes, in seconds:");
        all.stream()
                .limit(10)
                .forEach(suite -> System.out.printf("%7.1f  %s (%d)%n", suite.seconds(), suite.name(), suite.tests()));
    }

    private static List<Suite> suites(Path folder) throws IOException {
        List<Suite> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .toList()) {
                Matcher suite = SUITE.matcher(Files.readString(file));
                if (suite.find()) {
                    found.add(new Suite(
                            suite.group(1), Double.parseDouble(suite.group(2)), Integer.parseInt(suite.group(3))));
                }
            }
        }
        return found;
    }
}
