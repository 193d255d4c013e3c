package io.hookline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.server.Bench;
import io.hookline.server.call.HookSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The passwords of the postgresql example, which fixtures cannot test because they are random. */
class PostgresqlPasswordsTest {

    private static final Path FOLDER = Path.of("hooks/postgresql");
    private static final String POSTGRES = "postgres.db.credentials.postgresql.acid.zalan.do";

    private final Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)));

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void eachUserOfANewClusterGetsAPasswordOfItsOwn() throws Exception {
        HookProgram hook = bench.loader.load(FOLDER);

        Map<String, String> first = passwords(hook, request(false));
        Map<String, String> second = passwords(hook, request(false));

        assertThat(first).hasSize(4).containsOnlyKeys(second.keySet());
        assertThat(first.values())
                .doesNotHaveDuplicates()
                .allSatisfy(password -> assertThat(password).matches("[A-Za-z0-9]{64}"));
        assertThat(second.values()).doesNotContainAnyElementsOf(first.values());
    }

    @Test
    void onlyAMissingSecretGetsANewPassword() throws Exception {
        HookProgram hook = bench.loader.load(FOLDER);
        ObjectNode request = request(true);
        ((ObjectNode) request.at("/children/Secret.v1")).remove("default/" + POSTGRES);

        Map<String, String> passwords = passwords(hook, request);

        assertThat(passwords.remove(POSTGRES)).hasSize(64);
        assertThat(passwords.values())
                .containsExactlyInAnyOrder("secret-of-foo_user", "secret-of-standby", "secret-of-zalando");
    }

    private static ObjectNode request(boolean withSecrets) throws IOException {
        ObjectNode request = (ObjectNode) Json.parse(Files.readAllBytes(FOLDER.resolve("fixtures/new.request.json")));
        if (!withSecrets) {
            ((ObjectNode) request.path("children")).putObject("Secret.v1");
        }
        return request;
    }

    private static Map<String, String> passwords(HookProgram hook, ObjectNode request) throws Exception {
        byte[] body = GoJson.text(request).getBytes(StandardCharsets.UTF_8);
        var reply = (HookReply.Answered) hook.call(HookType.SYNC, body);
        Map<String, String> passwords = new TreeMap<>();
        for (JsonNode child : reply.body().tree().path("children")) {
            if (child.path("kind").asText().equals("Secret")) {
                byte[] password =
                        Base64.getDecoder().decode(child.at("/data/password").asText());
                passwords.put(child.at("/metadata/name").asText(), new String(password, StandardCharsets.UTF_8));
            }
        }
        return passwords;
    }
}
