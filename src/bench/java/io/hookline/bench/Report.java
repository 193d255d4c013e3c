package io.hookline.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes each row as a line of JSON to a file, and prints all rows as a table at the end. */
final class Report {

    private static final JsonMapper JSON = new JsonMapper();

    /** The columns of the table: heading and name of the figure. */
    private static final Map<String, String> COLUMNS = columns();

    private final String name;
    private final Load load;
    private final Path file;
    private final PrintStream out;
    private final List<Row> rows = new ArrayList<>();

    Report(String name, Load load, Path file, PrintStream out) {
        this.name = name;
        this.load = load;
        this.file = file;
        this.out = out;
    }

    private static Map<String, String> columns() {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("wall s", "wallSeconds");
        columns.put("x bare", "timesBare");
        columns.put("cpu s", "cpuSeconds");
        columns.put("cpu ms/call", "cpuMsPerCall");
        columns.put("rss MiB", "residentMiB");
        columns.put("peak MiB", "peakMiB");
        columns.put("reads", "reads");
        columns.put("writes", "writes");
        columns.put("watches", "watches");
        columns.put("hook calls", "hookCalls");
        columns.put("conns", "hookConnections");
        columns.put("B in/call", "hookBytesIn");
        columns.put("B out/call", "hookBytesOut");
        columns.put("note", "note");
        return columns;
    }

    void add(Row row) {
        rows.add(row);
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("watcher", name);
        line.put("scenario", row.scenario());
        line.put("parents", load.parents());
        line.put("children", load.children());
        line.put("bytes", load.payload().length());
        line.putAll(row.figures());
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(
                    file, JSON.writeValueAsString(line) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Row> rows() {
        return List.copyOf(rows);
    }

    void table() {
        List<List<String>> cells = new ArrayList<>();
        List<String> heads = new ArrayList<>(List.of(name));
        heads.addAll(COLUMNS.keySet());
        cells.add(heads);
        for (Row row : rows) {
            List<String> line = new ArrayList<>(List.of(row.scenario()));
            COLUMNS.values()
                    .forEach(figure -> line.add(String.valueOf(row.figures().getOrDefault(figure, ""))));
            cells.add(line);
        }
        cells.forEach(line -> out.println(aligned(line, cells)));
    }

    private static String aligned(List<String> line, List<List<String>> all) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < line.size(); i++) {
            int column = i;
            int width = all.stream()
                    .mapToInt(each -> each.get(column).length())
                    .max()
                    .orElse(0);
            boolean words = i == 0 || i == line.size() - 1;
            text.append(i == 0 ? "" : "  ");
            text.append((words ? "%-" + Math.max(1, width) + "s" : "%" + width + "s").formatted(line.get(i)));
        }
        return text.toString().stripTrailing();
    }
}
