package io.hookline.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures a watcher in a sequence of scenarios. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures a watcher on a real control plane. 'converge' always runs first.")
final class Bench implements Callable<Integer> {

    @Parameters(
            arity = "1..*",
            paramLabel = "SCENARIO",
            description = "converge, warm (converge again in the same process), update, noop, latency, idle, restart,"
                    + " memory; run in the given order, repetitions included. strip, alone: what stripped managed fields"
                    + " save, without a control plane. hooks, alone: what a call costs in each language. serve, alone:"
                    + " what a call costs over HTTP, compared with a bare endpoint.")
    private List<String> scenarios = List.of();

    @Option(names = "--parents", defaultValue = "200", description = "Number of parents (default: ${DEFAULT-VALUE}).")
    private int parents;

    @Option(
            names = "--children",
            defaultValue = "5",
            description = "ConfigMaps of each parent (default: ${DEFAULT-VALUE}).")
    private int children;

    @Option(
            names = "--bytes",
            defaultValue = "1024",
            description = "Size of the text in each ConfigMap (default: ${DEFAULT-VALUE}).")
    private int bytes;

    @Option(
            names = "--watcher",
            paramLabel = "COMMAND",
            defaultValue = "target/hookline/bin/hookline watch --kubeconfig={kubeconfig} --metrics-address=0"
                    + " --health-probe-bind-address=0",
            description = "Shell command of the watcher (default: ${DEFAULT-VALUE}).")
    private String watcher = "";

    @Option(
            names = "--launcher",
            paramLabel = "FILE",
            defaultValue = "target/hookline/bin/hookline",
            description = "The launcher whose serve is measured in serve (default: ${DEFAULT-VALUE}).")
    private Path launcher = Path.of("");

    @Option(names = "--name", defaultValue = "hookline", description = "Name of the watcher in the report.")
    private String name = "";

    @Option(
            names = "--warm-up",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "Time before noop, idle and serve are measured.")
    private int warmUp;

    @Option(
            names = "--server-core",
            paramLabel = "NUMBER",
            description = "Core for the servers of serve, with taskset; run the bench itself on another one.")
    private Optional<Integer> serverCore = Optional.empty();

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Connections of the client of serve (default: ${DEFAULT-VALUE}).")
    private int connections = 16;

    @Option(
            names = "--measured",
            paramLabel = "SECONDS",
            defaultValue = "20",
            description = "Time in which noop and idle, and each round of serve, are measured.")
    private int measured;

    @Option(names = "--resync", paramLabel = "SECONDS", defaultValue = "1", description = "Resync period in noop.")
    private int resync;

    @Option(names = "--changes", defaultValue = "200", description = "Number of changes in latency.")
    private int changes;

    @Option(
            names = "--compare",
            paramLabel = "RUNS",
            defaultValue = "0",
            description =
                    "Run everything so many times with dynamic and with server-side apply in turns, each time on a new"
                            + " control plane, and compare the medians of the CPU times.")
    private int compared;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "target/bench/results.jsonl",
            description = "File to which results are appended as lines of JSON (default: ${DEFAULT-VALUE}).")
    private Path out = Path.of("");

    /** Runs the scenarios and exits. */
    public static void main(String[] args) {
        // The hook sends its response in two writes, and the second must not wait for the acknowledgement of the first.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        System.exit(new CommandLine(new Bench()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (scenarios.equals(List.of("strip"))) {
            new Stripping(System.out).run();
            return 0;
        }
        if (scenarios.equals(List.of("hooks"))) {
            new HookCosts(System.out, Files.createTempDirectory("hook-costs")).run();
            return 0;
        }
        if (scenarios.equals(List.of("serve"))) {
            new ServeCosts(
                            System.out,
                            launcher,
                            Duration.ofSeconds(warmUp),
                            Duration.ofSeconds(measured),
                            connections,
                            serverCore)
                    .run();
            return 0;
        }
        Map<String, Scenario> known = known();
        List<String> unknown = scenarios.stream()
                .filter(scenario -> !known.containsKey(scenario))
                .toList();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unknown scenarios: " + unknown + "; known are " + known.keySet());
        }
        Load load = Load.of(parents, children, bytes);
        Path folder = Path.of(
                        "target",
                        "bench",
                        String.valueOf(ProcessHandle.current().pid()))
                .toAbsolutePath();
        if (compared == 0) {
            run(load, name, watcher, folder);
            return 0;
        }
        Comparison comparison = new Comparison();
        for (int run = 1; run <= compared; run++) {
            for (String strategy : List.of("dynamic-apply", "server-side-apply")) {
                String command = watcher + " --apply-strategy=" + strategy;
                run(load, strategy, command, folder.resolve(strategy + "-" + run))
                        .forEach(row -> comparison.add(strategy, row));
                comparison.table(System.out);
            }
        }
        return 0;
    }

    /** Runs all scenarios on one control plane. */
    private List<Row> run(Load load, String variant, String command, Path folder)
            throws IOException, InterruptedException {
        Map<String, Scenario> known = known();
        Report report = new Report(variant, load, out, System.out);
        try (Testbed bed = new Testbed(load, command, folder)) {
            report.add(Converging.cold(bed));
            for (String scenario : scenarios) {
                if (!scenario.equals("converge")) {
                    report.add(known.get(scenario).run(bed));
                }
            }
        } finally {
            report.table();
        }
        return report.rows();
    }

    private Map<String, Scenario> known() {
        Steady steady =
                new Steady(Duration.ofSeconds(warmUp), Duration.ofSeconds(measured), Duration.ofSeconds(resync));
        Map<String, Scenario> known = new LinkedHashMap<>();
        known.put("converge", Converging::cold);
        known.put("warm", Converging::warm);
        known.put("update", Converging::update);
        known.put("noop", steady::noOp);
        known.put("latency", new Latency(changes)::run);
        known.put("idle", steady::idle);
        known.put("restart", Restart::run);
        known.put("memory", Restart::memory);
        return known;
    }
}
