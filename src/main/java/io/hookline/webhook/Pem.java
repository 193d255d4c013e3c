package io.hookline.webhook;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads text that holds certificates and keys between BEGIN and END lines; whatever else it holds is passed over. */
final class Pem {

    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

    private Pem() {}

    /** One block; {@code label} is what the BEGIN line says. */
    record Block(String label, byte[] der) {}

    static List<Block> blocks(String text) {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            try {
                byte[] der = Base64.getDecoder().decode(matcher.group(2).replaceAll("\\s", ""));
                blocks.add(new Block(matcher.group(1), der));
            } catch (IllegalArgumentException _) {
                continue; // not base64, or with headers of its own: no block that we know
            }
        }
        return blocks;
    }

    /** All certificates that can be read, in order. */
    static List<X509Certificate> certificates(String text) {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Block block : blocks(text)) {
            if (block.label().equals("CERTIFICATE")) {
                try {
                    certificates.add((X509Certificate) CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(block.der())));
                } catch (CertificateException _) {
                    continue; // one broken certificate does not spoil the others
                }
            }
        }
        return certificates;
    }
}
