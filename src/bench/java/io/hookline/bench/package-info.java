/**
 * Measures a watcher from outside: any command line that speaks Metacontroller's contract, on a real kube-apiserver, with a
 * hook that only counts. See {@code src/docs/performance.md}.
 */
package io.hookline.bench;
