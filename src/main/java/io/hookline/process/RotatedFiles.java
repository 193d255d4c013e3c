package io.hookline.process;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that is read from files which another program replaces, not all at the same moment. Until their new content can be used,
 * the last good value stays. The content decides, not the time of the files: a mounted Secret changes by a symbolic link.
 */
final class RotatedFiles<T> {

    private static final Logger LOG = LoggerFactory.getLogger(RotatedFiles.class);

    private final List<Path> files;
    private final Parser<T> parser;

    private List<String> used;
    private volatile T value;

    /** The failure at the last check, and whether it was logged. A failure that one check sees may be a change in progress. */
    private Optional<String> failing = Optional.empty();

    private boolean logged;

    /** Turns the texts of the files, in their order, into a value. */
    @FunctionalInterface
    interface Parser<T> {
        T parse(List<String> texts) throws GeneralSecurityException;
    }

    /** The result of a check. */
    enum Check {
        UNCHANGED,
        REPLACED,
        FAILED
    }

    private RotatedFiles(List<Path> files, Parser<T> parser) throws IOException, GeneralSecurityException {
        this.files = List.copyOf(files);
        this.parser = parser;
        this.used = texts();
        this.value = parser.parse(used);
    }

    /**
     * Reads the files for the first time.
     *
     * @throws IOException if one of them cannot be read
     * @throws GeneralSecurityException if their content cannot be used
     */
    static <T> RotatedFiles<T> read(List<Path> files, Parser<T> parser) throws IOException, GeneralSecurityException {
        return new RotatedFiles<>(files, parser);
    }

    T value() {
        return value;
    }

    /** Reads the files again. Called by one thread at a time. */
    Check check(Consumer<T> whenReplaced) {
        try {
            List<String> present = texts();
            if (present.equals(used)) {
                failing = Optional.empty();
                return Check.UNCHANGED;
            }
            T next = parser.parse(present);
            whenReplaced.accept(next);
            value = next;
            used = present;
            failing = Optional.empty();
            return Check.REPLACED;
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            failed(describe(e));
            return Check.FAILED;
        }
    }

    private void failed(String problem) {
        boolean again = failing.equals(Optional.of(problem));
        if (again && !logged) {
            LOG.atError()
                    .addKeyValue("files", names())
                    .addKeyValue("error", problem)
                    .log("changed files cannot be used, keeping their former content");
        }
        logged = again;
        failing = Optional.of(problem);
    }

    private String names() {
        return files.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    private List<String> texts() throws IOException {
        List<String> texts = new ArrayList<>();
        for (Path file : files) {
            texts.add(text(file));
        }
        return texts;
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException _) {
            throw new IOException("there is no file " + file);
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not text", e);
        }
    }

    private static String describe(Exception failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
