package io.hookline.kube.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.cluster.ClusterException;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
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

/**
 * The program that a kubeconfig's {@code exec} part names.
 *
 * @param apiVersion of the protocol, such as {@code client.authentication.k8s.io/v1}
 * @param command the program and its arguments
 * @param variables what it gets in its environment besides ours
 * @param installHint what to tell somebody who does not have it
 * @param limit for one run of it
 */
record ExecPlugin(
        String apiVersion, List<String> command, Map<String, String> variables, String installHint, Duration limit) {

    /** The extension of a cluster that holds what its plugins want to know besides. */
    private static final String CONFIG = "client.authentication.k8s.io/exec";

    private static final Duration MINUTE = Duration.ofMinutes(1);

    ExecPlugin {
        command = List.copyOf(command);
        variables = Map.copyOf(variables);
    }

    /** One that may take a minute. */
    ExecPlugin(String apiVersion, List<String> command, Map<String, String> variables, String installHint) {
        this(apiVersion, command, variables, installHint, MINUTE);
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
                        variables.put(v.path("name").asText(""), v.path("value").asText("")));
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
            tell(spec.putObject("cluster"), cluster);
        }
        return new String(GoJson.bytes(info), StandardCharsets.UTF_8);
    }

    /** Authorities always come as they are: a file's path is the kubeconfig's own affair. */
    private static void tell(ObjectNode told, KubeconfigPart cluster) {
        for (String field : List.of("server", "tls-server-name", "proxy-url")) {
            if (cluster.has(field)) {
                told.put(field, cluster.text(field));
            }
        }
        byte[] authorities = cluster.content("certificate-authority");
        if (authorities.length > 0) {
            told.put("certificate-authority-data", Base64.getEncoder().encodeToString(authorities));
        }
        if (cluster.flag("insecure-skip-tls-verify")) {
            told.put("insecure-skip-tls-verify", true);
        }
        for (JsonNode extension : cluster.json().path("extensions")) {
            if (extension.path("name").asText("").equals(CONFIG)) {
                told.set("config", extension.path("extension"));
            }
        }
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

    /** Its name, without arguments: they may be secret. */
    @Override
    public String toString() {
        return command.getFirst();
    }
}
