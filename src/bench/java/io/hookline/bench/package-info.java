/**
 * Measures any watcher with Metacontroller's contract from outside, on a real kube-apiserver with a hook that counts calls.
 *
 * <p>See {@code src/docs/performance.md}.
 */
package io.hookline.bench;
