package io.hookline.webhook;

import io.hookline.hook.codec.HookBody;
import io.hookline.http.ConnectTrace;
import io.hookline.http.HttpClient;
import io.hookline.http.Response;
import io.hookline.trace.Trace;
import io.hookline.webhook.RequestBuilder.Hop;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Calls a hook over HTTP/1.1 on pooled connections. */
final class HttpTransport implements Transport {

    private final HttpClients.Lease lease;
    private final WebhookUrl endpoint;
    private final RequestBuilder requests;
    private final Duration timeout;
    private final AnswerMemory memory;
    private final ConnectTrace trace;
    private final ServedVersions versions;

    HttpTransport(
            HttpClients.Lease lease,
            WebhookUrl endpoint,
            RequestBuilder requests,
            Duration timeout,
            AnswerMemory memory,
            ConnectTrace trace,
            ServedVersions versions) {
        this.lease = lease;
        this.endpoint = endpoint;
        this.requests = requests;
        this.timeout = timeout;
        this.memory = memory;
        this.trace = trace;
        this.versions = versions;
    }

    @Override
    public Answer post(HookBody body, Optional<String> tag, Optional<Instant> now)
            throws Failure, InterruptedException {
        Optional<String> traceParent = Optional.ofNullable(Trace.current()).map(Trace::nextParent);
        HttpExchange exchange = new HttpExchange(
                lease.client(), requests, new RequestBuilder.Content(body, tag, now, traceParent), memory, trace);
        try {
            return exchange.answer(timeout);
        } catch (IOException | IllegalArgumentException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            throw FailureMessages.find(e, SocketTimeoutException.class) != null
                    ? Failure.timeout(shown(exchange), FailureMessages.timeout(timeout, exchange.isHeadReceived()))
                    : Failure.of(shown(exchange), FailureMessages.describe(e), e);
        }
    }

    @Override
    public Optional<String> servedVersion() throws InterruptedException {
        String address = endpoint.uri().resolve("/").toString().replaceAll("/$", "");
        return versions.of(
                new ServedVersions.Server(lease.client(), address, requests.authorization()), endpoint.path());
    }

    @Override
    public void close() {
        lease.close();
    }

    /** The URL that failed: the hook's, or the target of a redirect. */
    private String shown(HttpExchange exchange) {
        return exchange.url().equals(endpoint.uri())
                ? endpoint.shown()
                : WebhookUrl.hidden(exchange.url().toString());
    }

    /** One hook call: a request and its redirects. */
    private static final class HttpExchange {

        private static final int MAX_REDIRECTS = 10;
        private static final int OK = 200;
        private static final int TOO_MANY_REQUESTS = 429;

        /** An unused body up to this size is read to its end, so that its connection can be used again. */
        private static final int MAX_DRAINED_BYTES = 64 << 10;

        private final HttpClient client;
        private final RequestBuilder requests;
        private final RequestBuilder.Content content;
        private final AnswerMemory memory;
        private final ConnectTrace trace;

        private Hop hop;
        private boolean headReceived;

        HttpExchange(
                HttpClient client,
                RequestBuilder requests,
                RequestBuilder.Content content,
                AnswerMemory memory,
                ConnectTrace trace) {
            this.trace = trace;
            this.client = client;
            this.requests = requests;
            this.content = content;
            this.memory = memory;
            this.hop = requests.first();
        }

        /** Sends the request and waits for the response. Must be called only once. */
        Transport.Answer answer(Duration within) throws IOException {
            long end = System.nanoTime() + within.toNanos();
            while (true) {
                headReceived = false;
                Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
                try (Response response = client.send(requests.build(hop, content), left, trace)) {
                    headReceived = true;
                    Optional<String> location = location(response);
                    if (location.isEmpty()) {
                        return read(response, end);
                    }
                    response.some(MAX_DRAINED_BYTES);
                    hop = next(response.status(), location.get());
                }
            }
        }

        /** The URL of the last request. */
        URI url() {
            return hop.uri();
        }

