package io.hookline.cli.check;

import io.hookline.cli.check.rule.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Turns the reason why a hook does not load into findings. */
final class BrokenHook {

    private BrokenHook() {}

    /**
     * The findings: one for each line that begins with its place, together with the lines that explain it.
     *
     * @param folder of the hook, as the user names it
     */
    static List<Finding> findings(Path folder, String hook, String problem) {
        List<Finding> found = new ArrayList<>();
        for (String line : problem.lines().filter(each -> !each.isBlank()).toList()) {
            Finding next = Finding.placed(shown(folder), line);
            if (next.line() > 0) {
                found.add(at(folder.resolve(next.file()), next, next.message()));
            } else if (found.isEmpty()) {
                found.add(Finding.error(shown(folder), "hook " + hook + " does not load: " + line.strip()));
            } else {
                Finding last = found.removeLast();
                found.add(at(Path.of(last.file()), last, last.message() + "\n" + line.strip()));
            }
        }
        return found;
    }

    private static Finding at(Path file, Finding finding, String message) {
        return new Finding(finding.severity(), file.toString(), finding.line(), message);
    }

    /** The path of a folder; a dot for the folder in which the command runs. */
    static String shown(Path folder) {
        return folder.toString().isEmpty() ? "." : folder.toString();
    }
}
