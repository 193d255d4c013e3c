package io.hookline.web.tls;

import io.hookline.http.Pem;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * A new key and a self-signed certificate for the loopback addresses and {@code localhost}. Clients trust the certificate as
 * their authority. Both exist in memory only.
 *
 * @param context for the server
 * @param certificate for clients
 */
public record SelfSignedCertificate(SSLContext context, X509Certificate certificate) {

    /** The curve that every TLS client supports. Its keys are created in microseconds. */
    private static final String CURVE = "secp256r1";

    /** Without this, the JDK reads all its public authorities first, which takes longer than all the rest. */
    private static final TrustManager[] NO_CLIENT_CERTIFICATES = {};

    /**
     * Creates a key and a certificate that is valid for a year.
     *
     * @param now the present time
     */
    public static SelfSignedCertificate create(Instant now, SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(CURVE), random);
            KeyPair keys = generator.generateKeyPair();
            byte[] der = new LoopbackCertificate(keys, new BigInteger(Long.SIZE, random), now).der();
            X509Certificate certificate = Pem.certificate(der);
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManager key = Pem.keys(List.of(certificate), keys.getPrivate());
            context.init(new KeyManager[] {key}, NO_CLIENT_CERTIFICATES, random);
            return new SelfSignedCertificate(context, certificate);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot create an EC certificate", e);
        }
    }

    /** The certificate in PEM. */
    public String pem() {
        return Pem.text(certificate);
    }
}
