package io.hookline.cli.dev.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.codec.RequestCodec;
import io.hookline.hook.protocol.HookClient;
import io.hookline.hook.protocol.HookException;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookRequest;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerDecoder;
import io.hookline.spec.ControllerSpec;
import io.hookline.testing.FixtureRunner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls through the recorder, and the fixtures that come of it. */
class CallRecorderTest {

    private static final Instant NOW = Instant.parse("2020-02-02T02:02:02Z");
    private static final String PASSWORD = "Y29ycmVjdC1ob3JzZQ==";

    @TempDir
    private Path folder;

    private final List<String> printed = new ArrayList<>();
    private CallRecorder.Rules rules = CallRecorder.Rules.SESSION;
    private HookReply reply;
    private boolean fails;
    private int calls;

    /** Copies the time, and computes something from the Secret. */
    private final HookProgram hook = new HookProgram() {
        @Override
        public Set<HookType> types() {
            return EnumSet.allOf(HookType.class);
        }

        @Override
        public HookReply call(HookType type, byte[] request, Optional<Instant> now) {
            calls++;
            if (fails) {
                throw new HookException("no luck");
            }
            HookRequest decoded = RequestCodec.decode(request);
            String secret = decoded.related().byKind().values().stream()
                    .flatMap(List::stream)
                    .map(object -> object.tree().path("data").toString())
                    .collect(Collectors.joining());
            return reply != null
                    ? reply
                    : new HookReply.Answered(JsonText.of("{\"status\":{\"now\":\"" + now.orElseThrow() + "\",\"hash\":"
                            + secret.hashCode() + "},\"children\":[]}"));
        }
    };

    private HookClient client(String url) {
        CallRecorder recorder = new CallRecorder(folder::resolve, rules, new CallRecorder.Listener() {
            @Override
            public void recorded(String name, Path answer, boolean isAnswered) {
                printed.add(name + " " + answer.getFileName() + " " + isAnswered);
            }

            @Override
            public void notRecorded(String name, String reason) {
                printed.add(name + ": " + reason);
            }
        });
        ControllerSpec controller =
                ControllerDecoder.composite(KubeObject.of("""
                        {"metadata":{"name":"shops"},"spec":{"parentResource":{"apiVersion":"e.com/v1","resource":"shops"},
                         "hooks":{"sync":{"webhook":{"url":"%s","etag":{"enabled":true}}}}}}""".formatted(url))).value();
        RecordedHooks recorded = new RecordedHooks((_, type, _, _) -> programClient(type), recorder);
        return new TimedHooks(recorded, InstantSource.fixed(NOW))
                .connect(controller, HookType.SYNC, controller.hooks().sync().orElseThrow(), _ -> {});
    }

    private HookClient programClient(HookType type) {
        return new HookClient() {
            @Override
            public HookReply call(HookRequest request) throws InterruptedException {
                return hook.call(type, RequestCodec.encode(request).bytes(), request.now());
            }

            @Override
            public void close() {}
        };
    }

    private static HookRequest request(String related) {
        return RequestCodec.decode("""
                {"controller":{"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"CompositeController","metadata":{"name":"shops"}},
                 "parent":{"apiVersion":"e.com/v1","kind":"Shop","metadata":{"name":"corner"}},"children":{"Pod.v1":{}},
                 "related":{%s},"finalizing":false}""".formatted(related).getBytes(StandardCharsets.UTF_8));
    }

    private static HookRequest requestWithSecret() {
        return request(
                "\"Secret.v1\":{\"db\":{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"db\"},"
                        + "\"data\":{\"password\":\"" + PASSWORD + "\"}}}");
    }

