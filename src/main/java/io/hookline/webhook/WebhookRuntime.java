package io.hookline.webhook;

import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * The executor, clock and observer of hook calls.
 *
 * @param executor runs local hooks, with enough threads for all calls at a time; a call that it rejects fails
 * @param clock for the expiry of cached answers, and for dates in {@code Retry-After}
 * @param observer observes every call
 */
public record WebhookRuntime(Executor executor, InstantSource clock, CallObserver observer) {}
