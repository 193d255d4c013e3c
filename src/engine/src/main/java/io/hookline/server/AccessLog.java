package io.hookline.server;

import io.hookline.web.ResponseObserver;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each request in one line, except probes and scrapes that succeed. */
final class AccessLog implements ResponseObserver {

    private static final Logger LOG = LoggerFactory.getLogger(AccessLog.class);
    private static final Set<String> POLLED = Set.of("/healthz", "/readyz", "/metrics");
    private static final int FIRST_ERROR = 400;
    private static final double MICROS_IN_MILLI = 1000;

    @Override
    public void answered(Exchange request) {
        if (request.status() < FIRST_ERROR && POLLED.contains(request.path())) {
            return;
        }
        LOG.atInfo()
                .addKeyValue("method", request.method())
                .addKeyValue("path", request.path())
                .addKeyValue("status", request.status())
                .addKeyValue("ms", TimeUnit.NANOSECONDS.toMicros(request.nanos()) / MICROS_IN_MILLI)
                .addKeyValue("bytesIn", Math.toIntExact(request.bytesIn()))
                .addKeyValue("bytesOut", Math.toIntExact(request.bytesOut()))
                .addKeyValue(
                        "requestId",
                        request.responseHeader().apply("X-Request-Id").orElse(""))
                .addKeyValue("client", request.client())
                .addKeyValue(
                        "userAgent", request.requestHeader().apply("User-Agent").orElse(""))
                .log("request");
    }
}
