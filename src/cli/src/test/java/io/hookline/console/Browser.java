package io.hookline.console;

import static io.hookline.watcher.WatcherFixture.soon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One page in a real Chromium without a window, driven by its DevTools protocol. Used by one thread. */
final class Browser implements AutoCloseable {

    /** The keys that do not write a character: their codes. */
    private static final Map<String, Integer> KEYS = Map.of(
            "Tab",
            9,
            "Enter",
            13,
            "Escape",
            27,
            "End",
            35,
            "Home",
            36,
            "ArrowLeft",
            37,
            "ArrowUp",
            38,
            "ArrowRight",
            39,
            "ArrowDown",
            40);

    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final String session;

    /** What the page has reported: errors, messages to the console, violations of the policy. */
    final List<String> reports = new CopyOnWriteArrayList<>();

    /** The URLs that the page has requested. */
    final List<String> requests = new CopyOnWriteArrayList<>();

    /** The program; empty on a machine without it. */
    static Optional<Path> program() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** @param profile an empty folder */
    Browser(Path program, Path profile) throws IOException {
        process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox", // refused to root
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-networking",
                        "--no-first-run",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(address(process), new Messages())
                .join();
        String target = send("", "Target.createTarget", Json.NODES.objectNode().put("url", "about:blank"))
                .path("targetId")
                .asText();
        session = send(
                        "",
                        "Target.attachToTarget",
                        Json.NODES.objectNode().put("targetId", target).put("flatten", true))
                .path("sessionId")
                .asText();
        for (String domain : List.of("Page", "Runtime", "Log", "Network", "Audits")) {
            call(domain + ".enable");
        }
        size(1280, 800);
    }

    private static URI address(Process process) throws IOException {
        Pattern listening = Pattern.compile("DevTools listening on (ws://\\S+)");
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher found = listening.matcher(line);
            if (found.find()) {
                Thread.ofVirtual().start(() -> lines.lines().forEach(_ -> {}));
                return URI.create(found.group(1));
            }
        }
        throw new IOException("Chromium ended at its start");
    }

    private final class Messages implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                received(Json.object(text.toString().getBytes(StandardCharsets.UTF_8)));
                text.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedStage(null);
        }
    }

    private void received(JsonNode message) {
        JsonNode params = message.path("params");
        switch (message.path("method").asText()) {
            case "" -> calls.remove(message.path("id").asInt()).complete(message);
            case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded" ->
                reports.add(GoJson.text(params));
            case "Audits.issueAdded" -> {
                // Others are of the test: it navigates without a user.
                if (params.path("issue").path("code").asText().equals("ContentSecurityPolicyIssue")) {
                    reports.add(GoJson.text(params));
                }
            }
            case "Network.requestWillBeSent" ->
                requests.add(params.path("request").path("url").asText());
            default -> {}
        }
    }

    private JsonNode send(String to, String method, ObjectNode params) {
        int number = numbers.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        calls.put(number, answer);
        ObjectNode message = Json.NODES.objectNode().put("id", number).put("method", method);
        message.set("params", params);
        if (!to.isEmpty()) {
            message.put("sessionId", to);
        }
        socket.sendText(GoJson.text(message), true).join();
        JsonNode received = answer.orTimeout(60, TimeUnit.SECONDS).join();
        if (received.has("error")) {
            throw new IllegalStateException(method + ": " + received);
        }
        return received.path("result");
    }

    /** Calls a method; each parameter is a name and its JSON. */
    JsonNode call(String method, String... params) {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < params.length; i += 2) {
            json.append(i == 0 ? "" : ",")
                    .append('"')
                    .append(params[i])
                    .append("\":")
                    .append(params[i + 1]);
        }
        return send(session, method, Json.object(json.append('}').toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static String quoted(String text) {
        return GoJson.text(Json.NODES.textNode(text));
    }

    void open(String url) {
        call("Page.navigate", "url", quoted(url));
    }

    void size(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                "width",
                String.valueOf(width),
                "height",
                String.valueOf(height),
                "deviceScaleFactor",
                "1",
                "mobile",
                "false");
    }

    /** From now on without motion: else a colour may be on its way to that of the other scheme when it is looked at. */
    void dark(boolean dark) {
        call(
                "Emulation.setEmulatedMedia",
                "features",
                "[{\"name\":\"prefers-color-scheme\",\"value\":\"" + (dark ? "dark" : "light") + "\"},"
                        + "{\"name\":\"prefers-reduced-motion\",\"value\":\"reduce\"}]");
    }

    /** The value of an expression, as text. */
    String value(String expression) {
        JsonNode answer = call("Runtime.evaluate", "expression", quoted("String(" + expression + ")"));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(answer.path("exceptionDetails").toString());
        }
        return answer.path("result").path("value").asText();
    }

    /** All text that is seen. */
    String text() {
        return value("document.body ? document.body.innerText : ''");
    }

    /** Waits until an expression is true. */
    void until(String expression) {
        soon().until(() -> value(expression).equals("true"));
    }

    /** Waits until the page shows a text. */
    void untilShown(String part) {
        soon().failFast(() -> !process.isAlive()).until(this::text, text -> text.contains(part));
    }

    /** Presses keys one after another. */
    void press(String... keys) {
        for (String key : keys) {
            String code = String.valueOf(KEYS.get(key));
            String text = key.equals("Enter") ? "\"\\r\"" : "\"\"";
            for (String type : List.of("keyDown", "keyUp")) {
                call(
                        "Input.dispatchKeyEvent",
                        "type",
                        quoted(type),
                        "key",
                        quoted(key),
                        "code",
                        quoted(key),
                        "windowsVirtualKeyCode",
                        code,
                        "text",
                        text);
            }
        }
    }

    void type(String text) {
        call("Input.insertText", "text", quoted(text));
    }

    /** Stores what is seen, if someone wants to look at it. */
    void picture(String name) {
        String folder = System.getProperty("hookline.pictures");
        if (folder == null) {
            return;
        }
        try {
            byte[] png = Base64.getDecoder()
                    .decode(call("Page.captureScreenshot").path("data").asText());
            Files.write(Files.createDirectories(Path.of(folder)).resolve(name + ".png"), png);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
