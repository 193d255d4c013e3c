import io.hookline.hook.Conditions;
import io.hookline.hook.Sync;
import java.security.cert.X509Certificate;
import java.time.Instant;

/** Builds the status from the content of the Secret. */
final class Statuses {

    private Statuses() {}

    static Certificate.Status of(Sync<Certificate> in, Content held, boolean ready, String reason, String message) {
        Conditions conditions = Conditions.of(in).set("Ready", ready, reason, message);
        if (in.parent().isAuthority()) {
            conditions = conditions.set(
                    "Rotating",
                    held.next().isPresent(),
                    held.next().isPresent() ? "NextTrusted" : "OneAuthority",
                    held.next()
                            .map(next -> "authority " + serial(next.certificate()) + " signs from "
                                    + next.notBefore().plus(in.parent().signAfter()))
                            .orElse("no other authority waits to sign"));
        }
        Issued active = held.active().orElse(null);
        if (active == null) {
            return new Certificate.Status(null, null, null, null, held.trusted().size(), conditions.list());
        }
        Instant renewal = active.renewal(in.parent().renewBefore());
        return new Certificate.Status(
                serial(active.certificate()),
                active.notBefore().toString(),
                active.notAfter().toString(),
                renewal.toString(),
                held.trusted().size(),
                conditions.list());
    }

    static String summary(Content held) {
        return held.active()
                .map(active -> "valid until " + active.notAfter() + ", signed by "
                        + active.certificate().getIssuerX500Principal().getName())
                .orElse("the Secret has no valid certificate yet");
    }

    private static String serial(X509Certificate certificate) {
        return certificate.getSerialNumber().toString(16);
    }
}
