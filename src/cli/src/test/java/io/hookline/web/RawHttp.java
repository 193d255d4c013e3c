package io.hookline.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Sends raw bytes, because an HTTP client would refuse or correct requests that are not valid. */
public final class RawHttp implements AutoCloseable {

    private final Socket socket;

    /** Connects to a server on this machine. */
    public RawHttp(int port) throws IOException {
        this(new Socket("127.0.0.1", port));
    }

    /** Uses a connection, such as one with TLS. */
    public RawHttp(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(60_000);
    }

    /** A response; the names of headers are in lower case. */
    public record Answer(int status, Map<String, String> headers, String body) {}

    /** Sends a text, one byte for each character. */
    public RawHttp send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    /** Closes the sending side, like a client that stops in the middle of a request. */
    public RawHttp end() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Reads one response that has a body. */
    public Answer answer() throws IOException {
        return answer(true);
    }

    /** Reads one response to a HEAD request. */
    public Answer head() throws IOException {
        return answer(false);
    }

    /** Whether the server has ended the connection in an orderly way, without further bytes. Waits for it. */
    public boolean isAtEnd() throws IOException {
        return socket.getInputStream().read() < 0;
    }

    private Answer answer(boolean hasBody) throws IOException {
        String[] lines = readHead().split("\r\n");
        Map<String, String> headers = new TreeMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.put(
                    lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                    lines[i].substring(colon + 1).strip());
        }
        int length = hasBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
        byte[] body = socket.getInputStream().readNBytes(length);
        return new Answer(
                Integer.parseInt(lines[0].split(" ", 3)[1]), headers, new String(body, StandardCharsets.UTF_8));
    }

    private String readHead() throws IOException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection was closed after \"" + head + "\"");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
