package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.web.RawHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A process {@code hookline serve} of the distribution, with one Java hook that takes as long as its parent says. */
final class ServeProcess implements AutoCloseable {

    private static final Pattern URL = Pattern.compile("\"url\":\"https?://127\\.0\\.0\\.1:(\\d+)\"");

    private final Process process;
    private final Path log;
    private final int port;

    private ServeProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.port = Integer.parseInt(awaitLog(URL).group(1));
    }

    /** Starts a process and waits until its hook is loaded and served. */
    static ServeProcess start(Path folder, String... arguments) throws IOException {
        Path hooks = hooks(folder);
        Path log = Files.createTempFile(folder, "serve", ".log");
        List<String> command = new ArrayList<>(
                List.of(Distribution.HOOKLINE, "serve", "--hooks", hooks.toString(), "--log-format", "json"));
        if (List.of(arguments).stream().noneMatch("--address"::equals)) {
            command.addAll(List.of("--address", "127.0.0.1:0"));
        }
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(Interruptible.command(command))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new ServeProcess(process, log);
    }

    private static Path hooks(Path folder) throws IOException {
        Path hook = folder.resolve("hooks/slow/SlowHook.java");
        if (Files.notExists(hook)) {
            Files.createDirectories(hook.getParent());
            Files.writeString(hook, """
                    import io.hookline.hook.*;
                    import io.hookline.object.KubeObject;
                    import java.util.Map;

                    public class SlowHook implements SyncHook<KubeObject> {
                        public Answer sync(Sync<KubeObject> in) throws Exception {
                            Thread.sleep(in.parent().tree().at("/spec/millis").asLong());
                            return Answer.of().status(Map.of("done", true));
                        }
                    }
                    """);
        }
        return folder.resolve("hooks");
    }

    int port() {
        return port;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** The bytes of a call whose hook takes this time. */
    static String call(long millis) {
        String body = """
                {"controller":{},"parent":{"apiVersion":"example.com/v1","kind":"Thing",\
                "metadata":{"name":"a","namespace":"b","uid":"c"},"spec":{"millis":%d}},\
                "children":{},"related":{},"finalizing":false}""".formatted(millis);
        return "POST /slow/sync HTTP/1.1\r\nHost: hooks\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    /** A new connection, over TLS if there is a context. */
    RawHttp connect(@Nullable SSLContext tls) throws IOException {
        return tls == null
                ? new RawHttp(port)
                : new RawHttp(tls.getSocketFactory().createSocket("127.0.0.1", port));
    }

    /** Sends a signal, such as TERM. */
    void signal(String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** The exit code; waits for it. */
    int exit(Duration within) throws InterruptedException {
        assertThat(process.onExit()).as(this::log).succeedsWithin(within);
        return process.waitFor();
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Matcher awaitLog(Pattern pattern) {
        return Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(1))
                .until(() -> pattern.matcher(log()), Matcher::find);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        assertThat(process.onExit()).succeedsWithin(Duration.ofSeconds(60));
    }
}
