package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cli.Main.Conversions;
import io.hookline.cli.ServeCommand.ServeFlags;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.web.Address;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The files of {@code hookline serve} for TLS and tokens. */
class ServeAccessTest {

    private static final Address ADDRESS = new Address("127.0.0.1", 0);

    @TempDir
    Path folder;

    private static ServeFlags options(String... arguments) {
        ServeFlags options = new ServeFlags();
        CommandLine line = new CommandLine(options);
        Conversions.register(line);
        line.parseArgs(arguments);
        return options;
    }

    @Test
    void aMissingFileIsNamedWithItsOption() throws Exception {
        Path there = Files.writeString(folder.resolve("there.pem"), "");
        Path missing = folder.resolve("missing.pem");

        assertThatThrownBy(() -> options("--token-file=" + missing).rules())
                .isInstanceOf(CliErrors.UsageError.class)
                .hasMessage("--token-file: there is no file " + missing);
        assertThatThrownBy(() -> options("--tls-cert-file=" + missing, "--tls-private-key-file=" + there)
                        .at(ADDRESS))
                .isInstanceOf(CliErrors.UsageError.class)
                .hasMessage("--tls-cert-file: there is no file " + missing);
        assertThatThrownBy(() -> options("--tls-cert-file=" + there, "--tls-private-key-file=" + missing)
                        .at(ADDRESS))
                .isInstanceOf(CliErrors.UsageError.class)
                .hasMessage("--tls-private-key-file: there is no file " + missing);
    }
}
