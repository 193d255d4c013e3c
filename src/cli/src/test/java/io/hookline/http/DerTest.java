package io.hookline.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.KeyPairGenerator;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DER allows only the shortest form of each length. */
final class DerTest {

    private static final HexFormat HEX = HexFormat.of();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 126, 127, 128, 255, 256, 65_535, 65_536, 1 << 24})
    void aLengthIsWrittenInAsFewBytesAsItNeeds(int length) throws IOException {
        byte[] der = Der.pkcs8OfRsa(new byte[length]);

        ByteArrayInputStream in = new ByteArrayInputStream(der);
        assertThat(readHead(in, 0x30)).isEqualTo(in.available());
        assertThat(HEX.formatHex(in.readNBytes(3))).isEqualTo("020100");
        assertThat(HEX.formatHex(in.readNBytes(15))).isEqualTo("300d06092a864886f70d0101010500");
        assertThat(readHead(in, 0x04)).isEqualTo(length);
        assertThat(in.available()).isEqualTo(length);
    }

    @ParameterizedTest
    @ValueSource(ints = {512, 1024, 2048})
    void anRsaKeyIsWrappedAsTheJdkWrapsIt(int bits) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(bits);
        byte[] pkcs8 = generator.generateKeyPair().getPrivate().getEncoded();

        assertThat(Der.pkcs8OfRsa(pkcs1(pkcs8))).isEqualTo(pkcs8);
    }

    private static byte[] pkcs1(byte[] pkcs8) {
        ByteArrayInputStream in = new ByteArrayInputStream(pkcs8);
        readHead(in, 0x30);
        in.skip(3 + 15);
        readHead(in, 0x04);
        return in.readAllBytes();
    }

    /** Reads a tag and a length, and checks that the length has its shortest form. */
    private static int readHead(ByteArrayInputStream in, int tag) {
        assertThat(in.read()).isEqualTo(tag);
        int first = in.read();
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 0; i < (first & 0x7f); i++) {
            int next = in.read();
            assertThat(i > 0 || next > 0).as("no leading zero").isTrue();
            length = length << 8 | next;
        }
        assertThat(length).as("fits no shorter notation").isGreaterThanOrEqualTo(0x80);
        return length;
    }
}
