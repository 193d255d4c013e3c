package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code bin/hookline warmup} and the use of its caches, in a copy of the distribution. Maven has warmed up the distribution itself; if
 * it is cold, as for a single test, the copy is.
 */
@TestInstance(Lifecycle.PER_CLASS)
class WarmupIT {

    /** The JVM logs the source of each class. */
    private static final String LOG_CLASSES = "-Xlog:class+load";

    private static final String CACHED = "io.hookline.cli.Main source: shared objects file";
    private static final String NOT_CACHED = "io.hookline.cli.Main source: file:";

    private static final String IGNORED =
            "hookline: the AOT caches are ignored: they are damaged, or fit another JDK, other jars or other"
                    + " options; see hookline warmup";

    private record Result(int exit, String printed) {}

    private Path copy = Distribution.FOLDER;
    private Path cache = Distribution.FOLDER;
    private byte[] good = {};

    @BeforeAll
    void warmUp(@TempDir Path folder) throws Exception {
        copy = folder.resolve("a copy");
        copyFiles("bin");
        copyFiles("lib");
        cache = copy.resolve("lib/help.aot");
        if (!Files.exists(cache)) {
            Result warmup = run("", "warmup");
            assertThat(warmup.exit()).as(warmup.printed()).isZero();
        }
        good = Files.readAllBytes(cache);
    }

    @AfterEach
    void restoreTheCache() throws IOException {
        Files.write(cache, good);
    }

