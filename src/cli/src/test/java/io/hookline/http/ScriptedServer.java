package io.hookline.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An HTTP/1.1 server on the loopback interface whose responses a test defines byte by byte. */
public final class ScriptedServer implements AutoCloseable {

    /** One received request. {@code connection} and {@code number} count from 1. */
    public record Received(String line, Map<String, String> headers, String body, int connection, int number) {
        public String header(String name) {
            return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
        }
    }

    /** Responds to one request; closing the socket ends the connection. */
    public interface Script {
        void answer(Received request, Socket socket) throws Exception;
    }

    /** Handles a whole connection, from its first byte. Connections count from 1. */
    public interface Conversation {
        void hold(Socket socket, int connection) throws Exception;
    }

    private final ServerSocket listener;
    private final Script script;
    private final Conversation conversation;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final List<Received> received = new CopyOnWriteArrayList<>();

    /** Serves requests to this listener. */
    public ScriptedServer(ServerSocket listener, Script script) {
        this(listener, script, null);
    }

    private ScriptedServer(ServerSocket listener, Script script, @Nullable Conversation conversation) {
        this.listener = listener;
        this.script = script;
        this.conversation = conversation == null ? this::serve : conversation;
        Thread.ofVirtual().start(this::accept);
    }

    public static ScriptedServer start(Script script) {
        return new ScriptedServer(loopback(), script);
    }

    /** Leaves each connection to the test from its first byte. */
    public static ScriptedServer raw(Conversation conversation) {
        return raw(loopback(), conversation);
    }

    /** The same for connections to this listener. */
    public static ScriptedServer raw(ServerSocket listener, Conversation conversation) {
        return new ScriptedServer(listener, (_, _) -> {}, conversation);
    }

    private static ServerSocket loopback() {
        try {
            return new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Responds to every request with the same bytes. */
    public static ScriptedServer always(String answer) {
        return start((_, socket) -> send(socket, answer));
    }

    public static void send(Socket socket, String answer) throws IOException {
        send(socket, answer.getBytes(StandardCharsets.UTF_8));
    }

    public static void send(Socket socket, byte[] answer) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(answer);
        out.flush();
    }

    /** A complete response with a Content-Length. */
    public static String answer(String status, String body, String... headers) {
        String lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        return "HTTP/1.1 " + status + "\r\n" + lines + "Content-Length: " + length + "\r\n\r\n" + body;
    }

    public String url(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    public int port() {
        return listener.getLocalPort();
    }

    public int connections() {
        return connections.get();
    }

    public List<Received> received() {
        return received;
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                int number = connections.incrementAndGet();
                Thread.ofVirtual().start(() -> hold(socket, number));
            } catch (IOException _) {
                return; // closed
            }
        }
    }

    private void hold(Socket socket, int number) {
        try (socket) {
            conversation.hold(socket, number);
        } catch (Exception _) {
            return; // the client closed the connection, or the script did
        } finally {
            open.remove(socket);
        }
    }

    private void serve(Socket socket, int connection) throws Exception {
        InputStream in = new BufferedInputStream(socket.getInputStream());
        for (String line = line(in); !line.isEmpty() && !socket.isClosed(); line = line(in)) {
            Received request = read(line, in, connection);
            received.add(request);
            script.answer(request, socket);
        }
    }

    private Received read(String line, InputStream in, int connection) throws IOException {
        Map<String, String> headers = new TreeMap<>();
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new Received(line, headers, body, connection, requests.incrementAndGet());
    }

    /** The next line, without its end; empty at the end of a head, and of the connection. */
    public static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
