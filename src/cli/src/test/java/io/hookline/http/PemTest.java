package io.hookline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.http.Pem.PrivateKeys;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.Objects;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509TrustManager;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys in PEM. The keys of the fixtures were created for this test and are not used elsewhere. */
final class PemTest {

    private static final String NO_CERTIFICATE = KeyPairs.pem("CERTIFICATE", new byte[3]);

    private static String fixture(String name) throws IOException {
        try (InputStream in = PemTest.class.getResourceAsStream("/fixtures/pem/" + name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa-pkcs1", "rsa-pkcs8", "ec-sec1", "ec-with-parameters", "ed25519-pkcs8"})
    void everyNotationOfAKeyIsReadAndBelongsToItsCertificate(String name) throws Exception {
        X509ExtendedKeyManager keys = Pem.keys(fixture(name + ".crt"), fixture(name + ".key"));

        X509Certificate certificate = keys.getCertificateChain("client")[0];
        assertThat(PrivateKeys.fits(keys.getPrivateKey("client"), certificate.getPublicKey()))
                .isTrue();
    }

    /** As from a key store of the JDK. */
    @Test
    void aKeyIsOfferedToPeersThatAcceptItsTypeAndItsIssuer() throws Exception {
        X509ExtendedKeyManager keys = Pem.keys(fixture("ec-sec1.crt"), fixture("ec-sec1.key"));
        Principal issuer = keys.getCertificateChain("client")[0].getIssuerX500Principal();
        Principal other = new X500Principal("CN=another authority");

        assertThat(keys.chooseEngineClientAlias(new String[] {"RSA", "EC"}, null, null))
                .isNotNull();
        assertThat(keys.chooseClientAlias(new String[] {"EC"}, new Principal[] {other, issuer}, null))
                .isNotNull();
        assertThat(keys.chooseEngineServerAlias("EC", new Principal[0], null)).isNotNull();
        assertThat(keys.chooseClientAlias(new String[] {"RSA"}, null, null)).isNull();
        assertThat(keys.chooseEngineClientAlias(new String[] {"EC"}, new Principal[] {other}, null))
                .isNull();
        assertThat(keys.chooseServerAlias("RSA", null, null)).isNull();
        assertThat(keys.getServerAliases("EdDSA", null)).isNull();
    }

    @Test
    void anOlderNotationIsTheSameKey() throws Exception {
        KeyPairs.Pair rsa = KeyPairs.rsa("rsa");
        KeyPairs.Pair ec = KeyPairs.ec("ec");

        assertThat(PrivateKeys.parse(KeyPairs.pem("RSA PRIVATE KEY", KeyNotations.pkcs1(rsa.pkcs8())))
                        .getEncoded())
                .isEqualTo(PrivateKeys.parse(rsa.keyPem()).getEncoded())
                .isEqualTo(rsa.pkcs8());
        Pem.keys(ec.certificatePem(), KeyPairs.pem("EC PRIVATE KEY", KeyNotations.sec1(ec.pkcs8())));
    }

    @Test
    void anInvalidKeyIsRejectedWithAMessage() {
        assertRefused("nothing", "there is no valid PEM private key");
        assertRefused(KeyPairs.pem("ENCRYPTED PRIVATE KEY", new byte[3]), "the private key is encrypted");
        assertRefused(
                KeyPairs.pem("RSA PRIVATE KEY", new byte[3])
                        .replaceFirst("\n", "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n"),
                "the private key is encrypted");
        assertRefused(
                KeyPairs.pem("EC PRIVATE KEY", new byte[] {0x30, 3, 2, 1, 1}),
                "the EC private key does not name its curve");
        assertRefused(
                KeyPairs.pem("EC PRIVATE KEY", new byte[] {0x30, 0}), "the EC private key does not name its curve");
        assertRefused(KeyPairs.pem("EC PRIVATE KEY", new byte[] {0x30, 9, 2}), "the EC private key cannot be read");
        assertRefused(
                KeyPairs.pem("PRIVATE KEY", new byte[5]),
                "the private key cannot be read: it is not one of [RSA, EC, EdDSA]");
    }

    private static void assertRefused(String key, String words) {
        assertThatThrownBy(() -> PrivateKeys.parse(key))
                .isInstanceOf(GeneralSecurityException.class)
                .hasMessage(words);
    }

    @Test
    void aKeyOfAnotherCertificateIsRejected() throws Exception {
        String certificate = fixture("rsa-pkcs1.crt");

        for (String other : new String[] {"rsa-pkcs8.key", "ec-sec1.key"}) {
            String key = fixture(other);
            assertThatThrownBy(() -> Pem.keys(certificate, key))
                    .isInstanceOf(GeneralSecurityException.class)
                    .hasMessage("the private key does not belong to the certificate");
        }
    }

    @Test
    void aTextWithoutACertificateIsRejected() throws Exception {
        String key = fixture("ec-sec1.key");

        assertThatThrownBy(() -> Pem.keys(key, key)).hasMessage("there is no valid PEM certificate");
        assertThatThrownBy(() -> Pem.trust(NO_CERTIFICATE)).hasMessage("there is no valid PEM certificate");
    }

    @Test
    void anUnreadableAuthorityDoesNotAffectOthers() throws Exception {
        String authorities = "# ours\n" + NO_CERTIFICATE + fixture("ec-sec1.crt") + fixture("rsa-pkcs1.crt");

        assertThat(Pem.trust(authorities))
                .singleElement()
                .satisfies(trust -> assertThat(((X509TrustManager) trust).getAcceptedIssuers())
                        .hasSize(2));
    }
}
