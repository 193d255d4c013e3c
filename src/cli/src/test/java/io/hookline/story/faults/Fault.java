package io.hookline.story.faults;

/** What goes wrong between a client and its server. */
sealed interface Fault {

    /** Nothing. */
    record None() implements Fault {}

    /** Connections break: the present ones, and each new one as soon as it stands. */
    record Cut() implements Fault {}

    /** Connections stand and no byte passes any more: the present ones and the new ones, for good. */
    record Stall() implements Fault {}

    /** So many bytes a second pass from the server on each connection. */
    record Slow(int bytesPerSecond) implements Fault {}

    /** Each connection breaks after a random number of bytes from the server, and the present ones at once. */
    record Flaky(int fewest, int most) implements Fault {}

    /** Connections break, and each further request is answered with a status code; 0 seconds for no Retry-After. */
    record Refuse(int code, int retryAfter) implements Fault {}

    /** Bytes appear on the present connections that the server did not send. */
    record Inject(String bytes) implements Fault {}
}
