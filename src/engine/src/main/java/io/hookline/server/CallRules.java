package io.hookline.server;

import java.util.Optional;

/**
 * Which calls of hooks the server accepts. The list of hooks, probes and metrics are open to all clients, at any load;
 * with {@code refusesPages}, to all but web pages.
 *
 * @param tokens those of the callers; empty if no token is needed
 * @param certificates those of the callers; empty if no client certificate is needed
 * @param refusesPages whether requests of web pages of other servers are refused, see
 *     {@link io.hookline.web.CallerCheck}; only for a server on a loopback address
 * @param maxInFlight the maximum number of calls that run or wait; further ones are refused with 429
 * @param logsRequests whether each request is logged
 */
public record CallRules(
        Optional<BearerTokens> tokens,
        Optional<ClientCertificates> certificates,
        boolean refusesPages,
        int maxInFlight,
        boolean logsRequests) {

    /**
     * The default of the maximum: four times as many as can run at a time, 32 of Java and 32 of other hooks. Those that
     * wait behind them have a good chance to run within their 10 s, and their requests fit into a small heap.
     */
    public static final int DEFAULT_MAX_IN_FLIGHT = 256;

    /** All clients may call. */
    public static final CallRules OPEN =
            new CallRules(Optional.empty(), Optional.empty(), false, DEFAULT_MAX_IN_FLIGHT, false);

    /** With tokens of callers. */
    public CallRules withTokens(BearerTokens known) {
        return new CallRules(Optional.of(known), certificates, refusesPages, maxInFlight, logsRequests);
    }

    /** Without requests of web pages of other servers. */
    public CallRules withoutPages() {
        return new CallRules(tokens, certificates, true, maxInFlight, logsRequests);
    }

    /** With another maximum of calls that run or wait. */
    public CallRules withMaxInFlight(int calls) {
        return new CallRules(tokens, certificates, refusesPages, calls, logsRequests);
    }

    /** With a log line for each request. */
    public CallRules withLoggedRequests(boolean on) {
        return new CallRules(tokens, certificates, refusesPages, maxInFlight, on);
    }

    /** Whether a caller must have a credential. */
    public boolean areAuthenticated() {
        return tokens.isPresent() || certificates.isPresent();
    }
}
