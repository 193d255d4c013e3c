package io.hookline.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A client that {@code .ci/clients} has installed, and its program in {@code src/cli/src/test/clients}, which takes the steps of a test and prints
 * a line for each: {@code ok NAME} or {@code FAIL NAME: WHY}.
 *
 * @param folder where it is installed
 */
public record InstalledClient(Path folder) {

    static final Path SOURCES = Path.of("src/cli/src/test/clients").toAbsolutePath();

    private static final int DIGITS = 12;
    private static final long MINUTES = 4;

    /**
     * Finds a client. If it is not installed, the test is skipped; with {@code -Dhookline.clients=required} it fails.
     *
     * @param pins the files that say what is installed
     */
    public static InstalledClient of(String name, String... pins) throws IOException {
        Path folder = cache().resolve(name + "-" + digest(pins));
        boolean there = Files.exists(folder.resolve(".complete"));
        String missing = "the client for " + name + " is not installed in " + folder + "; run .ci/clients";
        if (System.getProperty("hookline.clients", "").equals("required")) {
            assertThat(there).as(missing).isTrue();
        }
        Assumptions.assumeTrue(there, missing);
        return new InstalledClient(folder);
    }

    private static Path cache() {
        Path base = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(value -> !value.isBlank())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"));
        return base.resolve("hookline/clients");
    }

    private static String digest(String... pins) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String pin : pins) {
                digest.update(Files.readAllBytes(SOURCES.resolve(pin)));
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Runs the program against a server.
     *
     * @param scratch a folder for the process
     * @return what it printed; the test checks that these are all its steps
     */
    List<String> run(TestedServer.Access server, Path scratch, String... command)
            throws IOException, InterruptedException {
        Path out = scratch.resolve("out");
        Path err = scratch.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(Stream.of(command), Stream.of(server.namespace()))
                        .toList())
                .directory(scratch.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment()
                .keySet()
                .removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
        builder.environment().put("KUBECONFIG", server.kubeconfig().toString());
        builder.environment().put("PYTHONPATH", SOURCES.resolve("python").toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
            List<String> lines = Files.readAllLines(out);
            assertThat(ended)
                    .as("%s%nprinted %s%nand does not end", List.of(command), lines)
                    .isTrue();
            assertThat(lines)
                    .as(() -> "of " + List.of(command) + ", which also printed:\n" + endOf(err))
                    .isNotEmpty()
                    .allMatch(line -> line.startsWith("ok "));
            assertThat(process.exitValue()).as(() -> endOf(err)).isZero();
            return lines.stream().map(line -> line.substring("ok ".length())).toList();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String endOf(Path file) {
        try {
            List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
