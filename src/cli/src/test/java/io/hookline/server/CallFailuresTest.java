package io.hookline.server;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;

import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.hook.protocol.JsonText;
import io.hookline.process.metrics.MetricsPage;
import io.hookline.server.call.AsyncProgram;
import io.hookline.server.call.HookSettings;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that end with a defect of the server, or without memory: each is answered, and none stays in flight. */
@Timeout(60)
class CallFailuresTest {

    private final Bench bench = new Bench(HookSettings.DEFAULTS);
    private final HookServer server = HookServer.start(
            WebOptions.at(new Address("127.0.0.1", 0)),
            bench.hooks,
            CallRules.OPEN.withMaxInFlight(1),
            () -> MetricsPage.of(bench.registry));

    @AfterEach
    void stop() {
        server.close();
        bench.close();
    }

    /** A program that runs in the thread of its caller. */
    private record Failing(Error failure) implements HookProgram {
        @Override
        public Set<HookType> types() {
            return Set.of(HookType.SYNC);
        }

        @Override
        public HookReply call(HookType type, byte[] request, Optional<Instant> now) {
            throw failure;
        }
    }

    /** A program that cannot be started, or whose future fails. */
    private record FailingToStart(Throwable failure, boolean atOnce) implements AsyncProgram {
        @Override
        public Set<HookType> types() {
            return Set.of(HookType.SYNC);
        }

        @Override
        public HookReply call(HookType type, byte[] request, Optional<Instant> now) {
            return new HookReply.Answered(JsonText.of("{}"));
        }

        @Override
        public CompletableFuture<HookReply> start(HookType type, byte[] request, Optional<Instant> now) {
            switch (failure) {
                case Error e when atOnce -> throw e;
                case RuntimeException e when atOnce -> throw e;
                default -> {
                    return CompletableFuture.failedFuture(failure);
                }
            }
        }
    }

    private void isAnsweredAgainAndAgain(HookProgram program, String problem) {
        bench.table.put("hook", program);
        for (int i = 0; i < 3; i++) { // one call at a time: a call that stayed in flight would refuse the next one
            given().baseUri(server.uri().toString())
                    .body(Requests.SYNC)
                    .post("/hook/sync")
                    .then()
                    .statusCode(500)
                    .body("error", containsString(problem));
        }
    }

    @Test
    void anErrorInTheThreadOfACallIsAnswered() {
        isAnsweredAgainAndAgain(new Failing(new StackOverflowError("deep")), "StackOverflowError: deep");
    }

    @Test
    void aProgramThatCannotBeStartedIsAnswered() {
        isAnsweredAgainAndAgain(new FailingToStart(new OutOfMemoryError("heap"), true), "OutOfMemoryError: heap");
        isAnsweredAgainAndAgain(
                new FailingToStart(new IllegalStateException("closed"), true), "IllegalStateException: closed");
    }

    @Test
    void aProgramWhoseFutureFailsWithAnErrorIsAnswered() {
        isAnsweredAgainAndAgain(new FailingToStart(new OutOfMemoryError("heap"), false), "OutOfMemoryError: heap");
    }
}
