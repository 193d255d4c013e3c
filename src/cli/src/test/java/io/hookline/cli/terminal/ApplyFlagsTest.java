package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.watcher.WatcherOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The options of a watcher that the flags give. */
class ApplyFlagsTest {

    @Command
    private static final class Flags {
        @CommandLine.Mixin
        private final ApplyFlags apply = new ApplyFlags();
    }

    @ParameterizedTest
    @CsvSource({"'', true", "--loop-brake, true", "--loop-brake=true, true", "--loop-brake=false, false"})
    void writesThatNeverEndAreSlowedDownUnlessThatIsTurnedOff(String args, boolean brakes) {
        Flags flags = new Flags();
        new CommandLine(flags).parseArgs(args.isEmpty() ? new String[0] : args.split(" "));
        assertThat(flags.apply.addTo(WatcherOptions.DEFAULTS).loopBrake()).isEqualTo(brakes);
    }

    @ParameterizedTest
    @CsvSource({
        "'', false",
        "--strip-managed-fields, true",
        "--strip-managed-fields=true, true",
        "--strip-managed-fields=false, false"
    })
    void managedFieldsAreStrippedOnRequest(String args, boolean strips) {
        Flags flags = new Flags();
        new CommandLine(flags).parseArgs(args.isEmpty() ? new String[0] : args.split(" "));
        assertThat(flags.apply.addTo(WatcherOptions.DEFAULTS))
                .isEqualTo(WatcherOptions.DEFAULTS.strippingManagedFields(strips));
    }
}
