package io.hookline.web;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;

/** How a server words, as JSON, the errors that no handler of its own answers. Thread-safe. */
@FunctionalInterface
public interface ErrorBody {

    /**
     * The body of an error.
     *
     * @param status the HTTP status
     * @param problem what is wrong, for the client
     * @param headers those of the request by name, as far as they could be read
     */
    byte[] of(int status, String problem, Function<String, Optional<String>> headers);

    /** {@code {"error": ...}}. */
    static byte[] plain(String problem) {
        StringBuilder json = new StringBuilder("{\"error\":\"");
        for (int i = 0; i < problem.length(); i++) {
            char c = problem.charAt(i);
            if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c == '"' || c == '\\' ? "\\" : "").append(c);
            }
        }
        return json.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
    }
}
