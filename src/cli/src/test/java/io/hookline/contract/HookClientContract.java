package io.hookline.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.HookVersion;
import io.hookline.hook.protocol.InProcessHooks;
import io.hookline.hook.protocol.JsonText;
import io.hookline.hook.protocol.ObjectGroups;
import io.hookline.object.KubeObject;
import io.hookline.queue.ManualClock;
import io.hookline.spec.CompositeController;
import io.hookline.spec.ControllerDecoder;
import io.hookline.webhook.CallObserver.Ending;
import io.hookline.webhook.HookCall;
import io.hookline.webhook.RecordedCalls;
import io.hookline.webhook.WebhookClients;
import io.hookline.webhook.WebhookClients.WebhookRuntime;
import io.hookline.webhook.WebhookLimits;
import io.hookline.webhook.credential.CredentialObserver;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a controller gets from its hook, whichever way the hook is asked. */
abstract class HookClientContract {

    private static final WebhookLimits LIMITS = new WebhookLimits(1000, 20, 10_000);

    final ManualClock clock = new ManualClock();
    final RecordedCalls observer = new RecordedCalls();
    final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch testOver = new CountDownLatch(1);
    private final List<AutoCloseable> toClose = new ArrayList<>();

    /** The way under test. {@link #urlBase} leads to this catalog afterwards. */
    abstract WebhookClients clients(InProcessHooks catalog, WebhookRuntime runtime, WebhookLimits limits)
            throws Exception;

    /** What urls start with, without a slash at the end. */
    abstract String urlBase();

    @AfterEach
    void closeEverything() throws Exception {
        testOver.countDown();
        for (AutoCloseable each : toClose) {
            each.close();
        }
        executor.shutdownNow();
    }

    @Test
    void theHookGetsTheRequestAndTheCallerItsAnswer() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        HookClient client = client((path, body) -> {
            seen.add(path);
            seen.add(new String(body, StandardCharsets.UTF_8));
            return response(200, "{\"children\":[]}");
        });

        HookReply reply = client.call(request());

