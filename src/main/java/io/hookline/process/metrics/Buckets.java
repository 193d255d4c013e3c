package io.hookline.process.metrics;

import java.util.stream.DoubleStream;

/** The upper bounds of histograms, in seconds. */
final class Buckets {
    private Buckets() {}

    /** Of the work queues of controller-runtime: from 10 ns, each ten times the one before. */
    static double[] queue() {
        return DoubleStream.of(1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1000)
                .toArray();
    }

    /** Of the reconciles of controller-runtime. */
    static double[] reconcile() {
        return DoubleStream.of(
                        0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9,
                        1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60)
                .toArray();
    }

    /** Of the calls of hooks. */
    static double[] call() {
        return DoubleStream.of(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
                .toArray();
    }

    /** Of the lookups of hook servers' names. */
    static double[] dns() {
        return DoubleStream.of(0.005, 0.01, 0.025, 0.05).toArray();
    }

    /** Of TLS handshakes with hook servers. */
    static double[] tls() {
        return DoubleStream.of(0.05, 0.1, 0.25, 0.5).toArray();
    }

    /** Of the parts of a sync: few, since each controller has several of these histograms. */
    static double[] phase() {
        return DoubleStream.of(0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10).toArray();
    }
}
