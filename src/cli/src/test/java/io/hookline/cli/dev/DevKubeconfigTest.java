package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cli.terminal.CliErrors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The kubeconfig of an embedded cluster lives as long as the process that serves it. */
class DevKubeconfigTest {

    private static final String CONTENT = "apiVersion: v1\n";

    @TempDir
    private Path folder;

    @Test
    void itIsWrittenToADotFolderThatIsRemovedAtTheEnd() throws Exception {
        DevKubeconfig kubeconfig = DevKubeconfig.in(folder, CONTENT);

        assertThat(kubeconfig.file()).isEqualTo(folder.resolve(".hookline/kubeconfig"));
        assertThat(kubeconfig.file()).content().endsWith(CONTENT);
        assertThat(folder.resolve(".hookline/.gitignore")).hasContent("*");
        kubeconfig.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void onlyItsOwnerCanReadIt() throws Exception {
        Path open = Files.writeString(folder.resolve("open"), "of an earlier session");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-rw-rw-"));
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "of an earlier session");
        Path link = Files.createSymbolicLink(folder.resolve("link"), elsewhere);

        assertThat(mode(DevKubeconfig.in(folder, CONTENT).file())).isEqualTo("rw-------");
        assertThat(mode(DevKubeconfig.at(folder.resolve("new"), CONTENT).file()))
                .isEqualTo("rw-------");
        assertThat(mode(DevKubeconfig.at(open, CONTENT).file())).isEqualTo("rw-------");
        assertThat(mode(DevKubeconfig.at(link, CONTENT).file())).isEqualTo("rw-------");
        assertThat(link).isSymbolicLink().content().endsWith(CONTENT);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder(".hookline", "new", "open", "elsewhere", "link");
    }

    private static String mode(Path file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void itIsWrittenToTargetBesideAPomOnly() throws Exception {
        Files.createFile(folder.resolve("pom.xml"));

        try (DevKubeconfig kubeconfig = DevKubeconfig.in(folder, CONTENT)) {
            assertThat(kubeconfig.file()).isEqualTo(folder.resolve("target/hookline.kubeconfig"));
        }
        assertThat(folder.resolve("target")).isEmptyDirectory();
    }

    @Test
    void twoSessionsInOneFolderHaveAFileEach() throws Exception {
        DevKubeconfig first = DevKubeconfig.in(folder, CONTENT);
        DevKubeconfig second = DevKubeconfig.in(folder, "another");

        assertThat(second.file()).isEqualTo(folder.resolve(".hookline/kubeconfig-2"));
        first.close();
        assertThat(first.file()).doesNotExist();
        assertThat(second.file()).content().endsWith("another");
        second.close();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theFileOfAKilledProcessIsUsedAgain() throws Exception {
        Path left = folder.resolve(".hookline/kubeconfig");
        Files.createDirectories(left.getParent());
        Files.writeString(
                left,
                "# hookline dev, process " + ProcessHandle.current().pid() + ", started 2020-01-01T00:00:00Z\nold");

        try (DevKubeconfig kubeconfig = DevKubeconfig.in(folder, CONTENT)) {
            assertThat(kubeconfig.file()).isEqualTo(left);
            assertThat(left).content().endsWith(CONTENT);
        }
    }

    @Test
    void aFileOfAnotherProgramIsNotReplaced() throws Exception {
        Path foreign = folder.resolve(".hookline/kubeconfig");
        Files.createDirectories(foreign.getParent());
        Files.writeString(foreign, "mine");

        try (DevKubeconfig kubeconfig = DevKubeconfig.in(folder, CONTENT)) {
            assertThat(kubeconfig.file()).isEqualTo(folder.resolve(".hookline/kubeconfig-2"));
        }
        assertThat(foreign).hasContent("mine");
    }

    /** It looked like a file of another process, after which the next number was tried, for ever. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aFileInPlaceOfTheFolderIsNamed() throws Exception {
        Path file = Files.createFile(folder.resolve(".hookline"));

        assertThatThrownBy(() -> DevKubeconfig.in(folder, CONTENT))
                .isInstanceOf(CliErrors.CommandFailed.class)
                .hasMessage("cannot write " + file.resolve("kubeconfig") + " (" + file + " is not a folder); choose"
                        + " another file with --kubeconfig-out");
    }

    @Test
    void aKubeconfigThatAnotherProcessReplacedStays() throws Exception {
        Path file = folder.resolve("sub/kubeconfig");
        DevKubeconfig kubeconfig = DevKubeconfig.at(file, CONTENT);
        Files.writeString(file, "another server's");

        kubeconfig.close();

        assertThat(file).hasContent("another server's");
    }

    @Test
    void aLinkOfAnotherProcessAndItsFileStay() throws Exception {
        Path file = folder.resolve("kubeconfig");
        DevKubeconfig kubeconfig = DevKubeconfig.at(file, CONTENT);
        Path elsewhere = Files.move(file, folder.resolve("elsewhere"));
        Files.createSymbolicLink(file, elsewhere);

        kubeconfig.close();

        assertThat(file).isSymbolicLink();
        assertThat(elsewhere).isRegularFile();
    }

    @Test
    void aMissingKubeconfigIsNotAnErrorAtTheEnd() throws Exception {
        DevKubeconfig kubeconfig = DevKubeconfig.in(folder, CONTENT);
        Files.delete(kubeconfig.file());

        kubeconfig.close();

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamedWithTheOption() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> DevKubeconfig.in(file, CONTENT))
                .isInstanceOf(CliErrors.CommandFailed.class)
                .hasMessage("cannot write " + file.resolve(".hookline/kubeconfig")
                        + " (Not a directory); choose another file with --kubeconfig-out");
    }
}
