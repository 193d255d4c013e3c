package io.hookline.server;

import io.hookline.queue.RepeatedFailures;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs callers without valid credentials: each once, then a count at growing distances. Thread-safe. */
final class CallerLog {

    private static final Logger LOG = LoggerFactory.getLogger(CallerLog.class);
    private static final int MAX_CALLERS = 128;

    private final RepeatedFailures<Refused> refused;

    private record Refused(String client, String problem) {}

    CallerLog(InstantSource clock) {
        this.refused = new RepeatedFailures<>(clock, MAX_CALLERS);
    }

    void refused(String client, String path, String requestId, String problem) {
        switch (refused.report(new Refused(client, problem))) {
            case RepeatedFailures.First() ->
                LOG.atWarn()
                        .addKeyValue("client", client)
                        .addKeyValue("path", path)
                        .addKeyValue("requestId", requestId)
                        .addKeyValue("error", problem)
                        .log("caller refused");
            case RepeatedFailures.Again(int times, Duration within) ->
                LOG.atWarn()
                        .addKeyValue("client", client)
                        .addKeyValue("error", problem)
                        .addKeyValue("times", times)
                        .addKeyValue("within", within)
                        .log("caller refused again");
            case RepeatedFailures.Silent() -> {}
        }
    }
}
