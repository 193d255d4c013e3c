package io.hookline.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.clients.InstalledClient;
import io.hookline.object.KubeObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Helm, as {@code .ci/clients} has built it, with settings of its own.
 *
 * @param home the folder of its settings and caches
 */
record Helm(Path program, Path home) {

    static final String CHART = "manifests/chart";

    /** Skips the test if it is not installed. */
    static Helm in(Path home) throws IOException {
        return new Helm(
                InstalledClient.of("helm", "helm/go.mod", "helm/go.sum")
                        .folder()
                        .resolve("helm"),
                home);
    }

    /** What a run has printed. */
    record Run(int code, String printed) {}

    Run run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("HELM_CACHE_HOME", home.resolve("cache").toString());
        builder.environment().put("HELM_CONFIG_HOME", home.resolve("config").toString());
        builder.environment().put("HELM_DATA_HOME", home.resolve("data").toString());
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .replaceAll("(?m)^walk.go:.*\n", ""); // a note that the CRDs are links
        return new Run(process.waitFor(), printed);
    }

    /** Runs a command that must succeed, and returns its output. */
    String succeed(String... arguments) throws IOException, InterruptedException {
        Run run = run(arguments);
        assertThat(run.code())
                .as("%s printed %s", List.of(arguments), run.printed())
                .isZero();
        return run.printed();
    }

    /** The objects of the chart as release {@code hookline} in the namespace of the same name. */
    List<KubeObject> template(String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("template", "hookline", CHART, "--namespace", "hookline"));
        arguments.addAll(List.of(options));
        return Manifests.parse("helm template", succeed(arguments.toArray(String[]::new)));
    }
}
