package io.hookline.cli;

import io.hookline.cli.terminal.CliErrors;
import io.hookline.server.CallRules;
import picocli.CommandLine.Option;

/** The options of {@code hookline serve} for its load. */
final class ServeLoad {

    @Option(
            names = "--max-requests-inflight",
            paramLabel = "N",
            defaultValue = "" + CallRules.DEFAULT_MAX_IN_FLIGHT,
            description =
                    "Maximum calls that run or wait; further ones are refused with 429 and Retry-After, and the watcher"
                            + " repeats them later. Probes and metrics are never refused (default: ${DEFAULT-VALUE}).")
    private int maxInFlight = CallRules.DEFAULT_MAX_IN_FLIGHT;

    @Option(
            names = "--access-log",
            description = "Log each request: method, path, status, ms, bytesIn, bytesOut, requestId, client, userAgent."
                    + " Probes and scrapes are logged only if they fail.")
    private boolean accessLog;

    CallRules limit(CallRules rules) {
        return rules.withMaxInFlight(CliErrors.atLeastOne("--max-requests-inflight", maxInFlight))
                .withLoggedRequests(accessLog);
    }
}
