package io.hookline.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.InvalidKeyException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two files with one value: their texts, which must be equal. */
class RotatedFilesTest {

    @TempDir
    Path folder;

    private RotatedFiles<String> files = new RotatedFiles<>(List.of(), StandardCharsets.UTF_8, List::toString);

    @BeforeEach
    void open() {
        files = new RotatedFiles<>(
                List.of(folder.resolve("one"), folder.resolve("other")), StandardCharsets.UTF_8, texts -> {
                    if (!texts.getFirst().equals(texts.getLast())) {
                        throw new InvalidKeyException("they differ");
                    }
                    return texts.getFirst();
                });
    }

    private void write(String one, String other) throws Exception {
        Files.writeString(folder.resolve("one"), one);
        Files.writeString(folder.resolve("other"), other);
    }

    @Test
    void theLastGoodValueStaysWhileOnlyOneFileIsReplaced() throws Exception {
        write("a", "a");
        assertThat(files.read()).isTrue();

        write("b", "a");
        assertThatThrownBy(() -> files.read()).isInstanceOf(InvalidKeyException.class);
        Files.delete(folder.resolve("other"));
        assertThatThrownBy(() -> files.read()).isInstanceOf(NoSuchFileException.class);
        assertThat(files.value()).isEqualTo("a");
        assertThat(files.version()).isOne();

        write("b", "b");
        assertThat(files.read()).isTrue();
        assertThat(files.value()).isEqualTo("b");
        assertThat(files.version()).isEqualTo(2);
    }

    @Test
    void theContentDecidesAndNotTheTimeOfTheFiles() throws Exception {
        write("a", "a");
        files.read();
        FileTime time = Files.getLastModifiedTime(folder.resolve("one"));

        Files.setLastModifiedTime(folder.resolve("one"), FileTime.fromMillis(0));
        assertThat(files.read()).isFalse();

        write("b", "b");
        Files.setLastModifiedTime(folder.resolve("one"), time);
        Files.setLastModifiedTime(folder.resolve("other"), time);
        assertThat(files.read()).isTrue();
    }

    @Test
    void aValueThatCannotBeUsedIsTriedAgain() throws Exception {
        write("a", "a");
        files.read();
        write("b", "b");

        assertThatThrownBy(() -> files.read(_ -> {
                    throw new IllegalStateException("not now");
                }))
                .hasMessage("not now");
        assertThat(files.value()).isEqualTo("a");
        assertThat(files.read()).isTrue();
        assertThat(files.value()).isEqualTo("b");
    }

    @Test
    void filesThatWereNeverReadHaveNoValue() {
        assertThat(files.version()).isZero();
        assertThatThrownBy(files::value)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("one");
    }
}
