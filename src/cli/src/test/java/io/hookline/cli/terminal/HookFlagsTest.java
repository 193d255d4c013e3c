package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.watcher.WatcherOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The options of a watcher that the flags give. */
class HookFlagsTest {

    @Command
    private static final class Flags {
        @CommandLine.Mixin
        private final HookFlags hooks = new HookFlags();
    }

    @ParameterizedTest
    @CsvSource({
        "'', false",
        "--same-host-redirects, true",
        "--same-host-redirects=true, true",
        "--same-host-redirects=false, false"
    })
    void redirectsToOtherHostsAreForbiddenOnRequest(String args, boolean forbidden) {
        Flags flags = new Flags();
        new CommandLine(flags).parseArgs(args.isEmpty() ? new String[0] : args.split(" "));
        assertThat(flags.hooks.addTo(WatcherOptions.DEFAULTS))
                .isEqualTo(WatcherOptions.DEFAULTS.redirectingWithinHosts(forbidden));
    }
}