    /** Copies files with their times. */
    private void copyFiles(String name) throws IOException {
        Files.createDirectories(copy.resolve(name));
        for (Path file : files(Distribution.FOLDER.resolve(name))) {
            Files.copy(file, copy.resolve(name).resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private Path ownJar() throws IOException {
        return files(copy.resolve("lib")).stream()
                .filter(file -> file.getFileName().toString().startsWith("hookline-"))
                .findFirst()
                .orElseThrow();
    }

    private Result run(String options, String... args) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(copy.resolve("bin/hookline").toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("HOOKLINE_JVM_OPTIONS", options);
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), printed);
    }

    @Test
    void warmupAddsThreeCachesToTheJars() throws Exception {
        assertThat(files(copy.resolve("lib")))
                .filteredOn(
                        file -> Files.isRegularFile(file) && !file.toString().endsWith(".jar"))
                .containsExactly(copy.resolve("lib/dev.aot"), cache, copy.resolve("lib/watch.aot"));
    }

    @Test
    void everyKindOfCommandLoadsItsClassesFromACache() throws Exception {
        for (String command : List.of("dev", "serve", "check", "test", "watch", "version")) {
            assertThat(run(LOG_CLASSES, command, "--help").printed())
                    .as(command)
                    .contains(CACHED);
        }
    }

    @Test
    void theWatcherUsesItsCacheOnAMachineWithMuchMemory() throws Exception {
        assertThat(run(LOG_CLASSES + " -XX:MaxRAM=200g", "watch", "--help").printed())
                .contains(CACHED);
    }

    @Test
    @Tag("soak")
    void aBrokenCacheIsIgnoredWithoutAMessage() throws Exception {
        for (byte[] broken : List.of(new byte[0], noise(), Arrays.copyOf(good, good.length / 2))) {
            Files.write(cache, broken);

            assertIgnoresTheCacheWithoutAMessage();
        }
    }

    private static byte[] noise() {
        byte[] noise = new byte[50_000];
        new Random(1).nextBytes(noise);
        return noise;
    }

    /** Short commands do not look for that, since it would take them longer than what they do. */
    @Test
    void aCacheThatIsDamagedInsideIsIgnoredInProductionAndNamed() throws Exception {
        byte[] sound = Files.readAllBytes(copy.resolve("lib/watch.aot"));
        try {
            Files.write(cache, damaged(good));
            Files.write(copy.resolve("lib/watch.aot"), damaged(sound));

            assertThat(version()).startsWith(IGNORED).hasSize(4);
            assertThat(run(LOG_CLASSES, "watch", "--help").printed()).contains(NOT_CACHED);
        } finally {
            Files.write(copy.resolve("lib/watch.aot"), sound);
        }
    }

    private static byte[] damaged(byte[] cache) {
        byte[] damaged = cache.clone();
        System.arraycopy(noise(), 0, damaged, damaged.length / 3, noise().length);
        return damaged;
    }

    /** The cache has what a start of {@code dev} needs, so that it is ready soon. */
    @Test
    void aSessionOfDevIsLoadedFromItsCache(@TempDir Path project) throws Exception {
        Path example = Files.createDirectories(project.resolve("examples/none"));
        Files.writeString(example.resolve("expect.yaml"), "install: []\nsteps: [{gone: ConfigMap/none}]\n");
        String session = "io.hookline.cli.dev.DevSession source: ";

        assertThat(run(LOG_CLASSES, "dev", "--once", "--port=0", "--examples=" + project.resolve("examples"))
                        .printed())
                .contains(session + "shared objects file");
    }

    @Test
    void theCacheOfOtherJarsIsIgnoredWithoutAMessage() throws Exception {
        Path jar = ownJar();
        FileTime built = Files.getLastModifiedTime(jar);
        try {
            Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));

            assertIgnoresTheCacheWithoutAMessage();
        } finally {
            Files.setLastModifiedTime(jar, built);
        }
    }

    private void assertIgnoresTheCacheWithoutAMessage() throws Exception {
        Result result = run(LOG_CLASSES, "help", "version");

        assertThat(result.exit()).isZero();
        assertThat(result.printed()).contains(NOT_CACHED);
        assertThat(result.printed().lines().filter(line -> !line.contains("[class,load]")))
                .first()
                .asString()
                .startsWith("Usage: hookline version");
        assertThat(version()).startsWith(IGNORED).hasSize(4);
    }

    private List<String> version() throws Exception {
        Result result = run("", "version");
        assertThat(result.exit()).isZero();
        return result.printed().lines().toList();
    }

    /** Copied jars are newer, for example: without this, nobody would know why commands start slowly. */
    @Test
    void versionSaysThatTheCachesAreIgnored() throws Exception {
        assertThat(version()).map(line -> line.replaceFirst(" .*", "")).containsExactly("hookline", "java", "commit");
        FileTime built = Files.getLastModifiedTime(ownJar());
        try {
            Files.setLastModifiedTime(ownJar(), FileTime.from(built.toInstant().plusSeconds(60)));
            assertThat(version()).startsWith(IGNORED).hasSize(4);
        } finally {
            Files.setLastModifiedTime(ownJar(), built);
        }
        assertThat(run("-XX:-UseCompactObjectHeaders", "version").printed()).startsWith(IGNORED);
    }

    /** Otherwise a newer jar of the same size would run with the classes of an older one. */
    @Test
    void theDistributionsJarIsAsOldAsItsBuild() throws Exception {
        Path built = Path.of("src/cli/target").resolve(ownJar().getFileName());

        assertThat(Files.getLastModifiedTime(ownJar()).toInstant().getEpochSecond())
                .isEqualTo(Files.getLastModifiedTime(built).toInstant().getEpochSecond());
    }

    @Test
    @Tag("soak")
    void anInterruptedWarmupEndsAtOnceAndKeepsTheOldCaches() throws Exception {
        List<Path> before = files(copy.resolve("lib"));
        Process process = new ProcessBuilder(copy.resolve("bin/hookline").toString(), "warmup").start();
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> files(copy.resolve("lib")).stream()
                        .anyMatch(file -> Files.exists(file.resolve("examples/runner/expect.yaml"))));

        process.children().forEach(ProcessHandle::destroy);

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(files(copy.resolve("lib"))).isEqualTo(before);
        Awaitility.await()
                .untilAsserted(() -> assertThat(ProcessHandle.allProcesses())
                        .map(other -> other.info().commandLine().orElse(""))
                        .noneMatch(line -> line.contains(copy.toString())));
    }

    @Test
    void aFolderWithoutWriteAccessIsReported(@TempDir Path elsewhere) throws Exception {
        Path launcher = Files.createDirectories(elsewhere.resolve("bin")).resolve("hookline");
        Files.copy(copy.resolve("bin/hookline"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
        Process process = new ProcessBuilder(launcher.toString(), "warmup")
                .redirectErrorStream(true)
                .start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("hookline: cannot write the AOT caches to ")
                .endsWith("/lib; run this as a user with write access\n");
        assertThat(process.waitFor()).isEqualTo(1);
    }
}
