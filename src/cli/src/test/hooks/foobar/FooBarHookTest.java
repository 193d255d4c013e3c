import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.hookline.hook.Decoration;
import io.hookline.hook.Sync;
import io.hookline.hook.Event;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The hook of foobar, with a Neutron of this test. */
class FooBarHookTest {

    private static final FooBar FOOBAR = new FooBar(
            new ObjectMetaBuilder().withName("sample").withNamespace("shop").build(),
            new FooBar.Spec("foo", "false", "echo foobar"),
            null);
    private static final String CONTENT = "{\"barz\":\"false\",\"command\":\"echo foobar\",\"foo\":\"foo\"}";

    private final FooBarHook hook = new FooBarHook();

    /** A Neutron that answers each request in the same way, save that an empty one has nothing to get, and records it. */
    private record FakeNeutron(HttpServer server, List<String> requests) implements AutoCloseable {

        static FakeNeutron empty() throws IOException {
            return answering(404, 204, "");
        }

        static FakeNeutron answering(int status, String body) throws IOException {
            return answering(status, status, body);
        }

        private static FakeNeutron answering(int toGet, int toWrite, String body) throws IOException {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            List<String> requests = new ArrayList<>();
            server.createContext("/", call -> {
                int status = call.getRequestMethod().equals("GET") ? toGet : toWrite;
                answer(call, requests, status, body.getBytes(UTF_8));
            });
            server.start();
            return new FakeNeutron(server, requests);
        }

        private static void answer(HttpExchange call, List<String> requests, int status, byte[] body)
                throws IOException {
            try (call) {
                String sent = new String(call.getRequestBody().readAllBytes(), UTF_8);
                requests.add((call.getRequestMethod() + " " + call.getRequestURI() + " " + sent).strip());
                call.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
                call.getResponseBody().write(body);
            }
        }

