import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.hookline.hook.Parent;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** A certificate and its key in a Secret: either signed by an issuer, or that of an authority, which signs itself. */
record Certificate(ObjectMeta metadata, Spec spec) implements Parent {

    /**
     * @param dnsNames null for an authority
     * @param issuer null for an authority
     * @param authority null if an issuer signs
     */
    record Spec(
            String secretName,
            String commonName,
            List<String> dnsNames,
            String duration,
            String renewBefore,
            Issuer issuer,
            Authority authority) {}

    /** The Secret with the certificate and the key of the authority. */
    record Issuer(String secretName) {}

    /** How long the next certificate of an authority is trusted before it signs. */
    record Authority(String signAfter) {}

    /** What the Secret has; the first four are null if it has no certificate. */
    record Status(
            String serial,
            String notBefore,
            String notAfter,
            String renewalTime,
            int trustedAuthorities,
            List<Condition> conditions) {}

    boolean isAuthority() {
        return spec.authority() != null;
    }

    Duration duration() {
        return parsed(spec.duration());
    }

    Duration renewBefore() {
        return parsed(spec.renewBefore());
    }

    Duration signAfter() {
        return parsed(spec.authority().signAfter());
    }

    /** Reads a duration as Go writes it, such as {@code 2160h} or {@code 1h30m}. */
    private static Duration parsed(String text) {
        return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    }
}
