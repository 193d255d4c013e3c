package io.hookline.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cli.watch.WatchFlags.ZapFlags;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What the flags for the log mean. */
class ZapFlagsTest {

    private static ZapFlags flags(String args) {
        return CommandLine.populateCommand(new ZapFlags(), args.split(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "--zap-devel=false, INFO",
        "--zap-log-level=info, INFO",
        "--zap-log-level=error, ERROR",
        "--zap-log-level=panic, ERROR",
        "--zap-log-level=DEBUG, DEBUG",
        "--zap-log-level=1, DEBUG",
        "--zap-log-level=4, DEBUG",
        "--zap-log-level=5, DEBUG",
        "--zap-log-level=6, TRACE",
        "--zap-log-level=10, TRACE",
        "--zap-devel, DEBUG",
        "--zap-devel --zap-log-level=6, TRACE",
        "--zap-devel --zap-log-level=error, ERROR"
    })
    void aLevelOfMetacontrollerIsALevelOfTheLog(String args, String level) {
        assertThat(flags(args).level()).hasToString(level);
    }

    @ParameterizedTest
    @CsvSource({
        "--zap-devel=false, ERROR",
        "--zap-devel, WARN",
        "--zap-stacktrace-level=info, INFO",
        "--zap-devel --zap-stacktrace-level=error, ERROR",
        "--zap-stacktrace-level=panic, OFF"
    })
    void stackTracesAreLoggedFromALevelOn(String args, String level) {
        assertThat(flags(args).stacks()).hasToString(level);
    }
}
