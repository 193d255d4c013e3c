import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.Sync;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a Secret.
 *
 * @param active the certificate in use; empty if it is missing or invalid
 * @param next of an authority: the certificate that is trusted already, and signs later
 * @param trusted the certificates of all authorities that clients should trust
 */
record Content(Optional<Issued> active, Optional<Issued> next, List<X509Certificate> trusted) {

    private static final String CERTIFICATE = "tls.crt";
    private static final String KEY = "tls.key";
    private static final String NEXT_CERTIFICATE = "next.crt";
    private static final String NEXT_KEY = "next.key";
    private static final String TRUSTED = "ca.crt";

    /** What the watcher applied last to the child: what others have changed since then is restored, not signed again. */
    static Content applied(Sync<Certificate> in) {
        Map<String, String> data = new HashMap<>();
        in.child("v1", "Secret", in.parent().spec().secretName())
                .map(in::unchanged)
                .map(secret -> secret.path("data").properties())
                .ifPresent(fields -> fields.forEach((Map.Entry<String, JsonNode> field) ->
                        data.put(field.getKey(), field.getValue().asText())));
        return of(data);
    }

    /** Reads the data of a Secret, in Base64. */
    static Content of(Map<String, String> data) {
        Optional<Issued> active = Issued.read(text(data, CERTIFICATE), text(data, KEY));
        Optional<Issued> next = Issued.read(text(data, NEXT_CERTIFICATE), text(data, NEXT_KEY));
        return new Content(
                active, next, active.map(issued -> trusted(data, issued)).orElse(List.of()));
    }

    /** An authority that another tool made may have no list: then it trusts itself. */
    private static List<X509Certificate> trusted(Map<String, String> data, Issued active) {
        try {
            List<X509Certificate> trusted = Pem.certificates(text(data, TRUSTED));
            return trusted.isEmpty() ? List.of(active.certificate()) : trusted;
        } catch (GeneralSecurityException e) {
            return List.of(active.certificate());
        }
    }

    /** Whether the active certificate may sign others. */
    boolean isAuthority() {
        return active.isPresent() && active.get().certificate().getBasicConstraints() >= 0;
    }

    Map<String, String> data() {
        Map<String, String> data = new HashMap<>();
        active.ifPresent(issued -> put(data, issued, CERTIFICATE, KEY));
        next.ifPresent(issued -> put(data, issued, NEXT_CERTIFICATE, NEXT_KEY));
        data.put(TRUSTED, encoded(Pem.of(trusted)));
        return data;
    }

    private static void put(Map<String, String> data, Issued issued, String certificate, String key) {
        data.put(certificate, encoded(Pem.of(List.of(issued.certificate()))));
        data.put(key, encoded(Pem.of(issued.key())));
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String text(Map<String, String> data, String key) {
        try {
            return new String(Base64.getDecoder().decode(data.getOrDefault(key, "")), StandardCharsets.US_ASCII);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
