import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Issues certificates and renews them in time. Keys are random, so each is created once: the hook returns what the Secret has,
 * as long as it is valid. The status describes the Secret that the hook read, so a new certificate is in it one sync later.
 */
public final class CertificateHook implements SyncHook<Certificate>, CustomizeHook<Certificate> {

    private final Issuance issuance = new Issuance();

    /** Requests the Secret of the authority that signs. */
    @Override
    public List<RelatedRule> customize(Certificate certificate) {
        return certificate.isAuthority()
                ? List.of()
                : List.of(RelatedRule.of("v1", "secrets")
                        .named(certificate.spec().issuer().secretName()));
    }

    @Override
    public Answer sync(Sync<Certificate> in) throws GeneralSecurityException {
        Certificate certificate = in.parent();
        Content held = Content.applied(in);
        if (certificate.renewBefore().compareTo(certificate.duration()) >= 0) {
            return kept(in, held, "InvalidSpec", "spec.renewBefore must be less than spec.duration");
        }
        if (certificate.isAuthority()) {
            Authority authority = new Authority(certificate, in.now(), issuance);
            Content desired = authority.desired(held);
            return answer(in, held, desired).resyncAfter(authority.nextChange(desired));
        }
        Optional<Content> issuer = in.related(
                        Secret.class, certificate.spec().issuer().secretName())
                .map(secret -> Content.of(secret.getData()))
                .filter(Content::isAuthority);
        if (issuer.isEmpty()) {
            return kept(
                    in,
                    held,
                    "IssuerNotReady",
                    "Secret " + certificate.spec().issuer().secretName()
                            + " has no authority: it needs tls.crt with a CA "
                            + "certificate and tls.key with its EC key in PKCS #8");
        }
        Instant expiry = issuer.get().active().orElseThrow().notAfter();
        if (!in.now().isBefore(expiry)) {
            return kept(
                    in,
                    held,
                    "IssuerNotReady",
                    "the authority in Secret " + certificate.spec().issuer().secretName() + " has expired at "
                            + expiry);
        }
        Leaf leaf = new Leaf(certificate, in.now(), issuance);
        Content desired = leaf.desired(held, issuer.get());
        return answer(in, held, desired).resyncAfter(leaf.nextChange(desired));
    }

    private static Answer answer(Sync<Certificate> in, Content held, Content desired) {
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withName(in.parent().spec().secretName())
                .endMetadata()
                .withType("kubernetes.io/tls")
                .withData(desired.data())
                .build();
        boolean issued = held.active().isPresent();
        return Answer.of(secret)
                .status(Statuses.of(in, held, issued, issued ? "Issued" : "Issuing", Statuses.summary(held)));
    }

    /** Changes nothing: a certificate that exists stays in use. */
    private static Answer kept(Sync<Certificate> in, Content held, String reason, String message) {
        return in.child("v1", "Secret", in.parent().spec().secretName())
                .map(secret -> Answer.of(in.unchanged(secret)))
                .orElseGet(Answer::of)
                .status(Statuses.of(in, held, false, reason, message));
    }
}
