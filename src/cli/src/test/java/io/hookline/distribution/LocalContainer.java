package io.hookline.distribution;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.hookline.controlplane.GuardedProcess;
import io.hookline.manifests.Manifests;
import io.hookline.object.KubeObject;
import io.hookline.testing.FreePort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * The container of a Deployment on this machine: its arguments, variables, mounts and probes, and the program of the image.
 * Its ports are free ones of the loopback here, and its paths lie below a folder.
 */
public final class LocalContainer implements AutoCloseable {

    private static final String JVM_OPTIONS = "HOOKLINE_JVM_OPTIONS";
    private static final Pattern ADDRESS = Pattern.compile("(--[a-z-]+=)([^:]*):(\\d+)");
    private static final Pattern FOLDER = Pattern.compile("(--[a-z-]+=)(/.*)");

    private final JsonNode container;
    private final Path root;
    private final Map<Integer, Integer> ports = new HashMap<>();
    private final GuardedProcess process;

    /**
     * Starts it.
     *
     * @param objects where the ConfigMaps are that it mounts, and the Secrets, with stringData
     * @param environment variables beside those that the Deployment names
     */
    public LocalContainer(KubeObject deployment, List<KubeObject> objects, Path root, Map<String, String> environment)
            throws IOException {
        JsonNode pod = deployment.tree().at("/spec/template/spec");
        this.container = pod.path("containers").path(0);
        this.root = root;
        for (JsonNode port : container.path("ports")) {
            ports.put(port.path("containerPort").asInt(), FreePort.find());
        }
        Files.createDirectories(root.resolve("hooks")); // the image has it
        mount(pod.path("volumes"), objects);
        this.process = GuardedProcess.start(deployment.name(), root.resolve("log"), command(environment));
    }

    private void mount(JsonNode volumes, List<KubeObject> objects) throws IOException {
        for (JsonNode mount : container.path("volumeMounts")) {
            for (JsonNode volume : volumes) {
                if (volume.path("name").equals(mount.path("name"))) {
                    mount(root.resolve(mount.path("mountPath").asText().substring(1)), files(volume, objects));
                }
            }
        }
    }

    /** The files of a volume, with their contents as text. */
    private static Map<String, String> files(JsonNode volume, List<KubeObject> objects) {
        Map<String, String> files = new HashMap<>();
        if (volume.has("configMap")) {
            String name = volume.at("/configMap/name").asText();
            Manifests.only(objects, "ConfigMap", name)
                    .tree()
                    .path("data")
                    .properties()
                    .forEach(file -> files.put(file.getKey(), file.getValue().asText()));
        } else if (volume.has("secret")) {
            String name = volume.at("/secret/secretName").asText();
            Manifests.only(objects, "Secret", name)
                    .tree()
                    .path("stringData")
                    .properties()
                    .forEach(file -> files.put(file.getKey(), file.getValue().asText()));
        }
        return files;
    }

    /** Mounts files as a kubelet does: links into a separate folder, so that all files change at once. */
    private static void mount(Path folder, Map<String, String> files) throws IOException {
        Path real = Files.createDirectories(folder.resolve("..2026_01_01"));
        Files.createSymbolicLink(folder.resolve("..data"), real.getFileName());
        for (var file : files.entrySet()) {
            Files.writeString(real.resolve(file.getKey()), file.getValue());
            Files.createSymbolicLink(folder.resolve(file.getKey()), Path.of("..data", file.getKey()));
        }
    }

    private List<String> command(Map<String, String> environment) {
        List<String> command = new ArrayList<>(List.of("env"));
        for (JsonNode variable : container.path("env")) {
            String name = variable.path("name").asText();
            String limit = name.equals(JVM_OPTIONS) ? " -XX:MaxRAM=" + memoryLimit() : "";
            command.add(name + "=" + variable.path("value").asText() + limit);
        }
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.add(Distribution.HOOKLINE);
        container.path("args").forEach(argument -> command.add(here(argument.asText())));
        return command;
    }

    private String here(String argument) {
        Matcher address = ADDRESS.matcher(argument);
        if (address.matches()) {
            return address.group(1) + "127.0.0.1:" + ports.get(Integer.valueOf(address.group(3)));
        }
        Matcher folder = FOLDER.matcher(argument);
        return folder.matches() ? folder.group(1) + root + folder.group(2) : argument;
    }

    /** The most that the container may use, in bytes. Its process computes the size of its heap from it, as in a container. */
    public long memoryLimit() {
        Quantity limit = Quantity.parse(container.at("/resources/limits/memory").asText());
        return Quantity.getAmountInBytes(limit).longValueExact();
    }

    /** The most that its processes have used, in bytes. */
    public long peakMemory() {
        return MemoryUse.peakOfTree(process.pid());
    }

    /** The folder of the commands that containers are made of. */
    public static Path programs() {
        return Distribution.PROGRAMS;
    }

    /** The local address of a port with this name. */
    public URI uri(String portName) {
        for (JsonNode port : container.path("ports")) {
            if (port.path("name").asText().equals(portName)) {
                return URI.create((portName.equals("https") ? "https" : "http") + "://127.0.0.1:"
                        + ports.get(port.path("containerPort").asInt()));
            }
        }
        throw new AssertionError("no port " + portName + " in " + container);
    }

    /** Waits until both probes of the Deployment succeed. */
    public void awaitReady() {
        for (String probe : List.of("livenessProbe", "readinessProbe")) {
            JsonNode get = container.path(probe).path("httpGet");
            URI uri = uri(get.path("port").asText()).resolve(get.path("path").asText());
            Awaitility.await(probe + " of " + container.path("name").asText())
                    .atMost(Duration.ofSeconds(60))
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> {
                        process.requireAlive();
                        return ContainerClient.get(uri).statusCode() == 200;
                    });
        }
    }

    /** Reads a page from one of its ports. */
    public String page(String portName, String path) throws IOException, InterruptedException {
        return ContainerClient.get(uri(portName).resolve(path)).body();
    }

    @Override
    public String toString() {
        return container.path("name").asText() + " used " + (peakMemory() >> 20) + " of " + (memoryLimit() >> 20)
                + " MiB";
    }

    @Override
    public void close() {
        process.close();
    }
}
