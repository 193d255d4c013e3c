package io.hookline.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import java.io.IOException;

/**
 * What a programmer would write instead of the hook {@code hello}: one endpoint of Javalin and Jackson, without limits, metrics and
 * request ids. Prints its port.
 */
final class BareEndpoint {

    private static final JsonMapper JSON = new JsonMapper();

    private BareEndpoint() {}

    /** @param args whether to use virtual threads */
    public static void main(String[] args) {
        Javalin server = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.concurrency.useVirtualThreads = Boolean.parseBoolean(args[0]);
            config.http.maxRequestSize = 64L << 20;
            config.http.compressionStrategy = CompressionStrategy.NONE;
            config.routes.post(
                    "/hello/sync", ctx -> ctx.contentType("application/json").result(answer(ctx.bodyAsBytes())));
        });
        server.start("127.0.0.1", 0);
        System.out.println("port " + server.port());
    }

    private static byte[] answer(byte[] request) throws IOException {
        JsonNode parent = JSON.readTree(request).path("parent");
        String who = parent.path("spec").path("who").asText();
        ObjectNode answer = JSON.createObjectNode();
        answer.putObject("status").put("greeted", who);
        ObjectNode greeting = answer.putArray("children").addObject();
        greeting.put("apiVersion", "v1").put("kind", "ConfigMap");
        greeting.putObject("metadata")
                .put("name", parent.path("metadata").path("name").asText());
        greeting.putObject("data").put("text", "Hello, " + who);
        return JSON.writeValueAsBytes(answer);
    }
}
