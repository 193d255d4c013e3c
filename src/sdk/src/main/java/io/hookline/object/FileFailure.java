package io.hookline.object;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Says why a file could not be read or written. The exceptions of Java often have only the file as their message: the
 * reason is their class.
 */
public final class FileFailure {

    private FileFailure() {}

    /** The reason without the file, for messages that name it: {@code permission denied}. */
    public static String reason(Exception e) {
        return switch (unwrapped(e)) {
            case AccessDeniedException _ -> "permission denied";
            case NoSuchFileException _ -> "no such file";
            case FileAlreadyExistsException _ -> "it exists already";
            case NotDirectoryException _ -> "not a folder";
            case DirectoryNotEmptyException _ -> "the folder is not empty";
            case FileSystemLoopException _ -> "its links form a loop";
            case FileSystemException failure when failure.getReason() != null -> failure.getReason();
            case CharacterCodingException _ -> "not UTF-8 text";
            case Exception other ->
                other.getMessage() == null ? other.getClass().getSimpleName() : other.getMessage();
        };
    }

    /**
     * File and reason: {@code hooks/webapp/sync.js: permission denied}.
     *
     * @param otherwise the file or folder that is named if the failure names none
     */
    public static String at(Path otherwise, Exception e) {
        return file(e).orElseGet(otherwise::toString) + ": " + reason(e);
    }

    /** The same; only the reason if the failure names no file. */
    public static String text(Exception e) {
        return file(e).map(file -> file + ": ").orElse("") + reason(e);
    }

    private static Optional<String> file(Exception e) {
        return unwrapped(e) instanceof FileSystemException failure
                ? Optional.ofNullable(failure.getFile())
                : Optional.empty();
    }

    private static Exception unwrapped(Exception e) {
        return e instanceof UncheckedIOException && e.getCause() instanceof IOException cause ? cause : e;
    }
}