    private String files() throws Exception {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                all.append(file.getFileName()).append(Files.readString(file));
            }
        }
        return all.toString();
    }

    @Test
    void aRecordedCallPassesAsAFixtureThoughTheHookUsesTheTime() throws Exception {
        client("http://hooks.hookline/shop/sync").call(request(""));

        assertThat(printed).containsExactly("shop 001-corner.answer.json true");
        assertThat(files()).contains("\"now\": \"2020-02-02T02:02:02Z\"");
        assertThat(FixtureRunner.run(folder.resolve("shop"), hook)).hasToString("PASS 001-corner");
    }

    @Test
    void aCallWithASecretPassesThoughTheHookComputesSomethingFromItAndShowsNothing() throws Exception {
        HookReply real = client("http://hooks.hookline/shop/sync").call(requestWithSecret());

        assertThat(files())
                .doesNotContain(PASSWORD)
                .as("the real answer depends on the real value")
                .doesNotContain(((HookReply.Answered) real)
                        .body()
                        .tree()
                        .at("/status/hash")
                        .asText());
        assertThat(FixtureRunner.run(folder.resolve("shop"), hook)).hasToString("PASS 001-corner");
    }

    /** What the hook prints is seen once more with each call. */
    @Test
    void anEqualCallWithASecretIsSentAgainOnce() throws Exception {
        HookClient client = client("http://hooks.hookline/shop/sync");

        for (int i = 0; i < 3; i++) {
            client.call(requestWithSecret());
        }
        assertThat(calls).isEqualTo(4);

        reply = new HookReply.Answered(JsonText.of("{\"status\":{\"other\":true},\"children\":[]}"));
        client.call(requestWithSecret());
        assertThat(calls).isEqualTo(6);
    }

    @Test
    void managedFieldsAreNotRecorded() throws Exception {
        String managed = "\"managedFields\":[{\"manager\":\"kubectl\",\"operation\":\"Update\"}]";
        HookClient client = client("http://hooks.hookline/shop/sync");

        client.call(request("\"Pod.v1\":{\"p\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\","
                + managed + "}}}"));
        String secret = new String(RequestCodec.encode(requestWithSecret()).bytes(), StandardCharsets.UTF_8);
        client.call(RequestCodec.decode(secret.replace("\"name\":\"corner\"", "\"name\":\"corner\"," + managed)
                .getBytes(StandardCharsets.UTF_8)));

        assertThat(printed).hasSize(2);
        assertThat(files()).contains("\"Pod.v1\"", "\"Secret.v1\"").doesNotContain("managedFields");
        assertThat(FixtureRunner.run(folder.resolve("shop"), hook)).hasToString("PASS 001-corner\nPASS 002-corner");
    }

    @Test
    void aHookThatRequestsALaterCallIsRecordedToo() throws Exception {
        reply = new HookReply.Later(Optional.of(Duration.ofSeconds(7)));

        client("http://hooks.hookline/shop/sync").call(request(""));

        assertThat(files()).contains("\"retryAfterSeconds\": 7");
        assertThat(FixtureRunner.run(folder.resolve("shop"), hook)).hasToString("PASS 001-corner");
    }

    @Test
    void aCallThatFailsAgainIsRecordedWithoutAnAnswerAndTheCallerGetsTheFailure() throws Exception {
        fails = true;
        HookClient client = client("http://hooks.hookline/shop/sync");

        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> client.call(requestWithSecret())).hasMessage("no luck");
        }

        assertThat(printed).containsExactly("shop 001-corner.answer.json false");
        assertThat(files()).startsWith("001-corner.request.json").doesNotContain(PASSWORD, "answer.json");
    }

    @Test
    void aHookAtAnotherUrlHasTheNameOfItsController() throws Exception {
        client("http://elsewhere:9000/call").call(request(""));

        assertThat(printed).containsExactly("shops 001-corner.answer.json true");
    }

    @Test
    void aFolderThatCannotBeWrittenIsReportedAndTheCallSucceeds() throws Exception {
        Files.writeString(folder.resolve("shop"), "a file");

        HookReply answer = client("http://hooks.hookline/shop/sync").call(request(""));

        assertThat(answer).isInstanceOf(HookReply.Answered.class);
        assertThat(printed)
                .containsExactly("shop: cannot write " + folder.resolve("shop/fixtures/001-corner.request.json")
                        + ": Not a directory");
    }
}
