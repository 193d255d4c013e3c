package io.hookline.cli.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.cli.init.SdkCommand.SdkInstallCommand;
import io.hookline.cli.terminal.CliErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code hookline sdk install} copies, and where to. */
class SdkInstallTest {

    @TempDir
    private Path folder;

    private void write(String path, String content) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    @Test
    void artifactsReplaceThoseOfAnEarlierBuildAndOthersStay() throws Exception {
        for (String artifact : new String[] {"hookline-sdk", "hookline-sdk-test"}) {
            String file = "repository/io/hookline/" + artifact + "/1.0.0/" + artifact + "-1.0.0";
            write(file + ".jar", "new");
            write(file + ".jar.sha1", "sum");
            write(file + ".pom", "pom");
        }
        write("local/io/hookline/hookline-sdk/1.0.0/hookline-sdk-1.0.0.jar", "old");
        write("local/org/other/1/other-1.jar", "other");

        assertThat(SdkInstallCommand.install(folder.resolve("repository"), folder.resolve("local")))
                .containsExactlyInAnyOrder("io.hookline:hookline-sdk:1.0.0", "io.hookline:hookline-sdk-test:1.0.0");

        assertThat(folder.resolve("local/io/hookline/hookline-sdk/1.0.0/hookline-sdk-1.0.0.jar"))
                .hasContent("new");
        try (Stream<Path> files = Files.walk(folder.resolve("local"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "hookline-sdk-1.0.0.jar",
                            "hookline-sdk-1.0.0.pom",
                            "hookline-sdk-test-1.0.0.jar",
                            "hookline-sdk-test-1.0.0.pom",
                            "other-1.jar");
        }
    }

    @Test
    void aFolderWithoutSdkIsAnErrorThatSaysWhatToRun() {
        assertThatThrownBy(() -> SdkInstallCommand.install(folder.resolve("none"), folder.resolve("local")))
                .isInstanceOf(CliErrors.CommandFailed.class)
                .hasMessageContaining("none: run the hookline of a distribution");
    }

    @Test
    void aRepositoryThatCannotBeWrittenIsAnErrorWithItsPath() throws Exception {
        write("repository/io/hookline/hookline-sdk/1.0.0/hookline-sdk-1.0.0.pom", "pom");
        write("local", "a file");

        assertThatThrownBy(() -> SdkInstallCommand.install(folder.resolve("repository"), folder.resolve("local")))
                .isInstanceOf(CliErrors.CommandFailed.class)
                .hasMessageContaining("cannot install the SDK in " + folder.resolve("local"));
    }

    @ParameterizedTest
    @CsvSource({
        "<settings><localRepository>/data/m2</localRepository></settings>, /data/m2",
        "<settings><localRepository> ${user.home}/m2 </localRepository></settings>, HOME/m2",
        "<settings xmlns='http://maven.apache.org/SETTINGS/1.0.0'><localRepository/></settings>, HOME/.m2/repository",
        "<settings><profiles><localRepository>/x</localRepository></profiles></settings>, HOME/.m2/repository"
    })
    void theRepositoryIsTheOneOfTheSettings(String settings, String expected) throws Exception {
        write(".m2/settings.xml", settings);

        assertThat(SdkInstallCommand.localRepository(folder)).hasToString(expected.replace("HOME", folder.toString()));
    }

    @Test
    void withoutSettingsTheRepositoryIsMavensDefault() {
        assertThat(SdkInstallCommand.localRepository(folder)).isEqualTo(folder.resolve(".m2/repository"));
    }

    @ParameterizedTest
    @CsvSource({
        "<settings>, settings.xml: ",
        "<settings><localRepository>${cache}</localRepository></settings>, --repository"
    })
    void settingsThatDoNotTellAreAnError(String settings, String message) throws Exception {
        write(".m2/settings.xml", settings);

        assertThatThrownBy(() -> SdkInstallCommand.localRepository(folder))
                .isInstanceOf(CliErrors.CommandFailed.class)
                .hasMessageContaining(message);
    }
}
