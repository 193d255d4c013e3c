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

    private static final String PEER_OPTIONS =
            " --kubeconfig={kubeconfig} --metrics-address=0 --health-probe-bind-address=0"
                    + " --client-go-qps=100000 --client-go-burst=100000";

    @Parameters(
            arity = "1..*",
            paramLabel = "SCENARIO",
            description =
                    "converge, warm (converge again in the same process), update, noop, latency, idle, restart,"
                            + " memory; run in the given order, repetitions included. strip, alone: what stripped managed fields"
                            + " save, without a control plane. hooks, alone: what a call costs in each language. serve, alone:"
                            + " what a call costs over HTTP, compared with a bare endpoint. growth, alone: CPU time and memory of"
                            + " a watcher from 100 to 100,000 children, as lines of JSON and as a plot; plot draws the lines again.")
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
                            + " control plane, and compare the medians of the CPU times. With --peer, the number of runs of"
                            + " each watcher, 2 if it is 0.")
    private int compared;

    @Option(
            names = "--peer",
            paramLabel = "PATH",
            description =
                    "Program of the original, Metacontroller: run everything with it and with the watcher in turns, each time on"
                            + " a new control plane, and print the ratios of the medians. Its limits of requests are lifted, which are no"
                            + " cost of its code.")
    private Optional<Path> peer = Optional.empty();

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            defaultValue = "target/bench/growth.svg",
            description = "File for the plot of growth (default: ${DEFAULT-VALUE}).")
    private Path plot = Path.of("");

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "target/bench/results.jsonl",
            description = "File to which results are appended as lines of JSON, or which growth writes"
                    + " (default: ${DEFAULT-VALUE}).")
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
        Path folder = Path.of(
                        "target",
                        "bench",
                        String.valueOf(ProcessHandle.current().pid()))
                .toAbsolutePath();
        if (scenarios.equals(List.of("growth"))) {
            new Growth(System.out, watcher, folder, bytes, Duration.ofSeconds(warmUp), Duration.ofSeconds(measured))
                    .run(out);
        }
        if (scenarios.equals(List.of("growth")) || scenarios.equals(List.of("plot"))) {
            Growth.draw(out, plot);
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
        if (compared == 0 && peer.isEmpty()) {
            run(load, name, watcher, folder);
            return 0;
        }
        Comparison comparison = new Comparison();
        Map<String, String> variants = variants();
        for (int run = 1; run <= (compared == 0 ? 2 : compared); run++) {
            for (Map.Entry<String, String> variant : variants.entrySet()) {
                run(load, variant.getKey(), variant.getValue(), folder.resolve(variant.getKey() + "-" + run))
                        .forEach(row -> comparison.add(variant.getKey(), row));
                comparison.table(System.out);
            }
        }
        return 0;
    }

    /** The commands that run in turns, by their names; the first is what the other is compared with. */
    private Map<String, String> variants() {
        Map<String, String> variants = new LinkedHashMap<>();
        peer.ifPresentOrElse(
                program -> {
                    variants.put("original", program.toAbsolutePath() + PEER_OPTIONS);
                    variants.put(name, watcher);
                },
                () -> List.of("dynamic-apply", "server-side-apply")
                        .forEach(strategy -> variants.put(strategy, watcher + " --apply-strategy=" + strategy)));
        return variants;
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
