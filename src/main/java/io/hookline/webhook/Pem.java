package io.hookline.webhook;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads text that holds certificates and keys between BEGIN and END lines; whatever else it holds is passed over. */
final class Pem {

    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]*={0,2}");

    private Pem() {}

    /** One block; {@code label} is what the BEGIN line says. */
    record Block(String label, String base64) {
        byte[] der() {
            return Base64.getDecoder().decode(base64);
        }

        /** Others are not base64, or have headers of their own. */
        private boolean isReadable() {
            return BASE64.matcher(base64).matches() && base64.length() % 4 == 0;
        }
    }

    static List<Block> blocks(String text) {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            Block block = new Block(matcher.group(1), matcher.group(2).replaceAll("\\s", ""));
            if (block.isReadable()) {
                blocks.add(block);
            }
        }
        return blocks;
    }

    /** All certificates that can be read, in order. */
    static List<X509Certificate> certificates(String text) {
        return blocks(text).stream()
                .filter(block -> block.label().equals("CERTIFICATE"))
                .flatMap(block -> certificate(block).stream())
                .toList();
    }

    /** One broken certificate does not spoil the others. */
    private static Optional<X509Certificate> certificate(Block block) {
        try {
            return Optional.of((X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(block.der())));
        } catch (CertificateException _) {
            return Optional.empty();
        }
    }
}
