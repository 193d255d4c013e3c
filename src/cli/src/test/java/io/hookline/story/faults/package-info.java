/**
 * A watcher whose API server, hooks or connections fail: outages, hostile answers, killed processes, fail-over. {@link FaultyLink} is the
 * connection that fails, {@link CountedWorld} a watcher that counts its requests.
 */
package io.hookline.story.faults;
