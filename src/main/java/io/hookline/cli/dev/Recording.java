package io.hookline.cli.dev;

import io.hookline.cli.check.rule.AnswerFixture;
import io.hookline.cli.dev.record.CallRecorder;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.server.folder.HookSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code --record} writes where, and what it prints. */
final class Recording {

    private Recording() {}

    /**
     * Starts recording.
     *
     * @param root the folder of the option
     * @throws CliErrors.CommandFailed if it cannot be created
     */
    static CallRecorder start(Path root, DevProject project, DevConsole console) {
        try {
            Files.createDirectories(root);
        } catch (IOException e) {
            throw new CliErrors.CommandFailed(
                    "cannot create " + root + " (" + e + "); choose another folder with --record");
        }
        console.plain().step("record", "hook calls as fixtures in " + root);
        return new CallRecorder(
                hook -> folderOf(hook, root, project), CallRecorder.Rules.SESSION, new CallRecorder.Listener() {
                    @Override
                    public void recorded(String hook, Path answer, boolean isAnswered) {
                        String name = answer.getFileName().toString().replace(".answer.json", "");
                        Path folder = AnswerFixture.shown(answer.resolveSibling(name));
                        console.plain()
                                .step(
                                        "recorded",
                                        folder + (isAnswered ? "" : ", without an answer because the call failed"));
                    }

                    @Override
                    public void notRecorded(String hook, String reason) {
                        console.warning("record " + hook, "not all calls of hook " + hook + " are recorded: " + reason);
                    }
                });
    }

    /** The folder of a hook that is in the folder of the option; otherwise a folder of its name. */
    static Path folderOf(String hook, Path root, DevProject project) {
        Path within = root.toAbsolutePath().normalize();
        return project.hooks().stream()
                .filter(source -> source.name().equals(hook))
                .map(HookSource::folder)
                .map(folder -> folder.toAbsolutePath().normalize())
                .filter(folder -> folder.startsWith(within))
                .findFirst()
                .orElse(within.resolve(hook));
    }
}
