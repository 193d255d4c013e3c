package io.hookline.cli.plan;

import io.hookline.cli.dev.record.CallRecorder;
import io.hookline.cli.dev.record.RecordedHooks;
import io.hookline.cli.dev.record.TimedHooks;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.watcher.model.HookConnector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** What {@code --record} writes where, and what is printed about it. Thread-safe. */
final class PlanRecording implements CallRecorder.Listener {

    /** The time that hooks get. It is whole seconds, as in the files. */
    static final InstantSource CLOCK = Clock.tickSeconds(ZoneOffset.UTC);

    private final Map<Path, Integer> cases = new ConcurrentSkipListMap<>();
    private final Set<String> problems = new ConcurrentSkipListSet<>();
    private final CallRecorder recorder;

    private PlanRecording(Path root, int limit) {
        this.recorder = new CallRecorder(
                root::resolve, new CallRecorder.Rules(limit, "raise --record-limit to record more", true), this);
    }

    /**
     * Starts recording.
     *
     * @param root the folder of the option
     * @param limit the maximum number of cases of each hook
     * @throws CliErrors.CommandFailed if the folder cannot be created
     */
    static PlanRecording start(Path root, int limit) {
        try {
            Files.createDirectories(root);
        } catch (IOException e) {
            throw new CliErrors.CommandFailed(
                    "cannot create " + root + " (" + e + "); choose another folder with --record");
        }
        return new PlanRecording(root, limit);
    }

    /** Records the calls of hooks, with the time that they get. */
    HookConnector of(HookConnector hooks) {
        return new TimedHooks(new RecordedHooks(hooks, recorder), CLOCK);
    }

    @Override
    public void recorded(String hook, Path answer, boolean isAnswered) {
        cases.merge(answer.resolveSibling(""), 1, Integer::sum);
    }

    @Override
    public void notRecorded(String hook, String reason) {
        problems.add("not all calls of hook " + hook + " are recorded: " + reason);
    }

    /** How many cases were stored in which folder. */
    List<String> lines() {
        return cases.entrySet().stream()
                .map(each -> "recorded " + each.getValue() + (each.getValue() == 1 ? " call" : " calls") + " in "
                        + each.getKey())
                .toList();
    }

    /** Why calls were not recorded. */
    List<String> warnings() {
        return List.copyOf(problems);
    }
}