        /** Whether the head of the response to the last request was received. */
        boolean isHeadReceived() {
            return headReceived;
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
                Hop target = requests.next(hop, status, location);
                if (!requests.mayFollow(target)) {
                    throw new IOException("redirect to another host, which --same-host-redirects forbids: \""
                            + WebhookUrl.hidden(target.uri().toString()) + "\"");
                }
                return target;
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        "redirect to an invalid URL: \"" + WebhookUrl.hidden(location) + "\": "
                                + WebhookUrl.hidden(String.valueOf(e.getMessage())),
                        e);
            }
        }

        /** Only the body of a successful response must be complete and valid. */
        private Transport.Answer read(Response response, long end) throws IOException {
            Map<String, String> headers = response.headers();
            boolean zipped = "gzip".equalsIgnoreCase(headers.get("content-encoding"));
            if (response.status() == OK) {
                return whole(response, headers, zipped, end);
            }
            byte[] some = someOf(response);
            return new Transport.Answer(
                    response.status(), headers, zipped && some.length > 0 ? Gzip.inflateSome(some) : some);
        }

        private Transport.Answer whole(Response response, Map<String, String> headers, boolean zipped, long end)
                throws IOException {
            AnswerMemory.Part part = memory.part();
            AnswerBody body =
                    new AnswerBody(memory, part, () -> Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            try {
                return new Transport.Answer(OK, headers, body.read(response, zipped), part::release);
            } catch (IOException | RuntimeException | Error e) {
                part.release();
                throw e;
            }
        }

        private static byte[] someOf(Response response) throws IOException {
            try {
                return response.some(MAX_DRAINED_BYTES);
            } catch (SocketTimeoutException e) {
                if (response.status() == TOO_MANY_REQUESTS) {
                    return new byte[0]; // the body does not matter here, so do not wait for it
                }
                throw e;
            }
        }

        private static boolean isRedirect(int status) {
            return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
        }

        /**
         * Decompresses the bodies of failures up to a limit, because a small body can decompress to a very large one.
         */
        private static final class Gzip {
            private Gzip() {}

            /** Decompresses as much of the beginning as possible. */
            static byte[] inflateSome(byte[] body) {
                ByteArrayOutputStream some = new ByteArrayOutputStream();
                try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
                    byte[] buffer = new byte[1024];
                    for (int n = in.read(buffer); n > 0 && some.size() < MAX_DRAINED_BYTES; n = in.read(buffer)) {
                        some.write(buffer, 0, n);
                    }
                } catch (IOException _) {
                    return some.toByteArray(); // the rest is missing or not valid
                }
                return some.toByteArray();
            }
        }
    }

    /**
     * Reads the body of an answer. A large one is read only when there is memory for it.
     *
     * @param left the time that the call may still take
     */
    record AnswerBody(AnswerMemory memory, AnswerMemory.Part part, Supplier<Duration> left) {

        private static final int CHUNK = 16 << 10;

        /** The body, decompressed if it is compressed. */
        byte[] read(Response response, boolean zipped) throws IOException {
            byte[] received = received(response);
            byte[] body = zipped && received.length > 0 ? inflated(received) : received;
            part.account(body.length);
            if (body.length > AnswerMemory.SMALL) {
                reserveDecoded(DecodedSize.ofLargestObject(body));
            }
            return body;
        }

        /** Two bytes of an answer can be an object, which takes a hundred when it is decoded. */
        private void reserveDecoded(long size) throws IOException {
            if (size > memory.maxDecodedBytes()) {
                throw new IOException("decoded, an object of the answer takes about " + (size >> 20)
                        + " MiB: it has too many values; give the watcher a larger heap");
            }
            part.reserveDecoded(size, left.get());
        }

        private byte[] received(Response response) throws IOException {
            long length = response.contentLength();
            if (length > memory.maxBytes()) {
                throw tooLarge();
            }
            if (length >= 0) {
                part.reserve(length, left.get());
                return response.bytes(memory.maxBytes());
            }
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            byte[] buffer = new byte[CHUNK];
            for (int count = response.read(buffer); count >= 0; count = response.read(buffer)) {
                if (body.size() + count > memory.maxBytes()) {
                    throw tooLarge();
                }
                reserve(body.size() + count);
                body.write(buffer, 0, count);
            }
            return body.toByteArray();
        }

        /**
         * Doubles the part of a body whose size is not known. Not the largest size at once: one sync may have the
         * answers for several revisions, and a hook that sends slowly must not keep others waiting.
         */
        private void reserve(int size) throws IOException {
            if (!part.holds(size)) {
                part.reserve(Math.min(2L * size, memory.maxBytes()), left.get());
            }
        }

        /** Decompresses twice: first to learn the size, because a small body can decompress to a very large one. */
        private byte[] inflated(byte[] body) throws IOException {
            int size = inflate(body, new byte[CHUNK], true);
            part.reserve(size, left.get());
            byte[] whole = new byte[size];
            inflate(body, whole, false);
            return whole;
        }

        /** @param overwriting whether the target is filled again and again, since only the size matters */
        private int inflate(byte[] body, byte[] target, boolean overwriting) throws IOException {
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(body))) {
                int size = 0;
                while (overwriting || size < target.length) {
                    int start = overwriting ? 0 : size;
                    int count = in.read(target, start, target.length - start);
                    if (count < 0) {
                        break;
                    }
                    size += count;
                    if (size > memory.maxBytes()) {
                        throw tooLarge();
                    }
                }
                return size;
            } catch (ZipException | EOFException e) {
                throw new IOException("the answer is not valid gzip: " + e.getMessage(), e);
            }
        }

        private IOException tooLarge() {
            return new IOException(FailureMessages.tooLarge(memory.maxBytes()));
        }
    }
}
