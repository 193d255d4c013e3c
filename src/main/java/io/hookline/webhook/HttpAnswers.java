package io.hookline.webhook;

import java.io.IOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reads answers as HTTP gives them. */
final class HttpAnswers {
    private HttpAnswers() {}

    /** Inflates the body; what is wrong with it only matters where it is wanted. */
    static Transport.Answer read(HttpResponse<byte[]> response, int maxBytes) throws IOException {
        Map<String, String> headers = headers(response.headers());
        byte[] body = response.body();
        if ("gzip".equalsIgnoreCase(headers.get("content-encoding")) && body.length > 0) {
            body = response.statusCode() == 200 ? Gzip.inflate(body, maxBytes) : Gzip.inflateSome(body, maxBytes);
        }
        return new Transport.Answer(response.statusCode(), headers, body);
    }

    /** The first value of each, by lower-case name. */
    static Map<String, String> headers(HttpHeaders headers) {
        Map<String, String> first = new HashMap<>();
        headers.map().forEach((name, values) -> {
            if (!values.isEmpty()) {
                first.put(name.toLowerCase(Locale.ROOT), values.getFirst());
            }
        });
        return first;
    }
}
