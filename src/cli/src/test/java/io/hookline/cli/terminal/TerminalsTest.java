package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Streams as Linux shows them, in folders of symbolic links. */
class TerminalsTest {

    @TempDir
    private Path folder;

    private Path own;
    private Path parent;

    @BeforeEach
    void createFolders() throws IOException {
        own = Files.createDirectory(folder.resolve("own"));
        parent = Files.createDirectory(folder.resolve("parent"));
    }

    private static void open(Path streams, int stream, String file) throws IOException {
        Files.createSymbolicLink(streams.resolve(Integer.toString(stream)), Path.of(file));
    }

    /** As under Maven, which copies what its child process writes to its own output. */
    @ParameterizedTest
    @CsvSource({
        "/dev/pts/3, pipe:[7], true",
        "pipe:[8], /dev/pts/3, true",
        "pipe:[8], pipe:[7], false",
        "pipe:[8], /tmp/log.txt, false",
        "/tmp/log.txt, /dev/pts/3, false", // it does not reach the terminal
        "/dev/null, /dev/pts/3, false",
        "socket:[9], /dev/tty1, false"
    })
    void aPipeToAParentOnATerminalIsOne(String mine, String theirs, boolean terminal) throws IOException {
        open(own, 1, mine);
        open(parent, 1, theirs);

        assertThat(Terminals.is(1, own, Optional.of(parent))).isEqualTo(Optional.of(terminal));
    }

    @Test
    void otherParentsDoNotCount() throws IOException {
        open(own, 2, "pipe:[8]");

        assertThat(Terminals.is(2, own, Optional.empty())).contains(false);
    }

    @Test
    void itIsUnknownWhereStreamsAreNotShown() throws IOException {
        assertThat(Terminals.is(1, folder.resolve("none"), Optional.of(parent))).isEmpty();

        open(own, 1, "pipe:[8]");
        assertThat(Terminals.is(1, own, Optional.of(folder.resolve("none")))).contains(false);
    }

    @ParameterizedTest
    @CsvSource({"40 132, 132", "40 0, 0", "'', 0", "stty: no terminal, 0", "x y, 0"})
    void theWidthIsTheSecondNumber(String printed, int columns) {
        assertThat(Terminals.columns(printed)).isEqualTo(columns);
    }
}
