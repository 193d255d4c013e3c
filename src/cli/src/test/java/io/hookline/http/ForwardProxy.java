package io.hookline.http;

import static io.hookline.http.ScriptedServer.send;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that connects every client to the requested port of this machine, and records the requests. */
public final class ForwardProxy implements AutoCloseable {

    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final String welcome;
    private final ScriptedServer server;

    private ForwardProxy(String welcome) {
        this.welcome = welcome;
        this.server = ScriptedServer.raw((socket, _) -> connect(socket));
    }

    /** A proxy without credentials. */
    public static ForwardProxy open() {
        return responding("HTTP/1.1 200 Connection established\r\n\r\n");
    }

    /** A proxy that sends this response to every request. It connects the client if the response is a success without a body. */
    static ForwardProxy responding(String welcome) {
        return new ForwardProxy(welcome);
    }

    /** Its URL, with these credentials unless they are empty. */
    public String url(String userInfo) {
        return "http://" + (userInfo.isEmpty() ? "" : userInfo + "@") + "127.0.0.1:" + server.port();
    }

    ProxyResolver proxies(String userInfo) {
        return _ -> Optional.of(URI.create(url(userInfo)));
    }

    /** The heads of the received requests. */
    public List<String> heads() {
        return heads;
    }

    private void connect(Socket client) throws Exception {
        InputStream in = client.getInputStream();
        StringBuilder head = new StringBuilder();
        for (String line = ScriptedServer.line(in); !line.isEmpty(); line = ScriptedServer.line(in)) {
            head.append(line).append('\n');
        }
        heads.add(head.toString());
        send(client, welcome);
        if (welcome.contains(" 200 ") && welcome.endsWith("\r\n\r\n")) {
            String target = head.substring("CONNECT ".length(), head.indexOf(" HTTP/1.1\n"));
            int port = Integer.parseInt(target.substring(target.lastIndexOf(':') + 1));
            try (Socket behind = new Socket("127.0.0.1", port)) {
                Thread.ofVirtual().start(() -> pump(behind, client));
                in.transferTo(behind.getOutputStream());
            }
        }
    }

    private static void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.close();
        } catch (IOException _) {
            return; // one side closed the connection
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
