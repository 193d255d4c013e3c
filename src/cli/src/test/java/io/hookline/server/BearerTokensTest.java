package io.hookline.server;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.equalTo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.hook.Answer;
import io.hookline.hook.JavaHook;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.object.KubeObject;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.LogLines;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hook server whose callers need a token. */
class BearerTokensTest {

    @RegisterExtension
    private final LogLines lines = new LogLines(BearerTokens.class, Level.INFO);

    @TempDir
    private Path folder;

    private final Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)));
    private final AtomicLong nanoTime = new AtomicLong();
    private Path file;
    private HookServer server;

    /** A hook that returns nothing. */
    private static final class Nothing implements SyncHook<KubeObject> {
        @Override
        public Answer sync(Sync<KubeObject> in) {
            return Answer.of();
        }
    }

    @BeforeEach
    void start() throws IOException {
        file = Files.writeString(folder.resolve("token"), "secret\n\n other \n");
        bench.table.put("nothing", bench.loader.guarded("nothing", JavaHook.of(InstantSource.system(), new Nothing())));
        server = HookServer.start(
                WebOptions.at(new Address("127.0.0.1", 0)),
                bench.hooks,
                CallRules.OPEN.withTokens(BearerTokens.in(file, nanoTime::get)),
                () -> "");
    }

    @AfterEach
    void stop() {
        server.close();
        bench.close();
    }

    private RequestSpecification client() {
        return given().baseUri(server.uri().toString())
                .contentType("application/json")
                .body(Requests.SYNC);
    }

    private int status(String authorization) {
        return client().header("Authorization", authorization)
                .post("/nothing/sync")
                .statusCode();
    }

    @Test
    void aCallWithoutATokenIsRefusedAndTheHookIsNotCalled() {
        client().post("/nothing/sync")
                .then()
                .statusCode(401)
                .header("WWW-Authenticate", "Bearer")
                .body("error", equalTo("the call has no valid bearer token: check authorization of the webhook"));
        assertThat(bench.hooks.calls("nothing")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer guess",
                "Bearer ",
                "Bearer",
                "secret",
                "Basic secret",
                "Bearer secret secret",
                "Bearer secre"
            })
    void anotherTokenIsRefused(String authorization) {
        assertThat(status(authorization)).isEqualTo(401);
    }

    @Test
    void eachTokenOfTheFileIsAccepted() {
        assertThat(status("Bearer secret")).isEqualTo(200);
        assertThat(status("Bearer other")).isEqualTo(200);
    }

    @Test
    void theNameOfTheSchemeMayBeInLowerCase() {
        assertThat(status("bearer secret")).isEqualTo(200);
        assertThat(status("BEARER  other")).isEqualTo(200);
        assertThat(status("bearer SECRET")).isEqualTo(401);
    }

    @Test
    void aTokenIsReplacedWithoutARestart() throws IOException {
        Files.writeString(file, "next\n");

        assertThat(status("Bearer next")).isEqualTo(200);
        assertThat(status("Bearer secret")).isEqualTo(401);
    }

    @Test
    void aRemovedTokenIsRefusedAfterASecond() throws IOException {
        Files.writeString(file, "next\n");
        nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());

        assertThat(status("Bearer secret")).isEqualTo(401);
        assertThat(status("Bearer next")).isEqualTo(200);
    }

    @Test
    void theFileIsNotReadAtEachCall() throws IOException {
        Files.delete(file);
        nanoTime.addAndGet(Duration.ofMillis(999).toNanos());

        assertThat(status("Bearer secret")).isEqualTo(200);
    }

    @Test
    void withoutTheFileNoCallIsAccepted() throws IOException {
        Files.delete(file);
        nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());

        assertThat(status("Bearer secret")).isEqualTo(401);
    }

    @Test
    void aFileThatCannotBeReadIsLoggedOnceHoweverManyCallsAreRefused() throws IOException {
        Files.delete(file);
        nanoTime.addAndGet(Duration.ofSeconds(1).toNanos());
        for (int i = 0; i < 3; i++) {
            assertThat(status("Bearer secret")).isEqualTo(401);
        }
        Files.writeString(file, "secret\n");
        assertThat(status("Bearer secret")).isEqualTo(200);

        assertThat(lines.all())
                .extracting(ILoggingEvent::getMessage)
                .containsExactly(
                        "cannot read the tokens, refusing calls until that succeeds", "the tokens can be read again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/healthz", "/readyz", "/metrics"})
    void theListTheProbesAndTheMetricsNeedNoToken(String path) {
        given().baseUri(server.uri().toString()).get(path).then().statusCode(200);
    }

    @Test
    void aFileWithoutATokenIsRefusedAtTheStart() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty"), "\n");

        assertThatThrownBy(() -> BearerTokens.in(empty)).hasMessage(empty + " has no token; write one in each line");
        assertThatThrownBy(() -> BearerTokens.in(folder.resolve("missing")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("missing cannot be read");
    }
}
