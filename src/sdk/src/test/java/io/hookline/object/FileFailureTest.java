package io.hookline.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFailureTest {

    @TempDir
    private Path folder;

    @Test
    void theReasonOfAnExceptionThatHasOnlyTheFileIsItsClass() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");

        assertThat(reason(() -> Files.readString(folder.resolve("missing")))).isEqualTo("no such file");
        assertThat(reason(() -> Files.createDirectories(file))).isEqualTo("it exists already");
        assertThat(reason(() -> Files.newDirectoryStream(file))).isEqualTo("not a folder");
        assertThat(reason(() -> Files.delete(folder))).isEqualTo("the folder is not empty");
        assertThat(FileFailure.reason(new AccessDeniedException("file"))).isEqualTo("permission denied");
    }

    @Test
    void theReasonOfAnotherFailureIsThatOfTheOperatingSystem() {
        assertThat(reason(() -> Files.readString(folder))).isEqualTo("Is a directory");
        assertThat(FileFailure.reason(new FileSystemException("file", null, "Read-only file system")))
                .isEqualTo("Read-only file system");
        assertThat(FileFailure.reason(new IOException("No space left on device")))
                .isEqualTo("No space left on device");
        assertThat(FileFailure.reason(new MalformedInputException(1))).isEqualTo("not UTF-8 text");
        assertThat(FileFailure.reason(new IOException())).isEqualTo("IOException");
    }

    @Test
    void theFileOfTheFailureIsNamedRatherThanItsFolder() {
        Path named = Path.of("hooks/webapp");
        AccessDeniedException denied = new AccessDeniedException("hooks/webapp/sync.js");

        assertThat(FileFailure.at(named, denied)).isEqualTo("hooks/webapp/sync.js: permission denied");
        assertThat(FileFailure.at(named, new UncheckedIOException(denied)))
                .isEqualTo("hooks/webapp/sync.js: permission denied");
        assertThat(FileFailure.at(named, new IOException("No space left on device")))
                .isEqualTo("hooks/webapp: No space left on device");
        assertThat(FileFailure.text(denied)).isEqualTo("hooks/webapp/sync.js: permission denied");
        assertThat(FileFailure.text(new IOException("No space left on device"))).isEqualTo("No space left on device");
    }

    private static String reason(ThrowingCallable failing) {
        return FileFailure.reason(catchThrowableOfType(IOException.class, failing));
    }
}
