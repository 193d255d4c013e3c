package io.hookline.examples;

import io.hookline.controlplane.GuardedProcess;
import io.hookline.distribution.Distribution;
import io.hookline.hook.Event;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.process.HookHost;
import io.hookline.server.folder.HookSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * All hooks of this project. Those without side effects are in a process {@code hookline serve} that has no kubeconfig, no service account,
 * and nothing else from which it could learn about an API server. The others are in this process.
 */
final class SeparateHooks implements InProcessHooks, AutoCloseable {

    /** The hooks with side effects. Another one would not load in the process. */
    static final Set<String> WITH_SIDE_EFFECTS = Set.of("fake-kubelet", "mini-scheduler");

    private static final Path HOOKS = Path.of("hooks");
    private static final Pattern URL = Pattern.compile("\"url\":\"(http://127\\.0\\.0\\.1:\\d+)\"");

    private final HookHost here;
    private final Path links;
    private final GuardedProcess process;
    private final URI server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();

    private SeparateHooks(HookHost here, Path links, GuardedProcess process, URI server) {
        this.here = here;
        this.links = links;
        this.process = process;
        this.server = server;
    }

    /** The hooks that are to be loaded in this process. */
    static List<HookSource> withSideEffects() {
        return WITH_SIDE_EFFECTS.stream()
                .map(name -> HookSource.of(HOOKS.resolve(name)))
                .toList();
    }

    /** Starts the process, and waits until it has loaded its hooks. */
    static SeparateHooks start(HookHost here, Path folder) throws IOException {
        Path hooks = Files.createDirectory(folder.resolve("hooks"));
        for (HookSource source : HookSource.in(HOOKS)) {
            if (!WITH_SIDE_EFFECTS.contains(source.name())) {
                Files.createSymbolicLink(
                        hooks.resolve(source.name()), source.folder().toAbsolutePath());
            }
        }
        Path log = folder.resolve("hooks.log");
        GuardedProcess process = GuardedProcess.start(
                "hooks",
                log,
                List.of(
                        "env",
                        "-i",
                        "PATH=" + System.getenv("PATH"),
                        "JAVA_HOME=" + System.getProperty("java.home"),
                        "HOME=" + folder,
                        Distribution.HOOKLINE,
                        "serve",
                        "--hooks=" + hooks,
                        "--address=127.0.0.1:0",
                        "--log-format=json"));
        Matcher listening = Awaitility.await("hook server is listening")
                .atMost(Duration.ofMinutes(3))
                .until(() -> URL.matcher(Files.readString(log)), Matcher::find);
        return new SeparateHooks(here, hooks, process, URI.create(listening.group(1)));
    }

    /** The number of calls of a hook. */
    long calls(String hook) {
        LongAdder count = calls.get(hook);
        return count == null ? 0 : count.sum();
    }

    @Override
    public Response serve(String path, byte[] body) throws InterruptedException {
        String hook = path.split("/")[1];
        calls.computeIfAbsent(hook, _ -> new LongAdder()).increment();
        if (WITH_SIDE_EFFECTS.contains(hook)) {
            return here.hooks().serve(path, body);
        }
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .header(Event.ACCEPT_HEADER, Event.FIELD)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try {
            HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            Map<String, String> headers = response.headers().map().entrySet().stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, header -> header.getValue().getFirst()));
            return new Response(response.statusCode(), headers, new JsonText(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        client.close();
        process.close();
        try {
            for (HookSource source : HookSource.in(links)) {
                Files.delete(source.folder());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
