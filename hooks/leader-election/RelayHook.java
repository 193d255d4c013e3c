import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs one lap each second, and writes down who ran it: the name of this process, which is that of the watcher when watcher and hooks are
 * one process ({@code hookline run}).
 */
public final class RelayHook implements SyncHook<Relay> {

    private static final Duration LAP = Duration.ofSeconds(1);

    private final String runner;

    public RelayHook() {
        this(System.getenv().getOrDefault("RUNNER", "hookline"));
    }

    RelayHook(String runner) {
        this.runner = runner;
    }

    @Override
    public Answer sync(Sync<Relay> in) {
        Relay relay = in.parent();
        List<String> finished = relay.finished();
        if (finished.size() >= relay.spec().laps()) {
            return Answer.of().status(new Relay.Status(finished.size(), finished));
        }
        List<String> laps = Stream.concat(finished.stream(), Stream.of(runner)).toList();
        return Answer.of().status(new Relay.Status(laps.size(), laps)).resyncAfter(LAP);
    }
}
