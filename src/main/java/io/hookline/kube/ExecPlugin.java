package io.hookline.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The program that a kubeconfig's {@code exec} part names.
 *
 * @param apiVersion of the protocol, such as {@code client.authentication.k8s.io/v1}
 * @param command the program and its arguments
 * @param variables what it gets in its environment besides ours
 * @param installHint what to tell somebody who does not have it
 */
record ExecPlugin(String apiVersion, List<String> command, Map<String, String> variables, String installHint) {

    private static final int TIMEOUT_SECONDS = 60;

    ExecPlugin {
        command = List.copyOf(command);
        variables = Map.copyOf(variables);
    }

    /** Reads the part. The cluster is told to plugins that want to know it. */
    static ExecPlugin of(KubeconfigPart exec, KubeconfigPart cluster) {
        String apiVersion = exec.required("apiVersion");
        List<String> command = new ArrayList<>();
        command.add(program(exec));
        command.addAll(exec.texts("args"));
        Map<String, String> variables = new LinkedHashMap<>();
        exec.json()
                .path("env")
                .forEach(v ->
                        variables.put(v.path("name").asText(), v.path("value").asText()));
        variables.put("KUBERNETES_EXEC_INFO", execInfo(apiVersion, exec, cluster));
        return new ExecPlugin(apiVersion, command, variables, exec.text("installHint"));
    }

    /** A bare name is looked up in PATH; one with a slash belongs to the kubeconfig's folder. */
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
            ObjectNode told = spec.putObject("cluster");
            for (String field : List.of("server", "certificate-authority-data", "tls-server-name", "proxy-url")) {
                if (cluster.has(field)) {
                    told.put(field, cluster.text(field));
                }
            }
        }
        return new String(GoJson.bytes(info), StandardCharsets.UTF_8);
    }

    /**
     * Runs it; what it writes to its error stream goes to ours, for people to read.
     *
     * @return what it printed
     * @throws ClusterException.Unauthorized if it cannot be run or fails
     */
    byte[] run() {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(variables);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            CompletableFuture<Process> end = process.onExit()
                    .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .whenComplete((_, late) -> kill(process, late != null));
            byte[] output = process.getInputStream().readAllBytes();
            int code = end.get().exitValue();
            if (code != 0) {
                throw new ClusterException.Unauthorized(
                        "credential plugin " + this + " ended with code " + code + "; see its own messages");
            }
            return output;
        } catch (IOException e) {
            throw new ClusterException.Unauthorized("credential plugin " + this + " cannot be run: " + e.getMessage()
                    + (installHint.isEmpty() ? "" : "\n" + installHint));
        } catch (ExecutionException _) {
            throw new ClusterException.Unauthorized(
                    "credential plugin " + this + " did not end within " + TIMEOUT_SECONDS + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException.Unreachable("interrupted while credential plugin " + this + " ran", e);
        }
    }

    private static void kill(Process process, boolean late) {
        if (late) {
            process.destroyForcibly();
        }
    }

    /** Its name, without arguments: they may be secret. */
    @Override
    public String toString() {
        return command.getFirst();
    }
}
