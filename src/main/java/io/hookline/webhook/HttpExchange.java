package io.hookline.webhook;

import io.hookline.http.HttpClient;
import io.hookline.http.Response;
import io.hookline.webhook.RequestBuilder.Hop;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** One call: a request, and the redirects that follow. */
final class HttpExchange {

    private static final int MAX_REDIRECTS = 10;
    private static final int OK = 200;
    private static final int TOO_MANY_REQUESTS = 429;

    /** Bodies up to this size are read although nobody wants them: the connection can then be used again. */
    private static final int UNWANTED_BYTES = 64 << 10;

    private final HttpClient client;
    private final RequestBuilder requests;
    private final RequestBuilder.Content content;
    private final int maxBytes;

    private Hop hop;
    private boolean headed;

    HttpExchange(HttpClient client, RequestBuilder requests, RequestBuilder.Content content, int maxBytes) {
        this.client = client;
        this.requests = requests;
        this.content = content;
        this.maxBytes = maxBytes;
        this.hop = requests.first();
    }

    /** Sends, and waits for the answer; call it once. */
    Transport.Answer answer(Duration within) throws IOException {
        long end = System.nanoTime() + within.toNanos();
        while (true) {
            headed = false;
            Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            try (Response response = client.send(requests.build(hop, content), left)) {
                headed = true;
                Optional<String> location = location(response);
                if (location.isEmpty()) {
                    return read(response);
                }
                response.some(UNWANTED_BYTES);
                hop = next(response.status(), location.get());
            }
        }
    }

    /** The url of the last request. */
    URI at() {
        return hop.uri();
    }

    /** Whether the head of the answer to the last request has come. */
    boolean isHeaded() {
        return headed;
    }

    private static Optional<String> location(Response response) {
        return isRedirect(response.status())
                ? response.header("Location").filter(text -> !text.isEmpty())
                : Optional.empty();
    }

    private Hop next(int status, String location) throws IOException {
        if (hop.redirects() == MAX_REDIRECTS) {
            throw new IOException("stopped after " + MAX_REDIRECTS + " redirects");
        }
        try {
            return requests.next(hop, status, location);
        } catch (IllegalArgumentException e) {
            throw new IOException("redirect to an invalid URL: \"" + location + "\": " + e.getMessage(), e);
        }
    }

    /** What is wrong with a body only matters where it is wanted. */
    private Transport.Answer read(Response response) throws IOException {
        Map<String, String> headers = response.headers();
        boolean zipped = "gzip".equalsIgnoreCase(headers.get("content-encoding"));
        if (response.status() == OK) {
            byte[] body = response.bytes(maxBytes);
            return new Transport.Answer(OK, headers, zipped && body.length > 0 ? Gzip.inflate(body, maxBytes) : body);
        }
        byte[] some = someOf(response);
        return new Transport.Answer(
                response.status(), headers, zipped && some.length > 0 ? Gzip.inflateSome(some, maxBytes) : some);
    }

    private static byte[] someOf(Response response) throws IOException {
        try {
            return response.some(UNWANTED_BYTES);
        } catch (SocketTimeoutException e) {
            if (response.status() == TOO_MANY_REQUESTS) {
                return new byte[0]; // who is asked to come back later need not wait for the words that go with it
            }
            throw e;
        }
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }
}
