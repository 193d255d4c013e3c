package io.hookline.webhook;

import io.hookline.hook.codec.HookBody;
import java.io.Serial;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sends requests to one hook, over HTTP or in this process. Thread-safe. */
interface Transport extends AutoCloseable {

    /**
     * Sends a request and waits for the whole response, at most for the hook's timeout.
     *
     * @param tag the ETag to send in {@code If-None-Match}
     * @param now the time to send to the hook
     * @throws Failure if there is no complete response
     * @throws InterruptedException at once if the calling thread is interrupted
     */
    Answer post(HookBody body, Optional<String> tag, Optional<Instant> now) throws Failure, InterruptedException;

    /** See {@link io.hookline.hook.protocol.HookClient#servedVersion}. */
    default Optional<String> servedVersion() throws InterruptedException {
        return Optional.empty();
    }

    @Override
    void close();

    /** The response of a hook. */
    final class Answer {
        private final int status;
        private final Map<String, String> headers;
        private final byte[] body;
        private final Optional<String> detail;
        private final Runnable release;

        /** Takes the first value of each header by its lower-case name. Map and array are not copied. */
        Answer(int status, Map<String, String> headers, byte[] body) {
            this(status, headers, body, Optional.empty());
        }

        /** A response whose body takes memory until it is released. */
        Answer(int status, Map<String, String> headers, byte[] body, Runnable release) {
            this(status, headers, body, Optional.empty(), release);
        }

        /** A response of this process, with the details of a failure. */
        Answer(int status, Map<String, String> headers, byte[] body, Optional<String> detail) {
            this(status, headers, body, detail, () -> {});
        }

        private Answer(
                int status, Map<String, String> headers, byte[] body, Optional<String> detail, Runnable release) {
            this.release = release;
            this.status = status;
            this.headers = headers;
            this.body = body;
            this.detail = detail;
        }

        /** The details of a failure, if the hook runs in this process. */
        Optional<String> detail() {
            return detail;
        }

        int status() {
            return status;
        }

        /** Is to be called when the body is not used any more. */
        Runnable release() {
            return release;
        }

        /** The decompressed body, not a copy. A long body is incomplete if the status is not 200. */
        byte[] body() {
            return body;
        }

        Optional<String> header(String lowerCaseName) {
            return Optional.ofNullable(headers.get(lowerCaseName)).map(String::strip);
        }
    }

    /** A call without a complete response. */
    final class Failure extends Exception {
        @Serial
        private static final long serialVersionUID = 1;

        private final boolean timeout;
        private final String problem;

        private Failure(String url, String problem, boolean timeout, @Nullable Throwable cause) {
            super("http error: Post \"" + url + "\": " + problem, cause);
            this.timeout = timeout;
            this.problem = problem;
        }

        static Failure of(String url, String problem, @Nullable Throwable cause) {
            return new Failure(url, problem, false, cause);
        }

        static Failure timeout(String url, String problem) {
            return new Failure(url, problem, true, null);
        }

        /** What went wrong, without the URL. */
        String problem() {
            return problem;
        }

        boolean isTimeout() {
            return timeout;
        }
    }
}
