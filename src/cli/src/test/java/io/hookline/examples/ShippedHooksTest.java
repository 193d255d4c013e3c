package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookTime;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.server.Bench;
import io.hookline.server.HookRegistry;
import io.hookline.server.HookServer;
import io.hookline.server.ServedHooks;
import io.hookline.server.call.HookSettings;
import io.hookline.server.call.SideEffects;
import io.hookline.server.folder.HookFolders;
import io.hookline.testing.Difference;
import io.hookline.testing.FixtureReport;
import io.hookline.testing.FixtureRunner;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * All folders in {@code hooks/} load and pass their fixtures: twice in process with equal bytes, and over HTTP.
 *
 * <p>With {@code -Dgolden=update} the expected answers are written again, for review.
 */
class ShippedHooksTest {

    private static final Path HOOKS = Path.of("hooks");

    private static final Bench BENCH =
            new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)).withSideEffects(SideEffects.NOT_SENT));
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static HookServer server;

    @BeforeAll
    static void start() {
        new HookFolders(HOOKS, BENCH.loader, BENCH.table).refresh();
        server = HookServer.start(WebOptions.at(new Address("127.0.0.1", 0)), hooksWithClock(), () -> "");
    }

    /** As {@code dev} serves them: the time of a fixture is a header. */
    private static ServedHooks hooksWithClock() {
        return new ServedHooks(
                BENCH.table,
                HookSettings.DEFAULTS,
                new PrometheusRegistry(),
                new Random(1),
                BENCH.clock,
                Optional.of(InstantSource.fixed(FixtureRunner.NOW)));
    }

    @AfterAll
    static void stop() {
        server.close();
        CLIENT.close();
        BENCH.close();
    }

    @TestFactory
    Stream<DynamicTest> theyAnswerTheirFixturesTwiceAlike() throws IOException {
        return folders().stream()
                .map(folder -> DynamicTest.dynamicTest(folder.toString(), () -> {
                    HookProgram program = loaded(folder);
                    if ("update".equals(System.getProperty("golden"))) {
                        update(folder, program);
                    }
                    FixtureReport report = FixtureRunner.run(folder, program);
                    assertThat(report.cases()).isNotEmpty();
                    assertThat(report.passed()).as(report.toString()).isTrue();
                }));
    }

    private static HookProgram loaded(Path folder) {
        HookRegistry.Entry hook =
                BENCH.table.find(folder.getFileName().toString()).orElseThrow();
        assertThat(hook.problem()).isEmpty();
        return hook.program().orElseThrow();
    }

    @TestFactory
    Stream<DynamicTest> theyAnswerTheirFixturesOverHttp() throws IOException {
        return folders().stream()
                .flatMap(folder -> requests(folder).stream()
                        .map(file -> DynamicTest.dynamicTest(file.toString(), () -> post(folder, file))));
    }

    /** A request without the field for its time, and this time. */
    private record Fixture(HookType type, byte[] request, Instant now) {

        static Fixture read(Path file) throws IOException {
            byte[] request = Files.readAllBytes(file);
            ObjectNode tree = (ObjectNode) Json.parse(request);
            JsonNode now = tree.remove(FixtureRunner.TIME_FIELD);
            HookType type = Stream.of(HookType.VALIDATE, HookType.MUTATE)
                    .filter(each -> tree.has("operation")
                            && file.getFileName().toString().startsWith(each.text()))
                    .findFirst()
                    .orElseGet(() -> RequestCodec.decode(request).type());
            return now == null
                    ? new Fixture(type, request, FixtureRunner.NOW)
                    : new Fixture(type, GoJson.bytes(tree), HookTime.parse(now.asText()));
        }

        /** As the caller of the hook sends it. */
        byte[] body() {
            if (!type.isAdmission()) {
                return request;
            }
            ObjectNode review = Json.NODES.objectNode();
            review.put("apiVersion", "admission.k8s.io/v1")
                    .put("kind", "AdmissionReview")
                    .set("request", Json.parse(request));
            return GoJson.bytes(review);
        }
    }

    private static void post(Path folder, Path file) throws Exception {
        Fixture fixture = Fixture.read(file);
        String type = fixture.type().text();
        JsonNode expected = Json.parse(Files.readAllBytes(answerOf(file)));
        URI uri = URI.create(server.uri() + "/" + folder.getFileName() + "/" + type);
        HttpResponse<byte[]> response = CLIENT.send(
                HttpRequest.newBuilder(uri)
                        .header("Hookline-Accept", "events")
                        .header(HookTime.HEADER, HookTime.text(fixture.now()))
                        .POST(BodyPublishers.ofByteArray(fixture.body()))
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(response.statusCode()).isEqualTo(200);
        JsonNode answer = Json.parse(response.body());
        if (fixture.type().isAdmission()) {
            assertThat(answer.at("/response/allowed").asBoolean())
                    .isEqualTo(expected.path("causes").isEmpty());
        } else {
            assertThat(Difference.between(expected, answer)).isEmpty();
        }
    }

    private static void update(Path folder, HookProgram program) throws Exception {
        for (Path file : requests(folder)) {
            Fixture fixture = Fixture.read(file);
            var reply = program.call(fixture.type(), fixture.request(), Optional.of(fixture.now()));
            var body = ((HookReply.Answered) reply).body();
            Files.writeString(answerOf(file), body.tree().toPrettyString() + "\n");
        }
    }

    private static Path answerOf(Path request) {
        return Path.of(request.toString().replace(".request.json", ".answer.json"));
    }

    private static List<Path> folders() throws IOException {
        try (Stream<Path> folders = Files.list(HOOKS)) {
            return folders.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static List<Path> requests(Path folder) {
        try (Stream<Path> files = Files.list(folder.resolve("fixtures"))) {
            return files.filter(file -> file.toString().endsWith(".request.json"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
