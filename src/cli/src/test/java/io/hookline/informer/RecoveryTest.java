package io.hookline.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.informer.Recovery.Cause;
import io.hookline.informer.Recovery.Delay;
import io.hookline.informer.Recovery.Next;
import io.hookline.informer.Recovery.State;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The whole recovery table of an informer. */
class RecoveryTest {

    /** In the order of {@link Cause} after BUSY, which is as TRANSIENT: TRANSIENT, EXPIRED, UNSUPPORTED, LASTING, BUG. */
    private static final String TABLE = """
            FIRST_PAGE | SAME BACKOFF | RESTART BACKOFF                    | RESTART BACKOFF | RESTART BACKOFF | RESTART BACKOFF
            LATER_PAGE | SAME BACKOFF | WHOLE_LIST NONE                    | RESTART BACKOFF | RESTART BACKOFF | RESTART BACKOFF
            STREAM     | SAME BACKOFF | RESTART BACKOFF                    | PAGES NONE      | RESTART BACKOFF | RESTART BACKOFF
            WATCH      | SAME BACKOFF | RESTART BACKOFF_IF_LISTED_RECENTLY | RESTART BACKOFF | RESTART BACKOFF | RESTART BACKOFF
            BACKOFF    | SAME BACKOFF | RESTART BACKOFF                    | RESTART BACKOFF | RESTART BACKOFF | RESTART BACKOFF
            """;

    @Test
    void eachStateAndCauseHasItsNextStateAndDelay() {
        List<State> states = new ArrayList<>();
        for (String row : TABLE.lines().toList()) {
            String[] cells = row.split("\\s*\\|\\s*");
            State state = State.valueOf(cells[0]);
            states.add(state);
            for (Cause cause : Cause.values()) {
                String[] wanted = cells[Math.max(1, cause.ordinal())].split(" ");
                assertThat(Recovery.of(state, cause, 1))
                        .as("%s %s", state, cause)
                        .isEqualTo(new Recovery(Next.valueOf(wanted[0]), Delay.valueOf(wanted[1])));
            }
        }
        assertThat(states).containsExactly(State.values());
    }

    @Test
    void onlyAWatchThatFailsOftenAtOneVersionIsFollowedByAListUnlessTheServerIsBusy() {
        Recovery restart = new Recovery(Next.RESTART, Delay.BACKOFF);
        Recovery same = new Recovery(Next.SAME, Delay.BACKOFF);

        assertThat(Recovery.of(State.WATCH, Cause.TRANSIENT, Recovery.WATCH_ATTEMPTS))
                .isEqualTo(restart);
        assertThat(Recovery.of(State.WATCH, Cause.TRANSIENT, Recovery.WATCH_ATTEMPTS - 1))
                .isEqualTo(same);
        assertThat(Recovery.of(State.WATCH, Cause.BUSY, 1000)).isEqualTo(same);
        for (State other : List.of(State.FIRST_PAGE, State.LATER_PAGE, State.STREAM, State.BACKOFF)) {
            assertThat(Recovery.of(other, Cause.TRANSIENT, 1000))
                    .as("%s", other)
                    .isEqualTo(same);
        }
    }

    @Test
    void aServerWithoutAConnectionIsBusyHoweverDeepTheReasonIs() {
        for (Exception reason : List.of(
                new ConnectException("Connection refused"),
                new UnknownHostException("api"),
                new NoRouteToHostException("No route to host"))) {
            assertThat(Cause.of(new ClusterException.Unreachable("", new IOException("wrapped", reason))))
                    .isEqualTo(Cause.BUSY);
        }
        assertThat(Cause.of(new ClusterException.Unreachable("", new SocketException("Connection reset"))))
                .isEqualTo(Cause.TRANSIENT);
    }

    @Test
    void everyClusterExceptionHasACause() {
        Map<String, Cause> causes = new TreeMap<>();
        for (ClusterException failure : List.of(
                new ClusterException.NotFound(""),
                new ClusterException.AlreadyExists(""),
                new ClusterException.Conflict(""),
                new ClusterException.Invalid(""),
                new ClusterException.BadRequest(""),
                new ClusterException.Forbidden(""),
                new ClusterException.Unauthorized(""),
                new ClusterException.Expired(""),
                new ClusterException.TooManyRequests("", null),
                new ClusterException.TooLarge(""),
                new ClusterException.Unavailable(503, ""),
                new ClusterException.Unreachable("", null),
                new ClusterException.OutcomeUnknown("", null))) {
            causes.put(failure.getClass().getSimpleName(), Cause.of(failure));
        }

        assertThat(causes)
                .hasSize(ClusterException.class.getPermittedSubclasses().length)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("AlreadyExists", Cause.LASTING),
                        Map.entry("BadRequest", Cause.UNSUPPORTED),
                        Map.entry("Conflict", Cause.LASTING),
                        Map.entry("Expired", Cause.EXPIRED),
                        Map.entry("Forbidden", Cause.LASTING),
                        Map.entry("Invalid", Cause.UNSUPPORTED),
                        Map.entry("NotFound", Cause.LASTING),
                        Map.entry("OutcomeUnknown", Cause.LASTING),
                        Map.entry("TooLarge", Cause.LASTING),
                        Map.entry("TooManyRequests", Cause.BUSY),
                        Map.entry("Unauthorized", Cause.TRANSIENT),
                        Map.entry("Unavailable", Cause.TRANSIENT),
                        Map.entry("Unreachable", Cause.TRANSIENT)));
        assertThat(Cause.of(new IllegalStateException())).isEqualTo(Cause.BUG);
        assertThat(Cause.of(new StackOverflowError())).isEqualTo(Cause.BUG);
    }
}
