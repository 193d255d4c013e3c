package io.hookline.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.object.DecodeException;
import io.hookline.object.Json;
import java.util.Optional;

/** The body of a failed response of Hookline's hook server: {@code {"error": "...", "requestId": "..."}}. */
final class HookServerError {

    private HookServerError() {}

    /** The error alone; empty if the body has another form, since other servers may use its fields in another way. */
    static Optional<String> in(byte[] body) {
        if (body.length == 0 || body[0] != '{') {
            return Optional.empty();
        }
        try {
            JsonNode json = Json.parse(body);
            boolean isOurs = json.size() == 2
                    && json.path("error").isTextual()
                    && json.path("requestId").isTextual();
            return isOurs ? Optional.of(json.path("error").textValue()) : Optional.empty();
        } catch (DecodeException _) {
            return Optional.empty();
        }
    }
}
