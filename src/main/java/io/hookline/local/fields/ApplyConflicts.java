package io.hookline.local.fields;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The message about fields that other managers own, in the words of the real server. */
final class ApplyConflicts {
    private ApplyConflicts() {}

    /** The message; the conflicts are not empty. */
    static String message(Map<Manager, FieldSet> conflicts) {
        List<String> lines = new ArrayList<>();
        int count = 0;
        String only = "";
        for (Map.Entry<Manager, FieldSet> conflict : sorted(conflicts)) {
            String owner = conflict.getKey().describe();
            lines.add("conflicts with " + owner + ":");
            for (List<String> path : conflict.getValue().paths()) {
                only = "conflict with " + owner + ": " + PathElement.print(path);
                lines.add("- " + PathElement.print(path));
                count++;
            }
        }
        return count == 1
                ? "Apply failed with 1 conflict: " + only
                : "Apply failed with " + count + " conflicts: " + String.join("\n", lines);
    }

    private static List<Map.Entry<Manager, FieldSet>> sorted(Map<Manager, FieldSet> conflicts) {
        return conflicts.entrySet().stream()
                .sorted(Comparator.comparing(conflict -> conflict.getKey().sortKey()))
                .toList();
    }
}
