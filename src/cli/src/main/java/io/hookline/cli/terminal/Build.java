package io.hookline.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;
import picocli.CommandLine;

/**
 * The version and commit of this build.
 *
 * @param commit abbreviated; {@code unknown} for a build outside a repository
 */
public record Build(String version, String commit) implements CommandLine.IVersionProvider {

    /** The feature version of the JDK that all tests run on. Newer ones are not refused. */
    public static final int TESTED_JAVA = 25;

    /**
     * A warning if the JDK is newer than the tested one.
     *
     * @param java the feature version of the JDK
     */
    public Optional<String> warning(int java) {
        return java > TESTED_JAVA
                ? Optional.of("WARNING this is Java " + java + "; Hookline " + version + " was tested with Java "
                        + TESTED_JAVA + " only. If something fails, try it there first: set JAVA_HOME")
                : Optional.empty();
    }

    /** For picocli, which creates the version provider itself. */
    public Build() {
        this(read());
    }

    private Build(Properties properties) {
        this(properties.getProperty("version", "unknown"), commit(properties.getProperty("commit", "")));
    }

    private static String commit(String read) {
        return read.isEmpty() || read.startsWith("${") ? "unknown" : read;
    }

    private static Properties read() {
        Properties properties = new Properties();
        try (InputStream in = Build.class.getResourceAsStream("/io/hookline/cli/build.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "hookline " + version,
            "java     " + Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
            "commit   " + commit
        };
    }
}