        Map<String, Object> object() {
            return Map.of(
                    "apiVersion", "neutron.example.com/v1",
                    "kind", "Neutron",
                    "metadata", Map.of("name", "neutron"),
                    "spec", Map.of(),
                    "status", Map.of("url", "http://127.0.0.1:" + server.getAddress().getPort()));
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static String phase(Decoration decoration) {
        return decoration.sent().status(FooBar.Status.class).orElseThrow().phase();
    }

    private static List<String> reasons(Decoration decoration) {
        return decoration.sent().events().stream().map(Event::reason).toList();
    }

    @Test
    void aNewFooBarGetsItsJobAndACopyInNeutron() throws Exception {
        try (FakeNeutron neutron = FakeNeutron.empty()) {
            Decoration decoration =
                    hook.decorate(Sync.of(FOOBAR).related(neutron.object()).build());

            Job job = decoration.sent().child(Job.class, "sample-run").orElseThrow();
            assertThat(job.getSpec().getTemplate().getSpec().getContainers().getFirst().getArgs())
                    .containsExactly("echo foobar");
            assertThat(neutron.requests())
                    .containsExactly("GET /foobars/shop/sample", "PUT /foobars/shop/sample " + CONTENT);
            assertThat(phase(decoration)).isEqualTo("Synced");
            assertThat(decoration.sent().status(FooBar.Status.class).orElseThrow().copy()).endsWith("/foobars/shop/sample");
            assertThat(reasons(decoration)).containsExactly("Synced");
        }
    }

    @Test
    void aCopyThatNeutronHasIsNotWrittenAgainAndNothingIsScheduled() throws Exception {
        try (FakeNeutron neutron = FakeNeutron.answering(200, CONTENT)) {
            Decoration decoration =
                    hook.decorate(Sync.of(FOOBAR).related(neutron.object()).build());

            assertThat(neutron.requests()).containsExactly("GET /foobars/shop/sample");
            assertThat(decoration.sent().events()).isEmpty();
            assertThat(decoration.sent().resyncAfter()).isEmpty();
        }
    }

    @Test
    void theJobDoesNotWaitForANeutronThatFails() throws Exception {
        try (FakeNeutron neutron = FakeNeutron.answering(503, "")) {
            Decoration decoration =
                    hook.decorate(Sync.of(FOOBAR).related(neutron.object()).build());

            assertThat(decoration.sent().child(Job.class, "sample-run")).isPresent();
            assertThat(phase(decoration)).isEqualTo("NeutronUnavailable");
            assertThat(decoration.sent().resyncAfter()).contains(Duration.ofSeconds(1));
            assertThat(decoration.sent().events().getFirst().message())
                    .startsWith("GET http://127.0.0.1:")
                    .endsWith("/foobars/shop/sample: status 503; will be retried");
        }
    }

    @Test
    void withoutAnAddressTheFooBarWaits() throws Exception {
        Decoration decoration = hook.decorate(Sync.of(FOOBAR).build());

        assertThat(phase(decoration)).isEqualTo("WaitingForNeutron");
        assertThat(decoration.sent().resyncAfter()).isEmpty(); // the Neutron object is related, so its change calls the hook
    }

    @Test
    void theFinalizerIsRemovedAfterNeutronHasDeletedItsCopy() throws Exception {
        try (FakeNeutron neutron = FakeNeutron.answering(204, "")) {
            Decoration decoration = hook.undecorate(
                    Sync.of(FOOBAR).related(neutron.object()).finalizing().build());

            assertThat(neutron.requests()).containsExactly("DELETE /foobars/shop/sample");
            assertThat(decoration.sent().isFinalized()).isTrue();
            assertThat(decoration.sent().children()).isEmpty();
        }
    }

    @Test
    void aCopyThatIsMissingAlreadyIsNoFailure() throws Exception {
        try (FakeNeutron neutron = FakeNeutron.answering(404, "")) {
            Decoration decoration = hook.undecorate(
                    Sync.of(FOOBAR).related(neutron.object()).finalizing().build());

            assertThat(decoration.sent().isFinalized()).isTrue();
        }
    }

    @Test
    void theFinalizerStaysWhileNeutronFails() throws Exception {
        try (FakeNeutron neutron = FakeNeutron.answering(503, "")) {
            Decoration decoration = hook.undecorate(
                    Sync.of(FOOBAR).related(neutron.object()).finalizing().build());

            assertThat(decoration.sent().isFinalized()).isFalse();
            assertThat(reasons(decoration)).containsExactly("NeutronUnavailable");
            assertThat(decoration.sent().resyncAfter()).contains(Duration.ofSeconds(1));
        }
    }

    @Test
    void aNeutronThatIsNotRunningIsRetriedToo() throws Exception {
        FakeNeutron neutron = FakeNeutron.answering(204, "");
        neutron.close();

        Decoration decoration = hook.undecorate(
                Sync.of(FOOBAR).related(neutron.object()).finalizing().build());

        assertThat(decoration.sent().isFinalized()).isFalse();
        assertThat(decoration.sent().events().getFirst().message()).contains("no connection");
    }

    @Test
    void aServerThatDoesNotTakeTheCopyIsNotReportedAsSynced() throws Exception {
        try (FakeNeutron neutron = FakeNeutron.answering(404, "")) {
            Decoration decoration =
                    hook.decorate(Sync.of(FOOBAR).related(neutron.object()).build());

            assertThat(phase(decoration)).isEqualTo("NeutronUnavailable");
            assertThat(decoration.sent().events().getFirst().message())
                    .startsWith("PUT http://127.0.0.1:")
                    .contains("status 404");
        }
    }

    @Test
    void theFinalizerStaysWhileNeutronHasNoAddressYet() throws Exception {
        Map<String, Object> starting = Map.of(
                "apiVersion",
                "neutron.example.com/v1",
                "kind",
                "Neutron",
                "metadata",
                Map.of("name", "neutron"),
                "spec",
                Map.of());

        Decoration decoration =
                hook.undecorate(Sync.of(FOOBAR).related(starting).finalizing().build());

        assertThat(decoration.sent().isFinalized()).isFalse();
        assertThat(decoration.sent().child(Job.class, "sample-run")).isPresent();
    }
}
