/**
 * Work queue and rate limits: which key is processed next, and when.
 *
 * <p>Entry point: {@link WorkQueue}.
 *
 * <ul>
 *   <li>To change back-off, open {@link RateLimits}; failed parents get theirs in {@code watcher.sync.ControllerParts}.
 *   <li>To change how often one key is processed in a storm of events, open {@code KeyThrottle} in {@link WorkQueue}.
 *   <li>To change the order of keys, open {@code ReadyQueue} in {@link WorkQueue} and {@link Priority}.
 *   <li>To add what metrics observe, open {@link QueueObserver} and {@link QueueState}.
 *   <li>To change a limit of requests or events per second, open {@link TokenBucket}.
 * </ul>
 */
@NullMarked
package io.hookline.queue;

import org.jspecify.annotations.NullMarked;
