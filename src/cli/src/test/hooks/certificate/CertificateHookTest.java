import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Issues, renews and rotates with a clock of the test. The JDK's own path validation (PKIX) judges each certificate. */
class CertificateHookTest {

    private static final Instant START = Instant.parse("2026-05-01T08:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private final CertificateHook hook = new CertificateHook();

    private static Certificate authority(String commonName, String duration) {
        return new Certificate(
                new ObjectMetaBuilder().withName("demo-ca").build(),
                new Certificate.Spec(
                        "demo-ca", commonName, null, duration, "1000h", null, new Certificate.Authority("1h")));
    }

    private static Certificate leaf(String... dnsNames) {
        return lasting("240h", dnsNames);
    }

    private static Certificate lasting(String duration, String... dnsNames) {
        return new Certificate(
                new ObjectMetaBuilder().withName("web").build(),
                new Certificate.Spec(
                        "web-tls",
                        dnsNames[0],
                        List.of(dnsNames),
                        duration,
                        "80h",
                        new Certificate.Issuer("demo-ca"),
                        null));
    }

    private Answer call(Certificate certificate, Instant now, Secret child, Secret issuer) throws Exception {
        var in = Sync.of(certificate).now(now);
        return hook.sync((child == null ? in : in.children(child))
                .related(issuer == null ? List.of() : List.of(issuer))
                .build());
    }

    private Secret secret(Certificate certificate, Instant now, Secret child, Secret issuer) throws Exception {
        return call(certificate, now, child, issuer)
                .sent().child(Secret.class, certificate.spec().secretName())
                .orElseThrow();
    }

    private Secret newAuthority() throws Exception {
        return secret(authority("Demo CA", "10000h"), START, null, null);
    }

    private static List<X509Certificate> certificates(Secret secret, String key) throws Exception {
        byte[] pem = Base64.getDecoder().decode(secret.getData().get(key));
        return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                .map(X509Certificate.class::cast)
                .toList();
    }

    private static X509Certificate certificate(Secret secret) throws Exception {
        return certificates(secret, "tls.crt").getFirst();
    }

    /** Fails unless a client that trusts the authorities of one Secret accepts the certificate of another. */
    private static void validate(Secret trusted, Secret server, Instant now) throws Exception {
        var anchors = certificates(trusted, "ca.crt").stream()
                .map(authority -> new TrustAnchor(authority, null))
                .collect(Collectors.toSet());
        PKIXParameters parameters = new PKIXParameters(anchors);
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(now));
        CertPathValidator.getInstance("PKIX")
                .validate(
                        CertificateFactory.getInstance("X.509").generateCertPath(certificates(server, "tls.crt")),
                        parameters);
    }

