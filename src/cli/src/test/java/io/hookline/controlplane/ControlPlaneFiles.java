package io.hookline.controlplane;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The files that a control plane reads when it starts. */
record ControlPlaneFiles(Path folder) {

    private static final String AUDIT_POLICY = """
            apiVersion: audit.k8s.io/v1
            kind: Policy
            omitStages: [RequestReceived]
            rules:
            - level: Metadata
            """;

    private static final String KUBECONFIG = """
            apiVersion: v1
            kind: Config
            clusters:
            - name: test
              cluster: {server: "%s", certificate-authority: certificates/apiserver.crt}
            users:
            - name: %2$s
              user: {token: "%3$s"}
            contexts:
            - name: test-%2$s
              context: {cluster: test, user: %2$s}
            current-context: test-%2$s
            """;

    void write(String server) throws IOException {
        Files.createDirectories(folder.resolve("etcd"));
        Files.writeString(folder.resolve("audit-policy.yaml"), AUDIT_POLICY);
        Files.writeString(folder.resolve("service-account.pem"), privateKey());
        Files.writeString(
                folder.resolve("tokens.csv"),
                "%s,%s,1,system:masters\n%s,%s,2\n"
                        .formatted(
                                ControlPlane.token(ControlPlane.ADMIN), ControlPlane.ADMIN,
                                ControlPlane.token(ControlPlane.WATCHER), ControlPlane.WATCHER));
        for (String user : new String[] {ControlPlane.ADMIN, ControlPlane.WATCHER}) {
            writeKubeconfig(server, user, ControlPlane.token(user));
        }
    }

    Path writeKubeconfig(String server, String user, String token) throws IOException {
        return Files.writeString(folder.resolve(user + ".kubeconfig"), KUBECONFIG.formatted(server, user, token));
    }

    private static String privateKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
            byte[] text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                    .encode(key);
            return "-----BEGIN PRIVATE KEY-----\n" + new String(text, StandardCharsets.US_ASCII)
                    + "\n-----END PRIVATE KEY-----\n";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
