package io.hookline.http;

import static io.hookline.http.ScriptedServer.send;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that connects whoever asks to where he wants, on this machine, and remembers the asking. */
public final class ForwardProxy implements AutoCloseable {

    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final String welcome;
    private final ScriptedServer server;

    private ForwardProxy(String welcome) {
        this.welcome = welcome;
        this.server = ScriptedServer.raw((socket, _) -> connect(socket));
    }

    /** One that lets everybody through. */
    public static ForwardProxy open() {
        return saying("HTTP/1.1 200 Connection established\r\n\r\n");
    }

    /** One that says this to whoever asks. It lets them through if that is all. */
    static ForwardProxy saying(String welcome) {
        return new ForwardProxy(welcome);
    }

    /** Its URL, with these credentials unless they are empty. */
    public String url(String userInfo) {
        return "http://" + (userInfo.isEmpty() ? "" : userInfo + "@") + "127.0.0.1:" + server.port();
    }

    ProxyResolver proxies(String userInfo) {
        return _ -> Optional.of(URI.create(url(userInfo)));
    }

    /** The lines it was asked with, each head as one text. */
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
            return; // one of them went away
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
