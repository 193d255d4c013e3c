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
 * A key for 127.0.0.1 with a certificate that it signed itself, which clients are to take for their authority.
 *
 * @param context to serve with
 * @param certificate for clients, PEM
 */
record SelfSignedCertificate(SSLContext context, String certificate) {

    private static final String ALIAS = "server";

    /** Guards nothing: the key lives as long as one run, in a folder that goes with it. */
    private static final String PASSWORD = "training";

    /**
     * Creates one.
     *
     * @param folder where the key is kept meanwhile
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

    /** The JDK has no public interface that makes certificates, but a tool. */
    private static void keytool(Path file) throws InterruptedException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-dname",
                "CN=training",
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
            throw new UncheckedIOException("cannot start " + command.getFirst() + ", which every JDK has", e);
        }
    }

    private static String pem(byte[] certificate) {
        Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN CERTIFICATE-----\n" + lines.encodeToString(certificate) + "\n-----END CERTIFICATE-----\n";
    }
}
