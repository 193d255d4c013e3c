package io.hookline.cli.init;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;

/** The folder from which Hookline was started. */
final class Distribution {

    private Distribution() {}

    /** The folder with {@code lib/} and {@code repository/}; in the build of Hookline itself, the one that it makes. */
    static Path home() {
        Path code = code().orElseGet(() -> Path.of("target", "classes"))
                .toAbsolutePath()
                .normalize();
        Path parent = Optional.ofNullable(code.getParent()).orElse(code);
        boolean isJar = Files.isRegularFile(code);
        return isJar && parent.getParent() != null ? parent.getParent() : parent.resolve("hookline");
    }

    private static Optional<Path> code() {
        CodeSource source = Distribution.class.getProtectionDomain().getCodeSource();
        try {
            return source == null
                    ? Optional.empty()
                    : Optional.of(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
