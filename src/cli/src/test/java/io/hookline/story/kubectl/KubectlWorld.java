package io.hookline.story.kubectl;

import io.hookline.local.LocalClusters;
import io.hookline.local.http.LocalApiServer;
import io.hookline.web.tls.SelfSignedCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;

/** A server, and a real kubectl that is configured for it. */
public final class KubectlWorld implements AutoCloseable {

    public static final String MAP = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings}
            data: {color: blue}
            """;

    public static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec:
              containers:
              - {name: main, image: 'nginx:1'}
            """;

    public final Kubectl kubectl;
    private final LocalApiServer server;

    /** Skips the test if kubectl is not installed. */
    public KubectlWorld(Path folder) throws IOException {
        Kubectl.require();
        server = LocalApiServer.start(
                LocalClusters.fresh(), 0, SelfSignedCertificate.create(Instant.now(), new SecureRandom()));
        kubectl = new Kubectl(folder, server);
    }

    /** The path of a file for {@code -f}. */
    public String file(String content) {
        return kubectl.file("input.yaml", content).toString();
    }

    public void apply(String content) {
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
