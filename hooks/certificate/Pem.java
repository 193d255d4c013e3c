import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;

/** Reads and writes certificates and keys in PEM. */
final class Pem {

    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(64, new byte[] {'\n'});
    private static final String PRIVATE_KEY = "PRIVATE KEY";

    private Pem() {}

    static String of(Collection<X509Certificate> certificates) {
        StringBuilder text = new StringBuilder();
        for (X509Certificate certificate : certificates) {
            try {
                text.append(block("CERTIFICATE", certificate.getEncoded()));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e); // it was read from these bytes
            }
        }
        return text.toString();
    }

    static String of(PrivateKey key) {
        return block(PRIVATE_KEY, key.getEncoded());
    }

    static List<X509Certificate> certificates(String text) throws GeneralSecurityException {
        var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
        return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                .map(X509Certificate.class::cast)
                .toList();
    }

    static PrivateKey key(String text) throws GeneralSecurityException {
        String base64 = text.replace(begin(PRIVATE_KEY), "").replace(end(PRIVATE_KEY), "");
        byte[] der = Base64.getMimeDecoder().decode(base64);
        return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
    }

    private static String block(String type, byte[] der) {
        return begin(type) + "\n" + BASE64.encodeToString(der) + "\n" + end(type) + "\n";
    }

    private static String begin(String type) {
        return "-----BEGIN " + type + "-----";
    }

    private static String end(String type) {
        return "-----END " + type + "-----";
    }
}
