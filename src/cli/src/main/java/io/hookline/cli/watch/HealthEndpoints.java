package io.hookline.cli.watch;

import io.hookline.process.WatcherProcess;
import io.hookline.process.metrics.MetricsPage;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The health, readiness and metrics endpoints of a watcher.
 *
 * @param health the state of the watcher
 */
record HealthEndpoints(Supplier<Health> health, PrometheusRegistry registry) {

    /**
     * What the probes report.
     *
     * @param dead why the process must be restarted; empty if it works
     * @param unready why the whole watcher cannot work now; empty if it can
     * @param notes what does not make it unready: one controller that cannot work, for example
     */
    record Health(List<String> dead, List<String> unready, List<String> notes) {

        /** A watcher that has not started yet is alive and not ready. */
        static final Health STARTING = new Health(List.of(), List.of("the watcher has not started yet"), List.of());

        /** The state of a watcher that was started. */
        static Health of(WatcherProcess watcher) {
            return new Health(
                    new Liveness(watcher::deadlocks, Liveness.USUAL).problems(),
                    watcher.problems(),
                    watcher.problemsOfControllers());
        }
    }

    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    void addTo(RoutesConfig routes) {
        routes.get("/healthz", ctx -> answer(ctx, "healthz", health.get().dead(), List.of()));
        routes.get("/readyz", ctx -> {
            Health now = health.get();
            answer(
                    ctx,
                    "readyz",
                    Stream.concat(now.dead().stream(), now.unready().stream()).toList(),
                    now.notes());
        });
        routes.get(
                "/metrics",
                ctx -> ctx.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(MetricsPage.of(registry)));
    }

    /** The text starts with {@code ok} exactly if the status is 200. With {@code ?verbose} it ends with a verdict. */
    private static void answer(Context ctx, String check, List<String> failures, List<String> notes) {
        boolean passed = failures.isEmpty();
        StringBuilder text = new StringBuilder();
        if (ctx.queryParam("verbose") != null) {
            failures.forEach(each -> text.append("[-] ").append(each).append('\n'));
            notes.forEach(each -> text.append("[!] ").append(each).append('\n'));
            text.append(passed ? "[+] watcher ok\n" : "")
                    .append(check)
                    .append(passed ? " check passed\n" : " check failed\n");
        } else {
            text.append(passed ? "ok" : String.join("\n", failures));
            text.append(passed && notes.isEmpty() ? "" : "\n");
            notes.forEach(each -> text.append(each).append('\n'));
        }
        ctx.status(passed ? OK : UNAVAILABLE).contentType("text/plain").result(text.toString());
    }

    /**
     * Finds what only a restart of the process can repair: deadlocks of threads, virtual threads that do not run any
     * more, and what the watcher reports about its own threads.
     *
     * @param deadlocks those of the watcher
     * @param within the time in which a new virtual thread must run
     */
    record Liveness(Supplier<List<String>> deadlocks, Duration within) {

        static final Duration USUAL = Duration.ofSeconds(5);

        /** The problems; empty if the process works. Waits at most for the time limit. */
        List<String> problems() {
            List<String> all = new ArrayList<>(deadlocks.get());
            long[] locked = ManagementFactory.getThreadMXBean().findDeadlockedThreads();
            if (locked != null) {
                List<String> names = Arrays.stream(
                                ManagementFactory.getThreadMXBean().getThreadInfo(locked))
                        .filter(Objects::nonNull)
                        .map(ThreadInfo::getThreadName)
                        .toList();
                all.add("threads wait for each other: " + String.join(", ", names));
            }
            if (!virtualThreadsRun()) {
                all.add("virtual threads do not run: all their carriers are busy");
            }
            return all;
        }

        private boolean virtualThreadsRun() {
            CountDownLatch ran = new CountDownLatch(1);
            Thread.ofVirtual().name("liveness").start(ran::countDown);
            try {
                return ran.await(within.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return true; // the process stops
            }
        }
    }
}
