package io.hookline.server.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.hook.protocol.HookException;
import io.hookline.server.Bench;
import io.hookline.server.Requests;
import io.hookline.server.call.HookSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptClassesTest {

    private static final Map<String, byte[]> FIRST = Map.of("shop.Hook", new byte[] {1, 2}, "Other", new byte[0]);
    private static final Map<String, byte[]> SECOND = Map.of("shop.Hook", new byte[] {3});
    private static final InstantSource NOW = InstantSource.fixed(Instant.parse("2026-11-01T00:00:00Z"));

    @TempDir
    Path temporary;

    private Path folder;
    private Path hook;
    private Path source;

    @BeforeEach
    void write() throws IOException {
        folder = temporary.resolve("kept");
        hook = Files.createDirectory(temporary.resolve("hook"));
        source = Files.writeString(hook.resolve("Hook.java"), "class Hook {}");
    }

    /** Each time as in a new process. */
    private Map<String, byte[]> get(List<Path> libraries, Supplier<Map<String, byte[]>> compiler) {
        return KeptClasses.in(folder, NOW).orElseThrow().get(hook, List.of(source), libraries, compiler);
    }

    private void isKept(List<Path> libraries) {
        Map<String, byte[]> kept = get(libraries, () -> {
            throw new AssertionError("compiled again");
        });
        assertThat(kept).containsOnlyKeys(FIRST.keySet());
        FIRST.forEach((name, code) -> assertThat(kept.get(name)).isEqualTo(code));
    }

    private void isCompiledAgain(List<Path> libraries) {
        assertThat(get(libraries, () -> SECOND)).isSameAs(SECOND);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void theNextProcessDoesNotCompileAHookThatHasNotChanged() throws Exception {
        assertThat(get(List.of(), () -> FIRST)).isSameAs(FIRST);
        isKept(List.of());
        assertThat(files()).hasSize(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");

        Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH));
        isKept(List.of());
    }

    @Test
    void aChangedSourceOrLibraryIsCompiled() throws Exception {
        Path jar = Files.writeString(temporary.resolve("a.jar"), "one");
        Path classes = Files.createDirectory(temporary.resolve("classes"));
        Files.writeString(classes.resolve("A.class"), "one");
        List<Path> libraries = List.of(jar, classes);
        get(libraries, () -> FIRST);
        isKept(libraries);

        isCompiledAgain(List.of(classes, jar));
        isCompiledAgain(List.of(jar));
        Files.writeString(classes.resolve("A.class"), "two");
        isCompiledAgain(libraries);
        Files.writeString(classes.resolve("A.class"), "one");
        isKept(libraries);
        Files.writeString(jar, "two");
        isCompiledAgain(libraries);
        Files.writeString(jar, "one");
        Files.writeString(source, "class Hook { }");
        isCompiledAgain(libraries);
    }

    @Test
    void sourcesThatChangeWhileTheyAreCompiledAreNotKept() throws Exception {
        get(List.of(), () -> {
            replace(source, "class Hook {  }");
            return SECOND;
        });
        assertThat(files()).isEmpty();
        replace(source, "class Hook {}");

        assertThat(get(List.of(), () -> FIRST)).isSameAs(FIRST);
    }

    private static void replace(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"changed", "cut", "empty", "longer", "other", "writable", "link", "folder"})
    void aFileThatIsDamagedOrMayBeOfAnotherUserIsNotUsed(String how) throws Exception {
        get(List.of(), () -> FIRST);
        Path file = files().getFirst();
        byte[] content = Files.readAllBytes(file);
        switch (how) {
            case "changed" -> {
                content[content.length - 1] ^= 1;
                Files.write(file, content);
            }
            case "cut" -> Files.write(file, Arrays.copyOf(content, content.length - 1));
            case "empty" -> Files.write(file, new byte[0]);
            case "longer" -> Files.write(file, Arrays.copyOf(content, content.length + 6));
            case "other" -> {
                Files.writeString(source, "class Hook { int other; }");
                get(List.of(), () -> SECOND);
                Files.writeString(source, "class Hook {}");
                Path other = files().stream()
                        .filter(each -> !each.equals(file))
                        .findFirst()
                        .orElseThrow();
                Files.write(file, Files.readAllBytes(other));
            }
            case "writable" -> Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
            case "link" -> {
                Path elsewhere = Files.move(file, temporary.resolve("elsewhere"));
                Files.createSymbolicLink(file, elsewhere);
            }
            default -> {
                Files.delete(file);
                Files.createDirectory(file);
            }
        }

        assertThat(get(List.of(), () -> FIRST)).isSameAs(FIRST);
        if (!how.equals("folder")) {
            isKept(List.of());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"writable", "link", "file"})
    void nothingIsKeptWhereOthersMayWriteOrNobodyCan(String how) throws Exception {
        Path other = Files.createDirectory(temporary.resolve("other"));
        switch (how) {
            case "writable" -> {
                Files.createDirectory(folder);
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
            case "link" -> Files.createSymbolicLink(folder, other);
            default -> Files.createFile(folder);
        }

        assertThat(KeptClasses.in(folder, NOW)).isEmpty();

        Files.writeString(source, HookLoaderTest.JAVA.formatted("compiled"));
        try (Bench bench = new Bench(HookSettings.DEFAULTS.withClasses(folder))) {
            bench.table.put("hook", bench.loader.load(hook));
            assertThat(bench.hooks
                            .serve("/hook/sync", Requests.utf8(Requests.SYNC))
                            .body()
                            .toString())
                    .contains("compiled");
        }
        assertThat(other).isEmptyDirectory();
    }

    @Test
    void theFilesThatWereNotUsedForLongestAreDeleted() throws Exception {
        get(List.of(), () -> FIRST);
        Path used = files().getFirst();
        isKept(List.of()); // sets the time of its last use
        for (int i = 1; i <= 1001; i++) {
            Path file = Files.createFile(folder.resolve("old" + i));
            Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH.plusSeconds(i)));
        }
        isKept(List.of());

        assertThat(files()).hasSize(1000).contains(used).doesNotContain(folder.resolve("old1"), folder.resolve("old2"));
    }

    @Test
    void aLoadedHookIsTheSameFromKeptFilesAndAnErrorIsNotKept() throws Exception {
        HookSettings settings = HookSettings.DEFAULTS.withClasses(folder);
        Files.writeString(source, HookLoaderTest.JAVA.formatted("kept"));
        for (int process = 0; process < 2; process++) {
            try (Bench bench = new Bench(settings)) {
                bench.table.put("hook", bench.loader.load(hook));
                assertThat(bench.hooks
                                .serve("/hook/sync", Requests.utf8(Requests.SYNC))
                                .body()
                                .toString())
                        .contains("kept");
            }
            assertThat(files()).hasSize(1);
            assertThat(Files.getLastModifiedTime(files().getFirst()).toInstant())
                    .isNotEqualTo(Instant.EPOCH);
        }

        Files.writeString(source, "class Hook {");
        for (int process = 0; process < 2; process++) {
            try (Bench bench = new Bench(settings)) {
                assertThatThrownBy(() -> bench.loader.load(hook))
                        .isInstanceOf(HookException.class)
                        .hasMessageContaining("Hook.java:1");
            }
        }
        assertThat(files()).hasSize(1);
    }
}
