package io.hookline.bench;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * What a call of the Java hook {@code hello} costs over HTTP, compared with bare endpoints that do the same: each in a JVM of its
 * own with the options of {@code hookline serve}, over the same number of connections, measured in turns.
 *
 * <p>CPU time is that of the whole process. Allocation is that of all its threads.
 */
final class ServeCosts {

    private static final int ROUNDS = 5;
    private static final Pattern PORT_OF_SERVE = Pattern.compile("hook server is listening.*127\\.0\\.0\\.1:(\\d+)");
    private static final Pattern PORT_OF_BARE = Pattern.compile("^port (\\d+)$");

    private final PrintStream out;
    private final Path launcher;
    private final Duration warmUp;
    private final Duration measured;
    private final int connections;
    private final List<String> pinned;

    /** @param core that all servers run on; any if empty */
    ServeCosts(
            PrintStream out,
            Path launcher,
            Duration warmUp,
            Duration measured,
            int connections,
            Optional<Integer> core) {
        this.out = out;
        this.launcher = launcher;
        this.warmUp = warmUp;
        this.measured = measured;
        this.connections = connections;
        this.pinned =
                core.map(number -> List.of("taskset", "-c", number.toString())).orElse(List.of());
    }

    /** One round of one server. */
    private record Cost(double callsPerSecond, double cpuMicros, double allocatedKiB) {}

    void run() throws IOException, InterruptedException {
        out.println("| request, answer | server | calls/s | CPU per call | × bare | allocated per call | × bare |");
        out.println("|---|---|---|---|---|---|---|");
        try (ServerProcess serve = serve();
                ServerProcess bare = bare(serve, false);
                ServerProcess bareOnVirtualThreads = bare(serve, true)) {
            serve.awaitReady();
            Map<String, ServerProcess> servers = new LinkedHashMap<>();
            servers.put("bare endpoint, Javalin's default", bare);
            servers.put("bare endpoint, virtual threads", bareOnVirtualThreads);
            servers.put("serve", serve);
            measure("1 kB, 0.2 kB", HelloRequest.small(), servers);
            measure("20 kB, 10 kB", HelloRequest.large(), servers);
        }
    }

    private ServerProcess serve() throws IOException {
        Path hooks = Files.createTempDirectory("serve-costs");
        Path hello = Files.createDirectory(hooks.resolve("hello"));
        for (String file : List.of("Hello.java", "HelloHook.java")) {
            Files.copy(Path.of("hooks", "hello", file), hello.resolve(file));
        }
        List<String> command = new ArrayList<>(pinned);
        command.addAll(List.of(
                launcher.toString(), "serve", "--address=127.0.0.1:0", "--hooks=" + hooks, "--log-format=text"));
        return ServerProcess.start(command, PORT_OF_SERVE);
    }

    /** The same program and options, but for the AOT cache, which belongs to the other class path. */
    private ServerProcess bare(ServerProcess serve, boolean virtualThreads) throws IOException {
        List<String> command = new ArrayList<>(pinned);
        command.add(serve.java());
        serve.jvmOptions().stream()
                .filter(option -> !option.startsWith("-XX:AOT"))
                .forEach(command::add);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path")
                        .replace(File.pathSeparator + File.pathSeparator, File.pathSeparator)));
        command.addAll(List.of(BareEndpoint.class.getName(), String.valueOf(virtualThreads)));
        return ServerProcess.start(command, PORT_OF_BARE);
    }

    private void measure(String sizes, String body, Map<String, ServerProcess> servers)
            throws IOException, InterruptedException {
        byte[] request = body.getBytes(StandardCharsets.UTF_8);
        Map<String, List<Cost>> costs = new LinkedHashMap<>();
        for (int round = 0; round <= ROUNDS; round++) {
            for (Map.Entry<String, ServerProcess> server : servers.entrySet()) {
                Cost cost = cost(server.getValue(), request, round == 0 ? warmUp : measured);
                if (round > 0) {
                    costs.computeIfAbsent(server.getKey(), _ -> new ArrayList<>())
                            .add(cost);
                }
            }
        }
        List<Cost> base = costs.values().iterator().next();
        costs.forEach((name, all) -> out.printf(
                "| %s | %s | %.0f | %.1f µs | %.2f | %.1f KiB | %.2f |%n",
                sizes,
                name,
                median(all, Cost::callsPerSecond),
                median(all, Cost::cpuMicros),
                median(all, Cost::cpuMicros) / median(base, Cost::cpuMicros),
                median(all, Cost::allocatedKiB),
                median(all, Cost::allocatedKiB) / median(base, Cost::allocatedKiB)));
    }

    private Cost cost(ServerProcess server, byte[] request, Duration time) throws IOException, InterruptedException {
        KeepAliveClient client = new KeepAliveClient(server.port(), request, connections);
        long cpu = server.cpuMillis();
        long allocated = server.allocatedBytes();
        long start = System.nanoTime();
        double calls = client.run(time);
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Cost(
                calls / seconds,
                (server.cpuMillis() - cpu) * 1000.0 / calls,
                (server.allocatedBytes() - allocated) / 1024.0 / calls);
    }

    private static double median(List<Cost> costs, ToDoubleFunction<Cost> value) {
        return costs.stream()
                .mapToDouble(value)
                .sorted()
                .skip(costs.size() / 2)
                .findFirst()
                .orElseThrow();
    }
}
