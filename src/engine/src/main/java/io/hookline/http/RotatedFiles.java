package io.hookline.http;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A value that is read from files which another program replaces, not all at the same moment. Until their new content can be used,
 * the last good value stays. The content decides, not the time of the files: a mounted Secret changes by a symbolic link. Their
 * owner decides when they are read again. Thread-safe.
 */
public final class RotatedFiles<T> {

    private final List<Path> files;
    private final Charset charset;
    private final Parser<T> parser;
    private volatile @Nullable Used<T> used;

    private record Used<T>(List<String> texts, T value, long version) {}

    /** Turns the texts of the files, in their order, into a value. */
    @FunctionalInterface
    public interface Parser<T> {
        /** Reads the value; if it throws, the former one stays. */
        T parse(List<String> texts) throws GeneralSecurityException;
    }

    /**
     * Reads nothing yet.
     *
     * @param charset PEM may have comments in any encoding: ISO 8859-1 reads them all
     */
    public RotatedFiles(List<Path> files, Charset charset, Parser<T> parser) {
        this.files = List.copyOf(files);
        this.charset = charset;
        this.parser = parser;
    }

    /** The last good value. It must have been read. */
    public T value() {
        Used<T> known = used;
        if (known == null) {
            throw new IllegalStateException(files + " were not read yet");
        }
        return known.value();
    }

    /** How many values there have been; 0 before the first. */
    public long version() {
        Used<T> known = used;
        return known == null ? 0 : known.version();
    }

    /**
     * Reads the files now.
     *
     * @return whether there is a new value
     * @throws IOException if one of them cannot be read
     * @throws GeneralSecurityException if their content cannot be used
     */
    public boolean read() throws IOException, GeneralSecurityException {
        return read(_ -> {});
    }

    /**
     * Reads the files now.
     *
     * @param use takes a new value; if it throws, the former one stays
     * @return whether there is a new value
     * @throws IOException if one of them cannot be read
     * @throws GeneralSecurityException if their content cannot be used
     */
    public synchronized boolean read(Consumer<T> use) throws IOException, GeneralSecurityException {
        List<String> texts = new ArrayList<>();
        for (Path file : files) {
            texts.add(Files.readString(file, charset));
        }
        Used<T> known = used;
        if (known != null && known.texts().equals(texts)) {
            return false;
        }
        T next = parser.parse(List.copyOf(texts));
        use.accept(next);
        used = new Used<>(List.copyOf(texts), next, version() + 1);
        return true;
    }
}
