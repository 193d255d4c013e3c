package io.hookline.webhook;

import io.hookline.hook.codec.HookBody;
import java.io.Serial;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The way to one hook: over HTTP, or inside this process. Thread-safe. */
interface Transport extends AutoCloseable {

    /**
     * Sends a request and waits for the whole answer, at most for the hook's timeout.
     *
     * @param tag sent in {@code If-None-Match}
     * @throws Failure if there is none
     * @throws InterruptedException at once if the caller is stopped
     */
    Answer post(HookBody body, Optional<String> tag) throws Failure, InterruptedException;

    @Override
    void close();

    /** What came back. */
    final class Answer {
        private final int status;
        private final Map<String, String> headers;
        private final byte[] body;

        /** With the first value of each header by its lower-case name. Takes over map and array. */
        Answer(int status, Map<String, String> headers, byte[] body) {
            this.status = status;
            this.headers = headers;
            this.body = body;
        }

        int status() {
            return status;
        }

        /** Not a copy; inflated; incomplete if it is long and the status is not 200. */
        byte[] body() {
            return body;
        }

        Optional<String> header(String lowerCaseName) {
            return Optional.ofNullable(headers.get(lowerCaseName)).map(String::strip);
        }
    }

    /** No answer. */
    final class Failure extends Exception {
        @Serial
        private static final long serialVersionUID = 1;

        private final boolean timeout;

        private Failure(String url, String problem, boolean timeout, @Nullable Throwable cause) {
            super("http error: Post \"" + url + "\": " + problem, cause);
            this.timeout = timeout;
        }

        static Failure of(String url, String problem, @Nullable Throwable cause) {
            return new Failure(url, problem, false, cause);
        }

        static Failure timeout(String url, String problem) {
            return new Failure(url, problem, true, null);
        }

        boolean isTimeout() {
            return timeout;
        }
    }
}
