package io.hookline.webhook;

import java.time.InstantSource;
import java.util.concurrent.Executor;

/**
 * What hook calls run on.
 *
 * @param executor runs local hooks: one thread per task, or at least enough for all calls at a time; a call that it rejects
 *     fails
 * @param clock for expiry of remembered answers, and for dates in {@code Retry-After}
 * @param observer is told of every call
 */
public record WebhookRuntime(Executor executor, InstantSource clock, CallObserver observer) {}
