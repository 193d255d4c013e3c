package io.hookline.web;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;

/** The JSON body of errors that the server itself answers, without a handler. Thread-safe. */
@FunctionalInterface
public interface ErrorBody {

    /**
     * Returns the body of an error.
     *
     * @param status the HTTP status
     * @param problem the error, for the client
     * @param headers the headers of the request by name, as far as they could be read
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
