package io.hookline.local.machinery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads the data tables of the API server from its resources. */
public final class DataFiles {
    private static final String FOLDER = "/io/hookline/local/";

    private DataFiles() {}

    /** The lines of a table, without comments and blank lines. */
    public static List<String> lines(String name) {
        try (InputStream in = DataFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException("the table " + name + " is missing from this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