        assertThat(reply).isEqualTo(new HookReply.Answered(json("{\"children\":[]}")));
        assertThat(seen)
                .containsExactly(
                        "/hello/sync", text(RequestCodec.encode(request()).bytes()));
    }

    /** Only development names a time; the watcher of a cluster does not. */
    @Test
    void theHookGetsTheTimeOfTheRequestIfThereIsOne() throws Exception {
        SeenTimes hooks = new SeenTimes();
        HookClient client = client(hooks);

        client.call(request());
        client.call(request().at(clock.instant()));

        assertThat(hooks.seen()).containsExactly(Optional.empty(), Optional.of(clock.instant()));
    }

    @Test
    void aBusyHookIsAskedLater() throws Exception {
        assertThat(reply(429, Map.of("Retry-After", "7")))
                .isEqualTo(new HookReply.Later(Optional.of(Duration.ofSeconds(7))));
    }

    @Test
    void aBusyHookMayNameADate() throws Exception {
        clock.advance(Duration.ofMillis(1500));
        assertThat(reply(429, Map.of("Retry-After", "Thu, 01 Jan 2026 00:00:10 GMT")))
                .isEqualTo(new HookReply.Later(Optional.of(Duration.ofSeconds(9))));
    }

    @Test
    void aBusyHookThatDoesNotSayWhenIsLeftToBackOff() throws Exception {
        assertThat(reply(429, Map.of())).isEqualTo(new HookReply.Later(Optional.empty()));
        assertThat(reply(429, Map.of("Retry-After", "0"))).isEqualTo(new HookReply.Later(Optional.empty()));
        assertThat(reply(429, Map.of("Retry-After", "soon"))).isEqualTo(new HookReply.Later(Optional.empty()));
    }

    @Test
    void everyOtherStatusThan200IsAnError() throws Exception {
        for (int status : new int[] {201, 202, 400, 404, 412, 500, 502}) {
            HookClient client = client((_, _) -> response(status, "\"no\""));
            assertThatThrownBy(() -> client.call(request()))
                    .isInstanceOf(HookException.class)
                    .hasMessage("unsupported status code: " + status + " body: \"no\"");
        }
    }

    @Test
    void aFailureOfAHookServerOfHooklineIsShownWithoutItsRequestId() throws Exception {
        HookClient client = client((_, _) -> response(500, "{\"error\":\"no luck\",\"requestId\":\"4711\"}"));
        assertThatThrownBy(() -> client.call(request()))
                .hasMessage("unsupported status code: 500 body: no luck")
                .hasFieldOrPropertyWithValue("problem", "no luck");
        HookClient other = client((_, _) -> response(500, "{\"error\":\"no\",\"id\":\"1\"}"));
        assertThatThrownBy(() -> other.call(request()))
                .hasMessageStartingWith("unsupported status code: 500 body: {\"error\":\"no\"");
    }

    @Test
    void anUnavailableHookSaysWhenItIsBack() throws Exception {
        HookClient client = client((_, _) -> new InProcessHooks.Response(503, Map.of("Retry-After", "3"), json("{}")));
        assertThatThrownBy(() -> client.call(request()))
                .isInstanceOfSatisfying(
                        HookException.class, e -> assertThat(e.after()).contains(Duration.ofSeconds(3)));
    }

    @Test
    void aLongErrorIsCut() throws Exception {
        HookClient client = client((_, _) -> response(500, "x".repeat(900)));
        assertThatThrownBy(() -> client.call(request()))
                .hasMessage("unsupported status code: 500 body: " + "x".repeat(20) + "... (cut after 20 bytes)");
    }

    @Test
    void anAnswerThatIsTooLargeIsAnErrorThatSaysSo() throws Exception {
        HookClient client = client((_, _) -> response(200, "x".repeat(1001)));
        assertThatThrownBy(() -> client.call(request()))
                .isInstanceOf(HookException.class)
                .hasMessage("http error: Post \"" + urlBase() + "/hello/sync\": the answer is larger than 1000 bytes");
        assertThat(observer.outcomes()).containsExactly(new Ending.Failed());
    }

    @Test
    void anAnswerOfJustTheLimitIsFine() throws Exception {
        HookClient client = client((_, _) -> response(200, "x".repeat(1000)));
        assertThat(client.call(request())).isEqualTo(new HookReply.Answered(json("x".repeat(1000))));
    }

    @Test
    void aHookThatBreaksIsAnError() throws Exception {
        HookClient client = client((_, _) -> {
            throw new IllegalStateException("broken");
        });
        assertThatThrownBy(() -> client.call(request()))
                .isInstanceOf(HookException.class)
                .hasMessageStartingWith("http error: Post \"" + urlBase() + "/hello/sync\": ");
    }

    @Test
    void aHookThatNeverAnswersIsGivenUpAfterItsTimeout() throws Exception {
        HookClient client = client(this::neverAnswer, Duration.ofMillis(50));
        assertThatThrownBy(() -> client.call(request()))
                .isInstanceOf(HookException.class)
                .hasMessage(
                        "http error: Post \"" + urlBase()
                                + "/hello/sync\": timeout of 50ms exceeded while waiting for the answer (spec.hooks.sync.webhook.timeout)");
        assertThat(observer.outcomes()).containsExactly(new Ending.TimedOut());
    }

    @Test
    void aCallerThatIsStoppedLeavesAtOnce() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        HookClient client = client(
                (path, body) -> {
                    asked.countDown();
                    return neverAnswer(path, body);
                },
                Duration.ofHours(1));
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> stopped = callers.submit(() -> {
                try {
                    client.call(request());
                    return false;
                } catch (InterruptedException _) {
                    return true;
                }
            });
            asked.await();
            callers.shutdownNow();
            assertThat(stopped.get()).isTrue();
        }
        assertThat(observer.outcomes()).containsExactly(new Ending.Abandoned());
        assertThat(observer.inFlight()).isZero();
    }

    @Test
    void everyCallIsObserved() throws Exception {
        HookClient client = client((_, _) -> response(500, "{}"));
        assertThatThrownBy(() -> client.call(request())).isInstanceOf(HookException.class);

        assertThat(observer.calls())
                .containsExactly(
                        new HookCall(ControllerType.COMPOSITE, "hello", HookType.SYNC, urlBase() + "/hello/sync"));
        assertThat(observer.outcomes()).containsExactly(new Ending.Responded(500));
        assertThat(observer.inFlight()).isZero();
    }

    @Test
    void manyCallsGoOnAtATime() throws Exception {
        int calls = 20;
        CountDownLatch allThere = new CountDownLatch(calls);
        HookClient client = client((_, _) -> {
            allThere.countDown();
            allThere.await();
            return response(200, "{}");
        });
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<HookReply>> replies = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
                replies.add(callers.submit(() -> client.call(request())));
            }
            for (Future<HookReply> reply : replies) {
                assertThat(reply.get()).isEqualTo(new HookReply.Answered(json("{}")));
            }
        }
    }

    private HookReply reply(int status, Map<String, String> headers) throws Exception {
        return client((_, _) -> new InProcessHooks.Response(status, headers, json("{}")))
                .call(request());
    }

    final HookClient client(InProcessHooks catalog) throws Exception {
        return client(catalog, Duration.ofSeconds(30));
    }

    final HookClient client(InProcessHooks catalog, Duration timeout) throws Exception {
        WebhookClients clients = clients(catalog, new WebhookRuntime(executor, clock, observer), LIMITS);
        toClose.add(clients);
        CompositeController controller = controller(urlBase() + "/hello/sync", timeout);
        return clients.connect(
                controller, HookType.SYNC, controller.hooks().sync().orElseThrow(), CredentialObserver.NONE);
    }

    private static CompositeController controller(String url, Duration timeout) {
        return ControllerDecoder.composite(KubeObject.of("""
                        {"metadata":{"name":"hello"},"spec":{
                         "parentResource":{"apiVersion":"e.com/v1","resource":"things"},
                         "hooks":{"sync":{"webhook":{"url":"%s","timeout":"%dms"}}}}}""".formatted(url, timeout.toMillis())))
                .value();
    }

    private InProcessHooks.Response neverAnswer(String path, byte[] body) throws InterruptedException {
        testOver.await();
        return response(200, "{}");
    }

    private static InProcessHooks.Response response(int status, String body) {
        return new InProcessHooks.Response(status, Map.of(), json(body));
    }

    private static JsonText json(String text) {
        return new JsonText(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static HookRequest request() {
        return new HookRequest(
                HookType.SYNC,
                HookVersion.V1,
                ControllerType.COMPOSITE,
                KubeObject.of("{\"metadata\":{\"name\":\"hello\"},\"status\":{}}"),
                KubeObject.of("{\"apiVersion\":\"e.com/v1\",\"kind\":\"Thing\",\"metadata\":{\"name\":\"ä\"}}"),
                ObjectGroups.NONE,
                ObjectGroups.NONE,
                false);
    }
}
