package io.hookline.cli.warmup;

import io.hookline.cli.terminal.CliErrors;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A key and a self-signed certificate for 127.0.0.1. Clients trust the certificate as their authority.
 *
 * @param context for the server
 * @param certificate for clients, PEM
 */
record SelfSignedCertificate(SSLContext context, String certificate) {

    private static final String ALIAS = "server";

    /** Protects nothing: the key is deleted with the folder of the run. */
    private static final String PASSWORD = "warmup";

    /**
     * Creates a certificate.
     *
     * @param folder for the key file
     */
    static SelfSignedCertificate create(Path folder) throws InterruptedException {
        Path file = folder.resolve("server.p12");
        keytool(file);
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(in, PASSWORD.toCharArray());
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return new SelfSignedCertificate(
                    context, pem(keys.getCertificate(ALIAS).getEncoded()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The JDK has a tool that creates certificates, but no public API. */
    private static void keytool(Path file) throws InterruptedException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                "CN=warmup",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                file.toString(),
                "-storepass",
                PASSWORD);
        try {
            int exit = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.INHERIT)
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new CliErrors.CommandFailed(command.getFirst() + " failed with exit code " + exit);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command.getFirst() + "; use a complete JDK", e);
        }
    }

    private static String pem(byte[] certificate) {
        Base64.Encoder base64 = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN CERTIFICATE-----\n" + base64.encodeToString(certificate) + "\n-----END CERTIFICATE-----\n";
    }
}
