package io.hookline.kube;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * Options of the connection to an API server.
 *
 * @param kubeconfig a kubeconfig file, or several joined by the path separator; empty to search: the variable {@code
 *     KUBECONFIG}, then the pod's service account, then {@code ~/.kube/config}
 * @param context a context of the kubeconfig; empty for its current one
 * @param userAgent shown in the server's audit log
 * @param qps maximum requests per second of this client; 0 for no client-side limit
 * @param burst requests that may start at once before {@code qps} applies; at least 1 if there is a limit
 * @param maxInFlight maximum number of concurrent requests, without watches
 * @param requestTimeout from the start of a request to the last byte of its response; for a watch, to its first byte
 * @param observer observes every request
 * @param gate decides when a write is sent whether it may be
 */
public record KubeOptions(
        String kubeconfig,
        String context,
        String userAgent,
        double qps,
        int burst,
        int maxInFlight,
        Duration requestTimeout,
        ApiRequestObserver observer,
        WriteGate gate) {

    private static final int MAX_IN_FLIGHT = 64;
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    /** Searches for the cluster, without a throttle; 64 concurrent requests, 30 s each. */
    public static KubeOptions of(String version) {
        return new KubeOptions(
                "",
                "",
                "hookline/" + version,
                0,
                0,
                MAX_IN_FLIGHT,
                REQUEST_TIMEOUT,
                ApiRequestObserver.NONE,
                WriteGate.OPEN);
    }

    /** Returns the same options with the kubeconfig of a command line; empty to search. */
    public KubeOptions withKubeconfig(String paths) {
        return with(draft -> draft.kubeconfig = paths);
    }

    /** Returns the same options with a context of the kubeconfig. */
    public KubeOptions withContext(String name) {
        return with(draft -> draft.context = name);
    }

    /** Returns the same options with a throttle. */
    public KubeOptions withThrottle(double perSecond, int atOnce) {
        return with(draft -> {
            draft.qps = perSecond;
            draft.burst = Math.max(1, atOnce);
        });
    }

    /** Returns the same options with other limits on requests. */
    public KubeOptions withLimits(int atOnce, Duration each) {
        return with(draft -> {
            draft.maxInFlight = atOnce;
            draft.requestTimeout = each;
        });
    }

    /** Returns the same options with an observer of all requests. */
    public KubeOptions withObserver(ApiRequestObserver each) {
        return with(draft -> draft.observer = each);
    }

    /** Returns the same options, with a gate for writes. */
    public KubeOptions withGate(WriteGate own) {
        return with(draft -> draft.gate = own);
    }

    /** Returns the same options for another part of the program, which the server's audit log shows under another name. */
    public KubeOptions asPart(String name) {
        return with(draft -> draft.userAgent = userAgent + "/" + name);
    }

    /** Returns the same options without a throttle. */
    public KubeOptions withoutThrottle() {
        return with(draft -> {
            draft.qps = 0;
            draft.burst = 0;
        });
    }

    private KubeOptions with(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return draft.done();
    }

    /** The same fields, to be changed. */
    private final class Draft {
        private String kubeconfig = kubeconfig();
        private String context = context();
        private String userAgent = userAgent();
        private double qps = qps();
        private int burst = burst();
        private int maxInFlight = maxInFlight();
        private Duration requestTimeout = requestTimeout();
        private ApiRequestObserver observer = observer();
        private WriteGate gate = gate();

        private KubeOptions done() {
            return new KubeOptions(
                    kubeconfig, context, userAgent, qps, burst, maxInFlight, requestTimeout, observer, gate);
        }
    }
}
