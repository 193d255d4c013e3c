package io.hookline.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Objects;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Its keys were made for it alone and open nothing. */
class PemTest {

    private static byte[] fixture(String name) throws IOException {
        try (InputStream in = PemTest.class.getResourceAsStream("/fixtures/pem/" + name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rsa-pkcs1, SHA256withRSA",
        "rsa-pkcs8, SHA256withRSA",
        "ec-sec1, SHA256withECDSA",
        "ec-with-parameters, SHA384withECDSA",
        "ed25519-pkcs8, Ed25519"
    })
    void everyFormOfKeyIsReadAndFitsItsCertificate(String name, String algorithm) throws Exception {
        X509ExtendedKeyManager keys = Pem.keys(fixture(name + ".crt"), fixture(name + ".key"));

        assertThat(fits(keys.getPrivateKey("client"), keys.getCertificateChain("client")[0].getPublicKey(), algorithm))
                .isTrue();
    }

    private static boolean fits(PrivateKey secret, PublicKey open, String algorithm) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(secret);
        signature.update((byte) 1);
        byte[] signed = signature.sign();
        signature.initVerify(open);
        signature.update((byte) 1);
        return signature.verify(signed);
    }

    @Test
    void whatIsNoKeyIsRefused() throws IOException {
        byte[] certificate = fixture("ec-sec1.crt");

        assertThatThrownBy(() -> Pem.keys(certificate, certificate)).hasMessage("there is no private key in it");
        assertThatThrownBy(() -> Pem.keys(fixture("ec-sec1.key"), fixture("ec-sec1.key")))
                .isInstanceOf(GeneralSecurityException.class);
        assertThatThrownBy(() -> Pem.keys(certificate, key("ENCRYPTED ", "AAAA")))
                .hasMessage("the private key is encrypted or of an unknown type");
        assertThatThrownBy(() -> Pem.keys(certificate, key("EC ", "MAA=")))
                .hasMessage("the private key does not name its curve");
        assertThatThrownBy(() -> Pem.keys(certificate, key("", "MAA="))).hasMessage("the private key cannot be read");
    }

    private static byte[] key(String type, String base64) {
        return ("-----BEGIN " + type + "PRIVATE KEY-----\n" + base64 + "\n-----END " + type + "PRIVATE KEY-----")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
