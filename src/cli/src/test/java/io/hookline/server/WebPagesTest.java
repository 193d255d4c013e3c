package io.hookline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.Answer;
import io.hookline.hook.JavaHook;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import io.hookline.object.KubeObject;
import io.hookline.process.metrics.MetricsPage;
import io.hookline.server.call.HookSettings;
import io.hookline.web.Address;
import io.hookline.web.RawHttp;
import io.hookline.web.WebOptions;
import java.io.IOException;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hook server for the programs of this machine, which a web page that its user visits cannot use. */
class WebPagesTest {

    private final Bench bench = new Bench(HookSettings.DEFAULTS);
    private final HookServer server = start(CallRules.OPEN.withoutPages());

    private static final class Quiet implements SyncHook<KubeObject> {
        @Override
        public Answer sync(Sync<KubeObject> in) {
            return Answer.of();
        }
    }

    private HookServer start(CallRules rules) {
        bench.table.put("quiet", bench.loader.guarded("quiet", JavaHook.of(InstantSource.system(), new Quiet())));
        return HookServer.start(
                WebOptions.at(new Address("127.0.0.1", 0)), bench.hooks, rules, () -> MetricsPage.of(bench.registry));
    }

    @AfterEach
    void stop() {
        server.close();
        bench.close();
    }

    private static RawHttp.Answer call(HookServer server, String host, String header) throws IOException {
        return send(server, "POST /quiet/sync", "Host: " + host + "\r\n" + header, Requests.SYNC);
    }

    private static RawHttp.Answer send(HookServer server, String line, String headers, String body) throws IOException {
        try (RawHttp http = new RawHttp(server.port())) {
            return http.send(line + " HTTP/1.1\r\n" + headers + "\r\nContent-Length: " + body.length()
                            + "\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n" + body)
                    .answer();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Origin: http://another.example",
                "Origin: null",
                "Origin: http://localhost:1",
                "Origin: https://localhost",
                "Origin: http://localhost.",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site"
            })
    void aPageOfAnotherServerCannotCallAHook(String header) throws IOException {
        RawHttp.Answer answer = call(server, "localhost", header);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body())
                .contains("this server answers no requests of web pages of other servers, and this one has the header "
                        + header);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"})
    void aFormOfAPageCannotCallAHookWhateverItsType(String type) throws IOException {
        try (RawHttp http = new RawHttp(server.port())) {
            RawHttp.Answer answer = http.send(
                            "POST /quiet/sync HTTP/1.1\r\nHost: localhost\r\nOrigin: http://another.example\r\n"
                                    + "Content-Type: " + type + "\r\nContent-Length: 2\r\n\r\n{}")
                    .answer();

            assertThat(answer.status()).isEqualTo(403);
        }
        assertThat(bench.hooks.calls("quiet")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"another.example", "localhost.another.example", "127.0.0.1.another.example:80"})
    void aPageWhoseHostNameLeadsToThisMachineCanNeitherCallNorRead(String host) throws IOException {
        assertThat(call(server, host, "Origin: http://" + host).status()).isEqualTo(403);
        assertThat(call(server, host, "Sec-Fetch-Site: same-origin").status()).isEqualTo(403);
        for (String path : new String[] {"/", "/metrics", "/healthz", "/nothing"}) {
            RawHttp.Answer answer = send(server, "GET " + path, "Host: " + host, "");
            assertThat(answer.status()).as(path).isEqualTo(403);
            assertThat(answer.headers()).containsEntry("content-type", "application/json");
            assertThat(answer.body())
                    .contains("this server answers requests to localhost, 127.0.0.1 and [::1] only, not to host");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:80", "127.0.0.1:1", "[::1]:1"})
    void aProgramOfThisMachineIsAnsweredUnderEachOfItsNames(String host) throws IOException {
        assertThat(call(server, host, "Accept: */*").status()).isEqualTo(200);
        assertThat(send(server, "GET /", "Host: " + host, "").status()).isEqualTo(200);
    }

    @Test
    void aWatcherMayKnowThisMachineUnderAnyName() throws IOException {
        assertThat(call(server, "host.docker.internal:8080", "Accept: */*").status())
                .isEqualTo(200);
    }

    @Test
    void theUserAndPagesOfThisServerAreAnswered() throws IOException {
        String host = "localhost:" + server.port();
        for (String header :
                new String[] {"Origin: http://" + host, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none"}) {
            assertThat(call(server, host, header).status()).as(header).isEqualTo(200);
        }
    }

    @Test
    void aServerForOtherMachinesIsReachedUnderAnyName() throws IOException {
        try (HookServer open = start(CallRules.OPEN)) {
            assertThat(call(open, "hooks.hookline", "Origin: http://another.example")
                            .status())
                    .isEqualTo(200);
        }
    }
}
