package io.hookline.bench;

import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookType;
import io.hookline.server.call.HookSettings;
import io.hookline.server.folder.HookLoader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a call of the same hook costs in each language and form: one caller, in this process, without HTTP.
 *
 * <p>The forms are measured in turns. The results are the medians of the rounds.
 */
final class HookCosts {

    private static final int ROUNDS = 5;
    private static final int WARM_UP = 300;
    private static final Duration MEASURED = Duration.ofSeconds(3);

    /** A parent with five ConfigMaps of 1 KiB. */
    private static final byte[] REQUEST = request(5, 1024).getBytes(StandardCharsets.UTF_8);

    private final PrintStream out;
    private final Path folder;

    HookCosts(PrintStream out, Path folder) {
        this.out = out;
        this.folder = folder;
    }

    /** CPU time includes that of the caller and of all processes; memory is that of the processes of the hook. */
    private record Cost(double callsPerSecond, double cpuMillis, double residentMiB) {}

    void run() throws IOException, InterruptedException {
        Map<HookForm, List<Cost>> costs = new LinkedHashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            for (HookForm form : HookForm.ALL) {
                costs.computeIfAbsent(form, _ -> new ArrayList<>()).add(measure(form));
            }
        }
        double base = median(costs.get(HookForm.ALL[0]), Cost::cpuMillis);
        out.println("| hook | calls/s | CPU per call | × Java | RSS of its process |\n|---|---|---|---|---|");
        costs.forEach((form, all) -> {
            double cpu = median(all, Cost::cpuMillis);
            double resident = median(all, Cost::residentMiB);
            out.printf(
                    "| %s | %.0f | %.2f ms | %.1f | %s |%n",
                    form.name(),
                    median(all, Cost::callsPerSecond),
                    cpu,
                    cpu / base,
                    resident < 1 ? "" : String.format("%.0f MiB", resident));
        });
    }

    private static double median(List<Cost> costs, ToDoubleFunction<Cost> value) {
        return costs.stream()
                .mapToDouble(value)
                .sorted()
                .skip(costs.size() / 2)
                .findFirst()
                .orElseThrow();
    }

    private Cost measure(HookForm form) throws IOException, InterruptedException {
        Path hook = Files.createDirectories(folder.resolve(form.name().replaceAll("\\W+", "-")));
        Files.writeString(hook.resolve(form.file()), form.source());
        try (ExecutorService threads =
                Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory())) {
            HookLoader loader = new HookLoader(HookSettings.DEFAULTS, InstantSource.system(), threads, threads);
            try (HookProgram program = loader.load(hook)) {
                long end = System.nanoTime() + MEASURED.toNanos();
                for (int i = 0; i < WARM_UP && System.nanoTime() < end; i++) {
                    program.call(HookType.SYNC, REQUEST);
                }
                return timed(program);
            }
        }
    }

    private static Cost timed(HookProgram program) throws InterruptedException {
        ProcessHandle self = ProcessHandle.current();
        long cpu = Usage.of(self).cpuMillis();
        long start = System.nanoTime();
        int calls = 0;
        while (System.nanoTime() - start < MEASURED.toNanos()) {
            program.call(HookType.SYNC, REQUEST);
            calls++;
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        double spent = Usage.of(self).cpuMillis() - cpu;
        long resident =
                self.children().map(Usage::of).mapToLong(Usage::residentKiB).sum();
        return new Cost(calls / seconds, spent / calls, resident / 1024.0);
    }

    private static String request(int children, int bytes) {
        String maps = IntStream.range(0, children)
                .mapToObj(i -> """
                        "p-%d":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"p-%d","namespace":"bench","uid":"%d",
                        "resourceVersion":"1","labels":{"controller-uid":"7c1f8f5e"}},"data":{"payload":"%s"}}\
                        """.formatted(i, i, i, "x".repeat(bytes)))
                .collect(Collectors.joining(","));
        return """
                {"controller":{"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"CompositeController","metadata":{"name":"b"}},
                "parent":{"apiVersion":"e.com/v1","kind":"Bundle","metadata":{"name":"p","namespace":"bench","uid":"1"},"spec":{}},
                "children":{"ConfigMap.v1":{%s}},"related":{},"finalizing":false}""".formatted(maps);
    }
}
