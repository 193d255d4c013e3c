package io.hookline.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hookline.hook.protocol.HookClient;
import io.hookline.http.ScriptedServer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Secrets of hooks that change while hooks use them. */
final class RotationTest {

    private static final String TOKEN =
            "\"authorization\":{\"secretRef\":{\"namespace\":\"ns\",\"name\":\"s\",\"key\":\"token\"}}";

    private final Calls calls = new Calls();
    private final ScriptedServer server = ScriptedServer.always(Calls.OK);

    @AfterEach
    void close() {
        calls.close();
        server.close();
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20));
    }

    private void token(String token) {
        calls.cluster.secret("s", Map.of("token", token));
    }

    private HookClient connect() {
        HookClient hook = calls.connect(server.url("/"), TOKEN);
        soon().untilAsserted(() -> assertThat(calls.cluster.onlyGet || !calls.cluster.watches.isEmpty())
                .isTrue());
        return hook;
    }

    private String sent(HookClient hook) throws InterruptedException {
        Calls.call(hook);
        return server.received().getLast().header("authorization");
    }

    private void awaitSent(HookClient hook, String header) {
        soon().until(() -> sent(hook).equals(header));
    }

    @Test
    void aChangedTokenIsSentWithTheNextCall() throws Exception {
        token("one");
        HookClient hook = connect();
        assertThat(sent(hook)).isEqualTo("Bearer one");
        token("two");
        awaitSent(hook, "Bearer two");
        assertThat(server.connections()).as("the connection stays").isEqualTo(1);
        assertThat(calls.problems).isEmpty();
    }

    @Test
    void whereOnlyGetIsGrantedAChangedTokenIsSentWithinTenSeconds() {
        calls.cluster.onlyGet = true;
        token("one");
        HookClient hook = connect();
        token("two");
        awaitSent(hook, "Bearer two");
    }

    @Test
    void aBrokenTokenKeepsTheLastOneAndIsReportedOnceAndSoIsItsRepair() throws Exception {
        token("one");
        HookClient hook = connect();
        calls.cluster.secret("s", Map.of("other", "x"));
        soon().until(() -> !calls.problems.isEmpty());
        calls.cluster.secret("s", Map.of("other", "y"));
        assertThat(sent(hook)).isEqualTo("Bearer one");

        calls.cluster.delete("Secret", "s");
        soon().until(() -> calls.problems.size() == 2);
        assertThat(sent(hook)).isEqualTo("Bearer one");

        token("two");
        awaitSent(hook, "Bearer two");
        soon().untilAsserted(() -> assertThat(calls.problems)
                .containsExactly(
                        Optional.of("authorization: Secret ns/s has no key \"token\""),
                        Optional.of("authorization: Secret ns/s not found"),
                        Optional.empty()));
    }

    @Test
    void hooksThatNameOneSecretShareItsWatchUntilTheLastIsClosed() {
        token("one");
        HookClient first = connect();
        HookClient second = connect();
        assertThat(calls.cluster.watches).hasSize(1);
        first.close();
        assertThat(calls.cluster.watches).hasSize(1);
        token("two");
        awaitSent(second, "Bearer two");
        second.close();
        assertThat(calls.cluster.watches).isEmpty();

        HookClient third = connect();
        awaitSent(third, "Bearer two");
        assertThat(calls.cluster.watches).hasSize(1);
        calls.closeClients();
        assertThat(calls.cluster.watches).isEmpty();
    }

    @Test
    void whatAnotherHookLearnsWhenItIsOpenedIsUsedByThoseThatShareTheSecret() throws Exception {
        calls.cluster.onlyGet = true;
        token("one");
        HookClient first = connect();
        assertThat(sent(first)).isEqualTo("Bearer one");
        token("two");
        HookClient second = connect(); // before the first one polls
        assertThat(sent(second)).isEqualTo("Bearer two");
        awaitSent(first, "Bearer two");
    }

    @Test
    void aHookWithoutSecretsSendsNoRequests() throws Exception {
        HookClient hook = calls.connect(server.url("/"));
        Calls.call(hook);
        assertThat(calls.cluster.requests).isEmpty();
    }
}
