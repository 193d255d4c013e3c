package io.hookline.bench;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A server in a JVM of its own, with the resources that it has used so far. */
final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final int port;
    private final JMXConnector connection;
    private final MBeanServerConnection beans;

    private ServerProcess(Process process, int port, JMXConnector connection) throws IOException {
        this.process = process;
        this.port = port;
        this.connection = connection;
        this.beans = connection.getMBeanServerConnection();
    }

    /**
     * Starts a server and waits for its port.
     *
     * @param port finds the port in a line of its output
     */
    static ServerProcess start(List<String> command, Pattern port) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher found = port.matcher(line);
            if (found.find()) {
                Thread.ofPlatform().daemon().start(() -> discard(output));
                return new ServerProcess(process, Integer.parseInt(found.group(1)), connect(process));
            }
        }
        throw new IOException("ended before it listened: " + String.join(" ", command));
    }

    private static void discard(BufferedReader output) {
        try {
            output.transferTo(Writer.nullWriter());
        } catch (IOException _) {
            // the process has ended
        }
    }

    private static JMXConnector connect(Process process) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(String.valueOf(process.pid()));
            JMXServiceURL url = new JMXServiceURL(machine.startLocalManagementAgent());
            machine.detach();
            return JMXConnectorFactory.connect(url);
        } catch (AttachNotSupportedException e) {
            throw new IOException(e);
        }
    }

    int port() {
        return port;
    }

    /** Waits until the server has loaded its hooks. */
    void awaitReady() throws IOException, InterruptedException {
        HttpRequest probe = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/readyz"))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            while (client.send(probe, BodyHandlers.discarding()).statusCode() != 200) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }
    }

    /** The options of this JVM: all words between the program and the class path. */
    List<String> jvmOptions() throws IOException {
        List<String> words = commandLine();
        return new ArrayList<>(words.subList(1, words.indexOf("-cp")));
    }

    String java() throws IOException {
        return commandLine().getFirst();
    }

    private List<String> commandLine() throws IOException {
        Path file = Path.of("/proc", String.valueOf(process.pid()), "cmdline");
        return List.of(Files.readString(file).split("\0"));
    }

    long cpuMillis() {
        return Usage.of(process.toHandle()).cpuMillis();
    }

    /** The bytes of all objects that all threads have created, including threads that have ended. */
    long allocatedBytes() throws IOException {
        try {
            return (Long) beans.getAttribute(new ObjectName("java.lang:type=Threading"), "TotalThreadAllocatedBytes");
        } catch (JMException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
        process.destroy();
        process.onExit().join();
    }
}
