package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.hookline.cli.Invocation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code hookline dev --record}: its fixtures pass. */
class DevRecordIT {

    /** Uses the time, a Secret, and a Secret of its own. */
    private static final String HOOK = """
            #!/usr/bin/env python3
            import base64, hashlib, json, os, sys
            request = json.load(sys.stdin)
            parent = request["parent"]
            name = parent["metadata"]["name"]
            color = parent["spec"]["color"]
            passwords = [base64.b64decode(secret["data"]["password"]).decode()
                         for secret in request["related"]["Secret.v1"].values()]
            old = parent.get("status", {})
            since = old["since"] if old.get("color") == color else os.environ["HOOKLINE_NOW"]
            text = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name},
                    "data": {"color": color, "hash": hashlib.sha256(str(passwords).encode()).hexdigest(),
                             "urls": str(["db://admin:" + password for password in passwords])}}
            made = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name + "-made"},
                    "stringData": {"token": "hunter2-hunter2"}}
            json.dump({"status": {"color": color, "since": since}, "children": [text, made]}, sys.stdout)
            """;

    private static final String CUSTOMIZE = """
            #!/usr/bin/env python3
            import json, sys
            json.load(sys.stdin)
            rule = {"apiVersion": "v1", "resource": "secrets", "namespace": "default", "names": ["db"]}
            json.dump({"relatedResources": [rule]}, sys.stdout)
            """;

    private static final String SECRET = """
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: db, namespace: default}
            stringData: {password: correct-horse-battery}
            """;

    @TempDir
    private Path folder;

    private DevProcess dev;

    @BeforeEach
    void prepare() throws Exception {
        dev = new DevProcess(folder);
        dev.write("crd.yaml", ProjectFiles.CRD);
        dev.write("controller.yaml", ProjectFiles.CONTROLLER.replace("  hooks:\n", """
                          - {apiVersion: v1, resource: secrets, updateStrategy: {method: InPlace}}
                          hooks:
                            customize: {webhook: {service: {name: hooks, namespace: hookline}, path: /webapp/customize}}
                        """));
        dev.write("sample.yaml", ProjectFiles.SAMPLE + SECRET);
        dev.write("hooks/webapp/sync.py", HOOK);
        dev.write("hooks/webapp/customize.py", CUSTOMIZE);
    }

    @AfterEach
    void kill() {
        dev.close();
    }

    private String record(String where) throws Exception {
        dev.start("--record", where);
        dev.awaitPrinted("every sample has its children and first status");
        dev.write("sample.yaml", ProjectFiles.SAMPLE.replace("blue", "green") + SECRET);
        dev.awaitPrinted("data.color: \"blue\" → \"green\"");
        dev.end("INT");
        return dev.printed();
    }

    private static int testHook(StringWriter out, String... args) {
        CommandLine line = Invocation.commandLine();
        return line.setOut(new PrintWriter(out)).execute(args);
    }

    private static String content(Path fixtures) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(fixtures)) {
            for (Path file : files.toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    @Test
    void whatIsRecordedBesideAHookPassesAndShowsNoSecret() throws Exception {
        String printed = record(".");

        Path hook = folder.resolve("hooks/webapp");
        assertThat(printed).contains("recorded       hooks/webapp/fixtures/001-shop-customize\n");
        StringWriter out = new StringWriter();
        assertThat(testHook(out, "test-hook", hook.toString()))
                .as(out.toString())
                .isZero();
        assertThat(out.toString().lines()).hasSizeGreaterThan(4);
        assertThat(content(hook.resolve("fixtures")))
                .contains(
                        "\"color\": \"blue\"",
                        "\"color\": \"green\"",
                        "db://admin:redacted-1",
                        "\"token\": \"(redacted)\"")
                .doesNotContain("correct-horse", "Y29ycmVjdC", "hunter2", "aHVudGVyMi");
    }

    @Test
    void whatIsRecordedInAnotherFolderPassesWithTheHook() throws Exception {
        record("recorded");

        StringWriter out = new StringWriter();
        assertThat(testHook(
                        out,
                        "test-hook",
                        "--hook",
                        folder.resolve("hooks/webapp").toString(),
                        folder.resolve("recorded/webapp").toString()))
                .as(out.toString())
                .isZero();
        assertThat(folder.resolve("hooks/webapp/fixtures")).doesNotExist();
    }

    @Test
    void theHookServerOfDevObeysTheTimeOfACaller() throws Exception {
        dev.start();
        dev.awaitPrinted("every sample has its children and first status");
        Matcher url = Pattern.compile("webapp at (http://[0-9.:]+)").matcher(dev.printed());
        assertThat(url.find()).isTrue();
        String request = """
                {"controller":{},"parent":{"metadata":{"name":"shop"},"spec":{"color":"red"}},"children":{},
                 "related":{"Secret.v1":{}}}""";

        HttpRequest call = HttpRequest.newBuilder(URI.create(url.group(1) + "/webapp/sync"))
                .header("Hookline-Now", "2020-02-02T02:02:02Z")
                .POST(HttpRequest.BodyPublishers.ofString(request))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(call, HttpResponse.BodyHandlers.ofString()).body())
                    .contains("\"since\": \"2020-02-02T02:02:02Z\"");
        }
    }

    @Test
    void theCallsOfAHookAtAnotherUrlGetTheTimeAndAreRecordedToo() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                byte[] answer = ("{\"children\":[],\"status\":{\"at\":\""
                                + exchange.getRequestHeaders().getFirst("Hookline-Now") + "\"}}")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            dev.write(
                    "controller.yaml",
                    ProjectFiles.CONTROLLER.replaceFirst(
                            "sync: .*", "sync: {webhook: {url: \"" + url + "/call/sync\"}}"));
            dev.start("--record", "recorded");
            dev.awaitPrinted(Pattern.compile(" recorded +recorded/call/fixtures/002-shop\n"));
            dev.end("INT");

            Path recorded = folder.resolve("recorded/call");
            StringWriter out = new StringWriter();
            assertThat(testHook(out, "test-hook", "--url", url + "/call", recorded.toString()))
                    .as(out.toString())
                    .isZero();
            assertThat(content(recorded.resolve("fixtures"))).containsPattern("\"at\": \"20\\d\\d-");
        } finally {
            server.stop(0);
        }
    }
}
