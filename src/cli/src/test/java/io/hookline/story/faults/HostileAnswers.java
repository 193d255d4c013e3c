package io.hookline.story.faults;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;

/** Responses that a hook server should never send, byte by byte. The same seed gives the same responses. */
final class HostileAnswers {

    private static final String CHILD = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\"}}";

    private final SplittableRandom random;
    private final List<Supplier<byte[]>> bodies = bodies();
    private final List<Supplier<byte[]>> broken = broken();

    /** Valid HTTP with a body that is no answer. */
    private List<Supplier<byte[]>> bodies() {
        return List.of(
                () -> ok(""),
                () -> ok("null"),
                () -> ok("[]"),
                () -> ok("7"),
                () -> ok("\"children\""),
                () -> ok("{"),
                () -> ok("{\"children\":"),
                () -> ok("{\"children\":[" + CHILD),
                () -> ok("{\"children\":null}{\"children\":[]}"),
                () -> ok("{\"children\":[null]}"),
                () -> ok("{\"children\":[null," + CHILD + "]}"),
                () -> ok("{\"children\":{},\"status\":[]}"),
                () -> ok("{\"children\":[" + CHILD + "],\"children\":7}"),
                () -> ok(
                        "{\"children\":[{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"../x\"}}]}"),
                () -> ok("{\"children\":[{\"apiVersion\":[],\"kind\":{},\"metadata\":7}]}"),
                () -> ok("{\"status\":{\"x\":NaN},\"children\":[]}"),
                () -> ok("{\"status\":{\"x\":1e999999},\"children\":[]}"),
                () -> ok("{\"status\":{\"x\":" + "9".repeat(200_000) + "},\"children\":[]}"),
                () -> ok("{\"resyncAfterSeconds\":1e308,\"children\":[null]}"),
                () -> ok("{\"resyncAfterSeconds\":-1,\"children\":[null]}"),
                () -> ok("{\"childen\":[]}"),
                () -> ok(deep("[", "]")),
                () -> ok(deep("{\"a\":", "}")),
                () -> ok("{\"status\":{\"x\":" + deep("[", "]") + "},\"children\":[null]}"),
                () -> ok("{\"status\":{\"x\":\"" + "x".repeat(5_000_000) + "\"},\"children\":[null]}"),
                () -> ok("{\"children\":[" + "null,".repeat(500_000) + "null]}"),
                () -> ok("{\"children\":[" + "{},".repeat(300_000) + "{}]}"),
                () -> ok("{\"status\":{\"x\":[" + "{},".repeat(500_000) + "{}]},\"children\":[null]}"),
                () -> ok(new byte[] {'{', '"', (byte) 0xff, (byte) 0xfe, '"', ':', '1', '}'}),
                () -> ok(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf, '{', '}', 0, 0, 0}),
                () -> ok("{\"status\":{\"x\":\"\\ud800\"},\"children\":[null]}"),
                () -> ok("<html><body>502 Bad Gateway</body></html>"),
                () -> gzip(zeros(40 << 20)),
                () -> gzip("{\"children\":[null]}".getBytes(StandardCharsets.UTF_8)),
                () -> head("200 OK", "Content-Encoding: gzip", "Content-Length: 9", "")
                        .concatWith("not gzip!"),
                () -> head("500 Oh", "Content-Length: 2000000", "").concatWith("x".repeat(2_000_000)),
                () -> head("429 Busy", "Retry-After: " + random.nextInt(-5, 2), "Content-Length: 0", "")
                        .bytes(),
                () -> head("503 Down", "Retry-After: 0", "Content-Length: 0", "")
                        .bytes(),
                () -> head("304 Not Modified", "").bytes(),
                () -> head("204 No Content", "").bytes(),
                () -> head("302 Found", "Location: ", "Content-Length: 0", "").bytes(),
                () -> head("307 Again", "Location: /again", "Content-Length: 0", "")
                        .bytes(),
                () -> head("302 Found", "Location: http://127.0.0.1:1/", "Content-Length: 0", "")
                        .bytes(),
                () -> head("302 Found", "Location: file:///etc/passwd", "Content-Length: 0", "")
                        .bytes(),
                () -> head("302 Found", "Location: http://[:::/", "Content-Length: 0", "")
                        .bytes());
    }

    /** No valid HTTP: the connection cannot be used any more. */
    private static List<Supplier<byte[]>> broken() {
        return List.of(
                () -> "SSH-2.0-OpenSSH_9.6\r\n".getBytes(StandardCharsets.UTF_8),
                () -> "\r\n\r\n\r\n\r\n".getBytes(StandardCharsets.UTF_8),
                () -> "HTTP/9.9 abc\r\n\r\n".getBytes(StandardCharsets.UTF_8),
                () -> "HTTP/1.1 200".getBytes(StandardCharsets.UTF_8),
                () -> "x".repeat(300_000).getBytes(StandardCharsets.UTF_8),
                () -> zeros(100_000),
                () -> head("200 OK", "Content-Length: -1", "").concatWith("{}"),
                () -> head("200 OK", "Content-Length: 99999999999999999999", "").concatWith("{}"),
                () -> head("200 OK", "Content-Length: 2", "Content-Length: 7", "")
                        .concatWith("{}"),
                () -> head("200 OK", "Content-Length: 1000", "").concatWith("{\"children\":["),
                () -> head("200 OK", "Content-Length: 70000000", "").concatWith("{}"),
                () -> head("200 OK", "Transfer-Encoding: chunked", "").concatWith("zz\r\n{}\r\n"),
                () -> head("200 OK", "Transfer-Encoding: chunked", "").concatWith("ffffffffff\r\n{}"),
                () -> head("200 OK", "Transfer-Encoding: chunked", "").concatWith("2\r\n{}\r\n3\r\n{"),
                () -> head("200 OK", "Transfer-Encoding: chunked, gzip", "Content-Length: 5", "")
                        .concatWith("2\r\n{}"),
                () -> head("200 OK", "X: " + "y".repeat(2_000_000), "Content-Length: 2", "")
                        .concatWith("{}"),
                () -> head("200 OK", "X: y\r\n".repeat(50_000) + "Content-Length: 2", "")
                        .concatWith("{}"),
                () -> head("200 OK", "no colon here", ": no name", "Content-Length: 2", "")
                        .concatWith("{}"),
                () -> head("200 OK", "Content-Type: text/html\u0000", "").concatWith("{\"children\":[null]}"),
                () -> interim().concatWith("HTTP/1.1 101 Switching Protocols\r\n\r\nhello"));
    }

    HostileAnswers(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** A response, and whether the connection can be used for another one. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Hostile(byte[] bytes, boolean keepsConnection) {}

    /** The next one. */
    Hostile next() {
        int kind = random.nextInt(bodies.size() + broken.size());
        return kind < bodies.size()
                ? new Hostile(bodies.get(kind).get(), true)
                : new Hostile(broken.get(kind - bodies.size()).get(), false);
    }

    private String deep(String open, String close) {
        int depth = random.nextInt(500, 200_000);
        return open.repeat(depth) + "1" + close.repeat(depth);
    }

    private static byte[] zeros(int count) {
        return new byte[count];
    }

    /** The head of a response. */
    private record Head(String text) {
        byte[] bytes() {
            return (text + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        }

        byte[] concatWith(String body) {
            return (text + "\r\n" + body).getBytes(StandardCharsets.UTF_8);
        }
    }

    /** @param lines the last one is empty */
    private static Head head(String status, String... lines) {
        return new Head("HTTP/1.1 " + status + "\r\n" + String.join("\r\n", lines));
    }

    private static Head interim() {
        return new Head("HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n".repeat(1000));
    }

    private static byte[] ok(String body) {
        return ok(body.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] ok(byte[] body) {
        return joined(head("200 OK", "Content-Length: " + body.length, "").bytes(), body);
    }

    private static byte[] gzip(byte[] body) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(zipped)) {
            out.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return joined(
                head("200 OK", "Content-Encoding: gzip", "Content-Length: " + zipped.size(), "")
                        .bytes(),
                zipped.toByteArray());
    }

    private static byte[] joined(byte[] head, byte[] body) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head);
        all.writeBytes(body);
        return all.toByteArray();
    }
}
