package io.hookline.http;

import java.time.Duration;

/** Observes how the connection for one request is made. A request on a kept connection has no events. */
@FunctionalInterface
public interface ConnectTrace {

    /** Ignores all events. */
    ConnectTrace NONE = (_, _) -> {};

    /** A step on the way to a connection. */
    enum Event {
        /** The lookup of a host name starts; an address needs none. */
        DNS_START,
        /** The lookup has ended or failed. */
        DNS_DONE,
        /** The TLS handshake starts. */
        TLS_HANDSHAKE_START,
        /** The TLS handshake has ended or failed. */
        TLS_HANDSHAKE_DONE
    }

    /** An event, and how long after the start of the request it happened. */
    void at(Event event, Duration sinceStart);
}
