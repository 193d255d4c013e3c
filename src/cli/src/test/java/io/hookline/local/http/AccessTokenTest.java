package io.hookline.local.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The token of an API server: a new one, or that of a file. */
class AccessTokenTest {

    @TempDir
    private Path folder;

    private Path file(String content) throws Exception {
        return Files.writeString(folder.resolve("token"), content);
    }

    @Test
    void eachRandomTokenIsAnotherOneThatAFileMayContain() throws Exception {
        Set<String> tokens = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            String token = AccessToken.random(new SecureRandom()).text();
            assertThat(token).hasSize(43);
            assertThat(AccessToken.read(file(token)).text()).isEqualTo(token);
            tokens.add(token);
        }
        assertThat(tokens).hasSize(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "abc\n", "abc\r\n", "  abc \n\n"})
    void whiteSpaceAroundATokenIsNotPartOfIt(String content) throws Exception {
        assertThat(AccessToken.read(file(content)).text()).isEqualTo("abc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "123", "~", "a.b-c_d~e+f/g==", "eyJhbGciOiJSUzI1NiJ9.e30.c2ln"})
    void aKubeconfigHasTheTokenAsItIs(String token) throws Exception {
        assertThat(AccessToken.read(file(token)).text()).isEqualTo(token);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''       | is empty; write one token into it
            ' \n '   | is empty; write one token into it
            'a\nb'   | has several lines; write one token into it
            'a b'    | is not a valid bearer token: it may have letters, digits and - . _ ~ + / and = at its end, and no spaces
            'a=b'    | is not a valid bearer token
            'a"b'    | is not a valid bearer token
            'ä'      | is not a valid bearer token
            """)
    void aFileWithoutOneValidTokenIsNamedButNotShown(String content, String problem) throws Exception {
        Path file = file(content.translateEscapes());

        assertThatThrownBy(() -> AccessToken.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + " " + problem);
    }

    @Test
    void aTokenThatIsTooLongForAHeaderIsAnError() throws Exception {
        Path file = file("x".repeat(4097));

        assertThatThrownBy(() -> AccessToken.read(file))
                .hasMessage(file + " has a token of 4097 characters; the maximum is 4096");
    }

    @Test
    void aFileThatCannotBeReadIsNamed() throws Exception {
        Path missing = folder.resolve("missing");
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});

        assertThatThrownBy(() -> AccessToken.read(missing)).hasMessage("there is no file " + missing);
        assertThatThrownBy(() -> AccessToken.read(folder)).hasMessageStartingWith(folder + " cannot be read: ");
        assertThatThrownBy(() -> AccessToken.read(binary))
                .hasMessage(binary + " is not a text file; write one token into it");
    }

    @Test
    void itsTextFormDoesNotContainIt() {
        assertThat(AccessToken.random(new SecureRandom())).hasToString("a bearer token");
    }
}