    private static Condition condition(Answer answer, String type) {
        return answer.sent().status(Certificate.Status.class).orElseThrow().conditions().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aNewCertificateIsValidForItsNamesAndSignedByTheAuthority() throws Exception {
        Secret issuer = newAuthority();

        Secret web = secret(leaf("web.example.com", "*.web.example.com"), START, null, issuer);

        X509Certificate certificate = certificate(web);
        validate(web, web, START);
        assertThat(web.getType()).isEqualTo("kubernetes.io/tls");
        assertThat(certificate.getSubjectAlternativeNames())
                .containsExactly(List.of(2, "web.example.com"), List.of(2, "*.web.example.com"));
        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=web.example.com");
        assertThat(certificate.getIssuerX500Principal().getName()).isEqualTo("CN=Demo CA");
        assertThat(certificate.getNotAfter()).isEqualTo(Date.from(START.plus(Duration.ofHours(240))));
        assertThat(certificate.getBasicConstraints()).as("it signs nothing").isEqualTo(-1);
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
        assertThat(certificate.getSerialNumber()).isPositive();
        assertThat(certificate(issuer).getBasicConstraints())
                .as("the authority signs no other authority")
                .isZero();
    }

    @Test
    void aCertificateIsNotValidAfterItsTimeAndNotForClientsOfAnotherAuthority() throws Exception {
        Secret issuer = newAuthority();
        Secret web = secret(leaf("web.example.com"), START, null, issuer);

        assertThat(catchThrowable(
                        () -> validate(web, web, START.plus(Duration.ofHours(241)))))
                .isInstanceOf(CertPathValidatorException.class);
        assertThat(catchThrowable(() -> validate(newAuthority(), web, START)))
                .isInstanceOf(CertPathValidatorException.class);
    }

    @Test
    void aCertificateThatExistsIsReturnedByteForByteUntilItIsDue() throws Exception {
        Secret issuer = newAuthority();
        Secret web = secret(leaf("web.example.com"), START, null, issuer);

        Answer answer = call(leaf("web.example.com"), START.plus(Duration.ofHours(159)), web, issuer);

        assertThat(answer.sent().child(Secret.class, "web-tls").orElseThrow().getData()).isEqualTo(web.getData());
        assertThat(answer.sent().resyncAfter()).contains(HOUR);
        Certificate.Status status = answer.sent().status(Certificate.Status.class).orElseThrow();
        assertThat(status.serial()).isEqualTo(certificate(web).getSerialNumber().toString(16));
        assertThat(status.renewalTime()).isEqualTo("2026-05-08T00:00:00Z");
        assertThat(condition(answer, "Ready").getStatus()).isEqualTo("True");
    }

    @Test
    void aDueCertificateIsRenewedWithANewKeyWhileTheOldOneIsValid() throws Exception {
        Secret issuer = newAuthority();
        Secret web = secret(leaf("web.example.com"), START, null, issuer);
        Instant due = START.plus(Duration.ofHours(160));

        Secret renewed = secret(leaf("web.example.com"), due, web, issuer);

        assertThat(certificate(renewed).getSerialNumber()).isNotEqualTo(certificate(web).getSerialNumber());
        assertThat(renewed.getData().get("tls.key")).isNotEqualTo(web.getData().get("tls.key"));
        validate(web, renewed, due);
        validate(renewed, web, due);
    }

    @Test
    void aChangedSpecIsIssuedAtOnce() throws Exception {
        Secret issuer = newAuthority();
        Secret web = secret(leaf("web.example.com"), START, null, issuer);

        Secret renamed = secret(leaf("web.example.com", "www.example.com"), START.plus(HOUR), web, issuer);
        Secret shortened = secret(lasting("100h", "web.example.com"), START.plus(HOUR), web, issuer);

        assertThat(certificate(renamed).getSubjectAlternativeNames()).hasSize(2);
        assertThat(certificate(shortened).getNotAfter()).isEqualTo(Date.from(START.plus(Duration.ofHours(101))));
    }

    @Test
    void aSecretThatSomeoneChangedIsRestoredAndNotIssuedAgain() throws Exception {
        Secret issuer = newAuthority();
        Secret web = secret(leaf("web.example.com"), START, null, issuer);
        Sync<Certificate> in = Sync.of(leaf("web.example.com"))
                .now(START.plus(HOUR))
                .children(changed(web, applied(web)))
                .related(issuer)
                .build();

        Secret restored = hook.sync(in).sent().child(Secret.class, "web-tls").orElseThrow();

        assertThat(restored.getData()).isEqualTo(web.getData());
    }

    private static String applied(Secret secret) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"web-tls\"},\"data\":{"
                + secret.getData().entrySet().stream()
                        .map(field -> "\"" + field.getKey() + "\":\"" + field.getValue() + "\"")
                        .collect(Collectors.joining(","))
                + "}}";
    }

    private static Secret changed(Secret secret, String applied) {
        return new SecretBuilder(secret)
                .editMetadata()
                .addToAnnotations("metacontroller.k8s.io/last-applied-configuration", applied)
                .endMetadata()
                .addToData("tls.crt", "aGFja2Vk")
                .build();
    }

    @Test
    void aSecretWithoutAValidCertificateGetsANewOne() throws Exception {
        Secret issuer = newAuthority();
        Secret garbage = new SecretBuilder()
                .withNewMetadata()
                .withName("web-tls")
                .endMetadata()
                .withType("kubernetes.io/tls")
                .withData(Map.of("tls.crt", "aGFja2Vk", "tls.key", "not Base64!"))
                .build();

        Secret web = secret(leaf("web.example.com"), START, garbage, issuer);

        validate(issuer, web, START);
    }

