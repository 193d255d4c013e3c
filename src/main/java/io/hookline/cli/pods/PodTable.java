package io.hookline.cli.pods;

import java.util.ArrayList;
import java.util.List;

/** Rows in columns, as {@code kubectl get -o custom-columns} prints them: three spaces after the longest cell. */
final class PodTable {

    private static final int GAP = 3;

    private PodTable() {}

    static List<String> lines(List<PodRow> pods, boolean withNamespace) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(new PodRow("NAMESPACE", "NAME", "PHASE", "IMAGE").cells(withNamespace));
        pods.forEach(pod -> rows.add(pod.cells(withNamespace)));
        int last = rows.getFirst().size() - 1;
        int[] widths = new int[last];
        for (int column = 0; column < last; column++) {
            int wanted = column;
            widths[column] = GAP
                    + rows.stream()
                            .mapToInt(row -> row.get(wanted).length())
                            .max()
                            .orElse(0);
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            line.append(cell).append(" ".repeat(widths[column] - cell.length()));
        }
        return line.append(row.getLast()).toString();
    }
}
