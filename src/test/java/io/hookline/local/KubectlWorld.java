package io.hookline.local;

import java.io.IOException;
import java.nio.file.Path;

/** A server of our own with the real kubectl pointed at it. */
final class KubectlWorld implements AutoCloseable {

    static final String MAP = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings}
            data: {color: blue}
            """;

    static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              containers:
              - {name: main, image: 'nginx:1'}
            """;

    final Kubectl kubectl;
    private final LocalApiServer server;

    /** Skips the test where there is no kubectl. */
    KubectlWorld(Path folder) throws IOException {
        Kubectl.require();
        server = LocalApiServer.start(LocalClusters.fresh(), 0);
        kubectl = new Kubectl(folder, server);
    }

    /** The path of a file for {@code -f}. */
    String file(String content) {
        return kubectl.file("input.yaml", content).toString();
    }

    void apply(String content) {
        kubectl.ok("apply", "-f", file(content));
    }

    /** A line of a table with single blanks. */
    static String squeeze(String line) {
        return line.strip().replaceAll(" +", " ");
    }

    @Override
    public void close() {
        server.close();
    }
}
