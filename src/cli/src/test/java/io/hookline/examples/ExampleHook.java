package io.hookline.examples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.hook.protocol.HookProgram;
import io.hookline.hook.protocol.HookReply;
import io.hookline.hook.protocol.HookType;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.server.Bench;
import io.hookline.server.call.HookSettings;
import io.hookline.testing.FixtureRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The hook of an example, for tests that need more calls than fixtures can list. */
final class ExampleHook implements AutoCloseable {

    private final Bench bench = new Bench(HookSettings.DEFAULTS.withTimeout(Duration.ofMinutes(1)));
    private final Path folder;
    private final HookProgram program;

    ExampleHook(String name) {
        this.folder = Path.of("hooks", name);
        this.program = bench.loader.load(folder);
    }

    /** The request of a fixture, to be changed. */
    ObjectNode request(String fixture) throws IOException {
        return (ObjectNode) Json.parse(Files.readAllBytes(folder.resolve("fixtures/" + fixture + ".request.json")));
    }

    JsonNode sync(ObjectNode request) throws Exception {
        return call(HookType.SYNC, request, FixtureRunner.NOW);
    }

    JsonNode call(HookType type, ObjectNode request, Instant now) throws Exception {
        byte[] body = GoJson.text(request).getBytes(StandardCharsets.UTF_8);
        return ((HookReply.Answered) program.call(type, body, Optional.of(now)))
                .body()
                .tree();
    }

    @Override
    public void close() {
        bench.close();
    }
}
