package io.hookline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The flags of leader election. */
class LeaderElectionFlagsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --leader-election                  | --leader-election-namespace is required outside of a cluster
            --leader-election --leader-election-namespace=x --leader-election-resource-lock=configmaps | --leader-election-resource-lock: expected leases, was configmaps
            --leader-election --leader-election-namespace=x --leader-election-lease-duration=10s | the lease duration 10 s must be longer than the renew deadline 10 s
            --leader-election --leader-election-namespace=x --leader-election-lease-duration=15500ms | the lease duration must be a number of whole seconds, was 15.5 s
            --leader-election --leader-election-namespace=x --leader-election-retry-period=9s | the renew deadline 10 s must be longer than 1.2 times the retry period 9 s
            """)
    void aWrongValueIsNamedWithWhatWasExpected(String args, String message) {
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine("watch");
        line.setErr(new PrintWriter(err));

        assertThat(line.execute(Main.GoFlags.normalise(("watch " + args).split(" "))))
                .isEqualTo(2);

        assertThat(err.toString()).startsWith("hookline: ").contains(message);
    }
}
