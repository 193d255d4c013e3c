package io.hookline.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Self-signed certificates, created with the JDK's own tool. */
public final class KeyPairs {

    /** The password of every store and key. */
    public static final char[] PASSWORD = "password".toCharArray();

    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    /** A key with its certificate. */
    public record Pair(KeyStore store) {
        /** The certificate in PEM. */
        public String certificatePem() {
            try {
                return pem("CERTIFICATE", store.getCertificate("it").getEncoded());
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        byte[] pkcs8() {
            try {
                return store.getKey("it", PASSWORD).getEncoded();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        /** The key in PEM. */
        public String keyPem() {
            return pem("PRIVATE KEY", pkcs8());
        }
    }

    private KeyPairs() {}

    /** A certificate for 127.0.0.1 only. */
    public static Pair generate(Path folder, String name, String... algorithm) throws Exception {
        Path file = folder.resolve(name + ".p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                "it",
                "-dname",
                "CN=" + name,
                "-validity",
                "3650",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                file.toString()));
        command.addAll(List.of(algorithm));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException(output);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return new Pair(store);
    }

    static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n" + LINES.encodeToString(der) + "\n-----END " + label + "-----\n";
    }
}
