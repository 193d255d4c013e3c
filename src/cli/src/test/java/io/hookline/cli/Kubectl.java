package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The real kubectl, if it is on the path. */
public final class Kubectl {
    private Kubectl() {}

    public static boolean isThere() {
        for (String folder : System.getenv("PATH").split(":")) {
            if (Files.isExecutable(Path.of(folder, "kubectl"))) {
                return true;
            }
        }
        return false;
    }

    /** Runs kubectl, which must succeed, and returns its output. */
    public static String run(Path kubeconfig, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "kubectl",
                "--kubeconfig",
                kubeconfig.toString(),
                "--cache-dir",
                kubeconfig.resolveSibling("kubectl-cache").toString()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s printed %s", command, printed).isZero();
        return printed;
    }
}
