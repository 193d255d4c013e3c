package io.hookline.web;

/** Answers requests without a thread of their own, before the routes are asked. Thread-safe. */
@FunctionalInterface
public interface AsyncRoute {

    /**
     * Begins to answer a request. Runs on a thread that serves all connections, so it must return at once; it must not throw.
     *
     * @return false if this request is one for the routes. Otherwise {@link AsyncExchange#answer} is called once, now or later
     */
    boolean begin(AsyncExchange exchange);
}
