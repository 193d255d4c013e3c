package io.hookline.kube;

import java.time.Duration;

/**
 * How to reach an API server and how hard to press it.
 *
 * @param kubeconfig a kubeconfig file, or several joined by the path separator; empty to search: the variable
 *     {@code KUBECONFIG}, then the pod's service account, then {@code ~/.kube/config}
 * @param context a context of the kubeconfig; empty for its current one
 * @param userAgent what the server's audit log shows
 * @param qps requests per second that this client starts at most; 0 for no throttle of its own
 * @param burst requests that may start at once before {@code qps} applies; at least 1 when there is a throttle
 * @param maxInFlight requests under way at once, watches not counted
 * @param requestTimeout from the start of a request to the last byte of its answer; for a watch, to its first byte
 */
public record KubeOptions(
        String kubeconfig,
        String context,
        String userAgent,
        double qps,
        int burst,
        int maxInFlight,
        Duration requestTimeout) {

    private static final int MAX_IN_FLIGHT = 64;
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

    /** Searches for the cluster, without a throttle; 64 requests at once, 30 s each. */
    public static KubeOptions of(String version) {
        return new KubeOptions("", "", "hookline/" + version, 0, 0, MAX_IN_FLIGHT, REQUEST_TIMEOUT);
    }

    /** The same with the kubeconfig of a command line; empty searches. */
    public KubeOptions withKubeconfig(String paths) {
        return new KubeOptions(paths, context, userAgent, qps, burst, maxInFlight, requestTimeout);
    }

    /** The same with a context of the kubeconfig. */
    public KubeOptions withContext(String name) {
        return new KubeOptions(kubeconfig, name, userAgent, qps, burst, maxInFlight, requestTimeout);
    }

    /** The same with a throttle. */
    public KubeOptions withThrottle(double perSecond, int atOnce) {
        return new KubeOptions(
                kubeconfig, context, userAgent, perSecond, Math.max(1, atOnce), maxInFlight, requestTimeout);
    }

    /** The same with other bounds on the requests. */
    public KubeOptions withLimits(int atOnce, Duration each) {
        return new KubeOptions(kubeconfig, context, userAgent, qps, burst, atOnce, each);
    }
}
