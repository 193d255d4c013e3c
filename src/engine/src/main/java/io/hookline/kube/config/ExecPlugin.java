package io.hookline.kube.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The program that a kubeconfig's {@code exec} part names.
 *
 * @param apiVersion of the protocol, such as {@code client.authentication.k8s.io/v1}
 * @param command the program and its arguments
 * @param variables added to the environment of this process
 * @param installHint printed if the program is missing
 * @param limit of one run
 */
record ExecPlugin(
        String apiVersion, List<String> command, Map<String, String> variables, String installHint, Duration limit) {

    /** The extension of a cluster with further settings for plugins. */
    private static final String CONFIG = "client.authentication.k8s.io/exec";

    private static final Duration MINUTE = Duration.ofMinutes(1);

    ExecPlugin {
        command = List.copyOf(command);
        variables = Map.copyOf(variables);
    }

    /** A plugin whose runs may take a minute. */
    ExecPlugin(String apiVersion, List<String> command, Map<String, String> variables, String installHint) {
        this(apiVersion, command, variables, installHint, MINUTE);
    }

    /** Reads the part. The plugin gets the cluster if the part requests it. */
    static ExecPlugin of(KubeconfigPart exec, KubeconfigPart cluster) {
        String apiVersion = exec.required("apiVersion");
        List<String> command = new ArrayList<>();
        command.add(program(exec));
        command.addAll(exec.texts("args"));
        Map<String, String> variables = new LinkedHashMap<>();
        exec.json()
                .path("env")
                .forEach(v ->
                        variables.put(v.path("name").asText(""), v.path("value").asText("")));
        variables.put("KUBERNETES_EXEC_INFO", execInfo(apiVersion, exec, cluster));
        return new ExecPlugin(apiVersion, command, variables, exec.text("installHint"));
    }

    /** A bare name is searched in PATH; a name with a slash is relative to the kubeconfig's folder. */
    private static String program(KubeconfigPart exec) {
        String name = exec.required("command");
        return name.contains("/")
                ? exec.file().toAbsolutePath().resolveSibling(Path.of(name)).toString()
                : name;
    }

    private static String execInfo(String apiVersion, KubeconfigPart exec, KubeconfigPart cluster) {
        ObjectNode info = Json.NODES.objectNode();
        info.put("apiVersion", apiVersion).put("kind", "ExecCredential");
        ObjectNode spec = info.putObject("spec").put("interactive", false);
        if (exec.flag("provideClusterInfo")) {
            describe(spec.putObject("cluster"), cluster);
        }
        return new String(GoJson.bytes(info), StandardCharsets.UTF_8);
    }

    /** Authorities are always passed as data: only this process resolves a path of the kubeconfig. */
    private static void describe(ObjectNode target, KubeconfigPart cluster) {
        for (String field : List.of("server", "tls-server-name", "proxy-url")) {
            if (cluster.has(field)) {
                target.put(field, cluster.text(field));
            }
        }
        byte[] authorities = cluster.content("certificate-authority");
        if (authorities.length > 0) {
            target.put("certificate-authority-data", Base64.getEncoder().encodeToString(authorities));
        }
        if (cluster.flag("insecure-skip-tls-verify")) {
            target.put("insecure-skip-tls-verify", true);
        }
        for (JsonNode extension : cluster.json().path("extensions")) {
            if (extension.path("name").asText("").equals(CONFIG)) {
                target.set("config", extension.path("extension"));
            }
        }
    }

    /**
     * Runs the plugin; its error stream is that of this process, so that users see its messages.
     *
     * @return its output
     * @throws ClusterException.Unauthorized if it cannot be run or fails
     */
    byte[] run() {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(variables);
        try (PluginProcess process = PluginProcess.start(builder)) {
            OptionalInt code = process.end(limit);
            if (code.isEmpty()) {
                throw new ClusterException.Unauthorized(
                        "credential plugin " + this + " did not end within " + limit.toSeconds() + " s");
            }
            if (code.getAsInt() != 0) {
                throw new ClusterException.Unauthorized(
                        "credential plugin " + this + " ended with code " + code.getAsInt() + "; see its own messages");
            }
            return process.printed();
        } catch (IOException e) {
            throw new ClusterException.Unauthorized("credential plugin " + this + " cannot be run: " + e.getMessage()
                    + (installHint.isEmpty() ? "" : "\n" + installHint));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException.Unreachable("interrupted while credential plugin " + this + " ran", e);
        }
    }

    /** Its name without arguments, which may be secret. */
    @Override
    public String toString() {
        return command.getFirst();
    }

    /**
     * One run of a credential plugin. Its output is read on a separate thread: reading ignores time limits and
     * interrupts, and ends only when all processes that the plugin started have ended.
     */
    static final class PluginProcess implements AutoCloseable {

        /** The time to read what is still in the pipe when the plugin has ended. */
        private static final Duration DRAIN_TIME = Duration.ofSeconds(1);

        private final Process process;
        private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        private final FutureTask<Long> reading;

        private PluginProcess(Process process) {
            this.process = process;
            this.reading = new FutureTask<>(() -> process.getInputStream().transferTo(printed));
        }

        /** Starts the plugin, with an empty standard input. */
        static PluginProcess start(ProcessBuilder builder) throws IOException {
            PluginProcess started = new PluginProcess(builder.start());
            Thread.ofVirtual().name("credential-plugin").start(started.reading);
            started.process.getOutputStream().close();
            return started;
        }

        /** Waits for its end. Returns its exit code, or empty if it takes longer. */
        OptionalInt end(Duration limit) throws InterruptedException {
            return process.waitFor(limit) ? OptionalInt.of(process.exitValue()) : OptionalInt.empty();
        }

        /** Returns its output, once it has ended. Processes that it left behind are not waited for. */
        byte[] printed() throws IOException, InterruptedException {
            try {
                var _ = reading.get(DRAIN_TIME.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException _) {
                // Only a process that the plugin left behind can still print.
            } catch (ExecutionException e) {
                throw new IOException("its output cannot be read: " + e.getMessage(), e);
            }
            return printed.toByteArray();
        }

        /** Ends the plugin, with all processes that it has started, if it still runs. */
        @Override
        public void close() {
            if (process.isAlive()) {
                List<ProcessHandle> started = process.descendants().toList(); // unknown after its end
                process.destroyForcibly();
                started.forEach(ProcessHandle::destroyForcibly);
            }
        }
    }
}
