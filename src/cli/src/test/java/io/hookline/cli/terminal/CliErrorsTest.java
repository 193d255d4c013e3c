package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class CliErrorsTest {

    private final StringWriter err = new StringWriter();
    private final CommandLine line =
            new CommandLine(CommandLine.Model.CommandSpec.create()).setErr(new PrintWriter(err));

    static Stream<Exception> failuresOfAFile() {
        AccessDeniedException denied = new AccessDeniedException("hooks/kustomization.yaml");
        return Stream.of(denied, new UncheckedIOException(denied));
    }

    /** Such as of {@code check --fix}, which changes the files of the user. */
    @ParameterizedTest
    @MethodSource("failuresOfAFile")
    void aFileThatCannotBeWrittenIsNamedWithTheReasonInOneLine(Exception e) {
        assertThat(CliErrors.report(e, line)).isEqualTo(1);

        assertThat(err.toString().lines()).containsExactly("hookline: hooks/kustomization.yaml: permission denied");
    }

    @Test
    void theReasonOfTheOperatingSystemIsPrinted() {
        CliErrors.report(
                new UncheckedIOException(new FileSystemException("crd.yaml", null, "Operation not permitted")), line);

        assertThat(err.toString().lines()).containsExactly("hookline: crd.yaml: Operation not permitted");
    }

    @Test
    void aDefectIsPrintedWithItsStack() {
        CliErrors.report(new UncheckedIOException(new IOException("broken")), line);

        assertThat(err.toString()).contains("unexpected error").contains("\tat ");
    }
}