    @Test
    void aKeyOfAnotherCertificateIsReplaced() throws Exception {
        Secret issuer = newAuthority();
        Secret web = secret(leaf("web.example.com"), START, null, issuer);
        Secret mixed = new SecretBuilder(web)
                .addToData("tls.key", issuer.getData().get("tls.key"))
                .build();

        Secret repaired = secret(leaf("web.example.com"), START, mixed, issuer);

        assertThat(certificate(repaired)).isNotEqualTo(certificate(web));
    }

    @Test
    void withoutAnAuthorityNothingIsIssuedAndACertificateThatExistsIsKept() throws Exception {
        Secret web = secret(leaf("web.example.com"), START, null, newAuthority());

        Answer none = call(leaf("web.example.com"), START, null, null);
        Answer kept = call(leaf("web.example.com"), START.plus(Duration.ofHours(200)), web, null);
        Answer notAnAuthority = call(leaf("web.example.com"), START, null, renamed(web));

        assertThat(none.sent().children()).isEmpty();
        assertThat(condition(none, "Ready").getReason()).isEqualTo("IssuerNotReady");
        assertThat(kept.sent().child(Secret.class, "web-tls").orElseThrow().getData()).isEqualTo(web.getData());
        assertThat(notAnAuthority.sent().children()).isEmpty();
    }

    private static Secret renamed(Secret secret) {
        return new SecretBuilder(secret)
                .editMetadata()
                .withName("demo-ca")
                .endMetadata()
                .build();
    }

    /** The former, the present and the next authority: at each step, old and new clients accept old and new servers. */
    @Test
    void theAuthorityIsReplacedWithoutAMomentInWhichAClientRefusesAServer() throws Exception {
        Certificate after = authority("Demo CA 2", "10000h");
        Secret one = newAuthority();
        Secret oldServer = secret(leaf("web.example.com"), START, null, one);
        Instant changed = START.plus(HOUR);

        // The next authority is trusted, but does not sign yet: the server keeps its certificate, and clients learn both.
        Secret two = secret(after, changed, one, null);
        Secret middle = secret(leaf("web.example.com"), changed, oldServer, two);
        assertThat(certificate(two)).isEqualTo(certificate(one));
        assertThat(certificates(two, "ca.crt")).hasSize(2);
        assertThat(certificate(middle)).isEqualTo(certificate(oldServer));
        assertThat(certificates(middle, "ca.crt")).hasSize(2);
        assertThat(call(after, changed, one, null).sent().resyncAfter()).contains(HOUR);

        // An hour later it signs. Clients of the step before accept the new server, and new clients accept the old server.
        Instant signs = changed.plus(HOUR);
        Secret three = secret(after, signs, two, null);
        Secret newServer = secret(leaf("web.example.com"), signs, middle, three);
        assertThat(certificate(three).getSubjectX500Principal().getName()).isEqualTo("CN=Demo CA 2");
        assertThat(certificate(newServer).getIssuerX500Principal().getName()).isEqualTo("CN=Demo CA 2");
        validate(middle, newServer, signs);
        validate(newServer, oldServer, signs);

        // At rest, nothing changes any more, until the former authority expires.
        assertThat(secret(after, signs, three, null).getData()).isEqualTo(three.getData());
        Secret four = secret(after, START.plus(Duration.ofHours(10000)).plusSeconds(1), three, null);
        assertThat(certificates(four, "ca.crt")).doesNotContain(certificate(one));
    }

    @Test
    void aDueAuthorityIsReplacedInTheSameWay() throws Exception {
        Certificate ca = authority("Demo CA", "10000h");
        Secret one = newAuthority();
        Instant due = START.plus(Duration.ofHours(9000));

        Answer answer = call(ca, due, one, null);
        Secret two = answer.sent().child(Secret.class, "demo-ca").orElseThrow();
        Secret three = secret(ca, due.plus(HOUR), two, null);

        assertThat(certificate(two)).isEqualTo(certificate(one));
        assertThat(certificate(three).getSerialNumber()).isNotEqualTo(certificate(one).getSerialNumber());
        Secret web = secret(leaf("web.example.com"), due.plus(HOUR), null, three);
        assertThatCode(() -> validate(two, web, due.plus(HOUR)))
                .as("two authorities of one name")
                .doesNotThrowAnyException();
        assertThat(condition(call(ca, due, two, null), "Rotating").getMessage()).contains("signs from 2027-05-11T09:00:00Z");
    }

