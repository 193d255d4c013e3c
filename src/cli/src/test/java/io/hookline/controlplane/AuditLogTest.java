package io.hookline.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read from the record of an API server that goes on writing it. */
class AuditLogTest {

    private static final String EVENT = """
            {"auditID":"%s","stage":"%s","verb":"watch","requestURI":"/api/v1/pods?id=%s","userAgent":"hookline/%s"}
            """;

    @TempDir
    private Path folder;

    private AuditLog log(String text) throws IOException {
        return new AuditLog(Files.writeString(folder.resolve("audit.log"), text));
    }

    private static String event(String id, String stage, String client) {
        return EVENT.formatted(id, stage, id, client);
    }

    @Test
    void aWatchIsOpenFromItsStartToItsEndAndOfTheClientThatStartedIt() throws IOException {
        AuditLog log = log(event("a", "ResponseStarted", "one")
                + event("b", "ResponseStarted", "one")
                + event("c", "ResponseStarted", "other")
                + event("a", "ResponseComplete", "one"));

        assertThat(log.openWatchesOf("hookline/one"))
                .extracting(AuditLog.Request::uri)
                .containsExactly("/api/v1/pods?id=b");
        assertThat(log.requestsOf("hookline/one")).hasSize(2);
    }

    @Test
    void aLineThatIsNotFinishedIsNotRead() throws IOException {
        AuditLog log = log(event("a", "ResponseStarted", "one")
                + event("b", "ResponseStarted", "one").substring(0, 40));

        assertThat(log.openWatchesOf("hookline/one")).hasSize(1);
    }
}
