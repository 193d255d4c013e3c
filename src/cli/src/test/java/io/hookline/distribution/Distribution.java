package io.hookline.distribution;

import java.nio.file.Path;

/** Where the distribution is that the build has made, as users unpack it. Paths are absolute. */
public final class Distribution {

    /** Its folder. */
    public static final Path FOLDER = Path.of(System.getProperty("hookline.distribution", "target/hookline"))
            .toAbsolutePath();

    /** The folder of its programs, for a PATH. */
    public static final Path PROGRAMS = FOLDER.resolve("bin");

    /** The program, as the first word of a command. */
    public static final String HOOKLINE = PROGRAMS.resolve("hookline").toString();

    private Distribution() {}
}