    @Test
    void anAuthorityThatHasExpiredIsReplacedAtOnce() throws Exception {
        Instant late = START.plus(Duration.ofHours(20000));

        Secret renewed = secret(authority("Demo CA", "10000h"), late, newAuthority(), null);

        assertThat(certificate(renewed).getNotBefore()).isEqualTo(Date.from(late));
        assertThat(certificates(renewed, "ca.crt")).containsExactly(certificate(renewed));
    }

    @Test
    void noCertificateIsValidForLongerThanItsAuthorityAndStillItIsNotRenewedInALoop() throws Exception {
        Secret issuer = secret(authority("Demo CA", "2000h"), START, null, null);
        Instant late = START.plus(Duration.ofHours(1970));

        Secret web = secret(leaf("web.example.com"), late, null, issuer);
        Answer again = call(leaf("web.example.com"), late.plus(HOUR), web, issuer);

        assertThat(certificate(web).getNotAfter()).isEqualTo(certificate(issuer).getNotAfter());
        assertThat(again.sent().child(Secret.class, "web-tls").orElseThrow().getData()).isEqualTo(web.getData());
        assertThat(again.sent().resyncAfter()).contains(Duration.ofHours(19));
    }

    @Test
    void anAuthorityAfterTheYear2050HasTheOtherFormOfTime() throws Exception {
        Secret issuer = secret(authority("Demo CA", "300000h"), START, null, null);

        validate(issuer, issuer, Instant.parse("2055-01-01T00:00:00Z"));
    }

    @Test
    void aRenewalBeforeTheStartIsReported() throws Exception {
        Answer answer = call(lasting("80h", "web.example.com"), START, null, newAuthority());

        assertThat(answer.sent().children()).isEmpty();
        assertThat(condition(answer, "Ready").getReason()).isEqualTo("InvalidSpec");
    }

    /** The keytool of the JDK stands for other tools: it writes no list of trusted authorities. */
    @Test
    void anAuthorityOfAnotherToolSigns() throws Exception {
        Path folder = Files.createTempDirectory("keys");
        Path store = folder.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                        "-genkeypair", "-alias", "ca", "-keyalg", "EC", "-dname", "CN=Corporate CA", "-ext", "bc:c",
                        "-startdate", "2026/04/30 00:00:00", "-validity", "365",
                        "-keystore", store.toString(), "-storepass", "changeit")
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
        Files.delete(store);
        Files.delete(folder);
        Secret issuer = new SecretBuilder()
                .withNewMetadata()
                .withName("demo-ca")
                .endMetadata()
                .addToData("tls.crt", pem("CERTIFICATE", keys.getCertificate("ca").getEncoded()))
                .addToData("tls.key", pem("PRIVATE KEY", keys.getKey("ca", "changeit".toCharArray()).getEncoded()))
                .build();

        Secret web = secret(leaf("web.example.com"), START, null, issuer);

        validate(web, web, START);
        assertThat(certificate(web).getIssuerX500Principal().getName()).isEqualTo("CN=Corporate CA");
    }

    private static String pem(String type, byte[] der) {
        String text = "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder().encodeToString(der)
                + "\n-----END " + type + "-----\n";
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void theRuleSelectsTheSecretOfTheAuthorityOnly() {
        assertThat(hook.customize(leaf("web.example.com")).toString()).contains("demo-ca");
        assertThat(hook.customize(authority("Demo CA", "10000h"))).isEmpty();
    }

    @Test
    void anAuthorityThatHasExpiredSignsNothingAndTheCertificateStays() throws Exception {
        Secret issuer = secret(authority("Demo CA", "2000h"), START, null, null);
        Secret web = secret(leaf("web.example.com"), START, null, issuer);
        Instant late = START.plus(Duration.ofHours(2001));

        Answer answer = call(leaf("web.example.com"), late, web, issuer);

        assertThat(answer.sent().child(Secret.class, "web-tls").orElseThrow().getData())
                .isEqualTo(web.getData());
        assertThat(condition(answer, "Ready").getReason()).isEqualTo("IssuerNotReady");
        assertThat(condition(answer, "Ready").getMessage()).contains("expired");
        assertThat(answer.sent().resyncAfter()).isEmpty();
    }
}
