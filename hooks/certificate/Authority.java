import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.x500.X500Principal;

/**
 * Decides about an authority, which signs itself. It changes in three steps, so that no client ever meets a certificate of an
 * authority that it does not trust: the next authority is trusted, then it signs, then the former one expires.
 */
record Authority(Certificate parent, Instant now, Issuance issuance) {

    Content desired(Content held) throws GeneralSecurityException {
        Issued active = held.isAuthority() ? held.active().orElseThrow() : create();
        Optional<Issued> next = held.next();
        if (next.isEmpty() && isDue(active)) {
            next = Optional.of(create());
        }
        Set<X509Certificate> trusted = new LinkedHashSet<>(held.trusted());
        trusted.add(active.certificate());
        next.map(Issued::certificate).ifPresent(trusted::add);
        trusted.removeIf(certificate -> certificate.getNotAfter().toInstant().isBefore(now));
        if (next.isPresent() && (!now.isBefore(signsFrom(next.get())) || now.isAfter(active.notAfter()))) {
            active = next.get();
            next = Optional.empty();
        }
        return new Content(Optional.of(active), next, List.copyOf(trusted));
    }

    /** When time changes the content: the next authority signs, a trusted one expires, or the active one must be renewed. */
    Duration nextChange(Content content) {
        Issued active = content.active().orElseThrow();
        Instant change = content.next().map(this::signsFrom).orElse(active.renewal(parent.renewBefore()));
        for (X509Certificate certificate : content.trusted()) {
            Instant expired = certificate.getNotAfter().toInstant().plusSeconds(1);
            change = expired.isBefore(change) ? expired : change;
        }
        return Issuance.until(change, now);
    }

    private boolean isDue(Issued active) {
        X500Principal subject = Issuance.subject(parent.spec().commonName());
        return !now.isBefore(active.renewal(parent.renewBefore()))
                || !active.certificate().getSubjectX500Principal().equals(subject);
    }

    private Instant signsFrom(Issued next) {
        return next.notBefore().plus(parent.signAfter());
    }

    private Issued create() throws GeneralSecurityException {
        return issuance.authority(parent.spec().commonName(), now, parent.duration());
    }
}
