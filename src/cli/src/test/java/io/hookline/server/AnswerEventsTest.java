package io.hookline.server;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;

import io.hookline.hook.Answer;
import io.hookline.hook.JavaHook;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.object.KubeObject;
import io.hookline.process.metrics.MetricsPage;
import io.hookline.server.call.HookSettings;
import io.hookline.web.Address;
import io.hookline.web.WebOptions;
import io.restassured.specification.RequestSpecification;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The events of an answer, which Metacontroller does not know. */
class AnswerEventsTest {

    private final Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)));
    private HookServer server;

    private static final class Greeter implements SyncHook<KubeObject> {
        @Override
        public Answer sync(Sync<KubeObject> in) {
            return Answer.of().event("Greeted", "Hello");
        }
    }

    @BeforeEach
    void start() {
        JavaHook greeter = JavaHook.of(InstantSource.system(), new Greeter());
        bench.table.put("greeter", bench.loader.guarded("greeter", greeter));
        server = HookServer.start(
                WebOptions.at(new Address("127.0.0.1", 0)), bench.hooks, () -> MetricsPage.of(bench.registry));
    }

    @AfterEach
    void stop() {
        server.close();
        bench.close();
    }

    private RequestSpecification client() {
        return given().baseUri(server.uri().toString()).contentType("application/json");
    }

    @Test
    void eventsAreSentOnlyToACallerThatReadsThem() {
        String events = ",\"events\":[{\"message\":\"Hello\",\"reason\":\"Greeted\",\"type\":\"Normal\"}]";

        client().body(Requests.SYNC)
                .post("/greeter/sync")
                .then()
                .statusCode(200)
                .body(equalTo("{\"children\":[]}"));
        client().body(Requests.SYNC)
                .header("Hookline-Accept", "other, events")
                .post("/greeter/sync")
                .then()
                .statusCode(200)
                .body(equalTo("{\"children\":[]" + events + "}"));
    }
}
