package io.hookline.cli.dev;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The debugger of this JVM. A JVM must be started with it; {@code bin/hookline} and IDEs do that. */
final class Debugger {

    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final String AGENT = "-agentlib:jdwp=";
    private static final String ADDRESS = "address=";

    private Debugger() {}

    /** Where the debugger of this process listens, or to which address it is connected; empty without debugger. */
    static Optional<String> ofThisProcess() {
        return in(arguments());
    }

    static Optional<String> in(Collection<String> arguments) {
        return arguments.stream()
                .filter(argument -> argument.startsWith(AGENT))
                .map(Debugger::address)
                .findFirst();
    }

    /** From the operating system if possible, since the JVM's own management takes longer than it should at a start. */
    private static List<String> arguments() {
        try {
            return List.of(Files.readString(COMMAND_LINE).split("\0"));
        } catch (IOException _) {
            return ManagementFactory.getRuntimeMXBean().getInputArguments();
        }
    }

    private static String address(String agent) {
        return Stream.of(agent.substring(AGENT.length()).split(","))
                .filter(part -> part.startsWith(ADDRESS))
                .map(part -> part.substring(ADDRESS.length()))
                .findFirst()
                .orElse("connected");
    }

    /** How to start a JVM with a debugger that listens on a port. */
    static String missing(int port) {
        return "--debug needs a JVM that is started with a debugger; use bin/hookline, or start java with " + AGENT
                + "transport=dt_socket,server=y,suspend=n,quiet=y,address=127.0.0.1:" + port;
    }
}
