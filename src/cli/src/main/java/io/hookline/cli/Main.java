package io.hookline.cli;

import io.hookline.cli.plan.PlanCommand;
import io.hookline.cli.terminal.Ansi;
import io.hookline.cli.terminal.Build;
import io.hookline.cli.terminal.CliErrors;
import io.hookline.cli.terminal.MemorySize;
import io.hookline.object.DecodeException;
import io.hookline.object.LabelSelector;
import io.hookline.spec.GoDuration;
import io.hookline.web.Address;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.TypeConversionException;

/** Starts the process. Exit codes: 0 success, 1 failure, 2 wrong usage. */
public final class Main {
    private Main() {}

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** Runs one command and returns its exit code. */
    static int run(String... args) {
        // Not the writer of picocli: its checkError() never tells that nobody reads the output any more.
        CommandLine line = commandLine(args).setOut(new PrintWriter(System.out, true, System.out.charset()));
        return run(line, Runtime.version().feature(), args);
    }

    /**
     * Runs one command of a command line.
     *
     * @param java the feature version of the JVM
     */
    static int run(CommandLine line, int java, String... args) {
        new Build().warning(java).ifPresent(warning -> {
            line.getErr().println("hookline: " + warning);
            line.getErr().flush();
        });
        return line.execute(GoFlags.normalise(args));
    }

    /** The command line for these arguments: with the command that they call, or with all. */
    static CommandLine commandLine(String... args) {
        RootCommand root = new RootCommand();
        CommandLine line = new CommandLine(root)
                // Not a RunLast itself: picocli would then print to the System.err of the time when it was created.
                .setExecutionStrategy(parsed -> {
                    root.colour().apply(parsed);
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setExecutionExceptionHandler((e, commandLine, _) -> CliErrors.report(e, commandLine))
                .setParameterExceptionHandler(CliErrors::reportUsage);
        RootCommand.addCommands(line, args);
        command(line, "plan").map(CommandLine::getCommandSpec).ifPresent(PlanCommand::hideFlags);
        line.setUsageHelpAutoWidth(true).setCaseInsensitiveEnumValuesAllowed(true);
        Conversions.register(line);
        // The help of each command promises --version; picocli does not inherit what prints it.
        allBelow(line)
                .forEach(command -> command.getCommandSpec()
                        .versionProvider(line.getCommandSpec().versionProvider()));
        // As in Go, the last value of a flag counts, so that an overlay can add arguments.
        for (String name : List.of("watch", "run")) {
            command(line, name).ifPresent(command -> command.setOverwrittenOptionsAllowed(true));
        }
        return line;
    }

    /** The commands below this one, at all levels. */
    private static Stream<CommandLine> allBelow(CommandLine line) {
        return line.getSubcommands().values().stream()
                .flatMap(command -> Stream.concat(Stream.of(command), allBelow(command)));
    }

    private static Optional<CommandLine> command(CommandLine line, String name) {
        return Optional.ofNullable(line.getSubcommands().get(name));
    }

    /**
     * Converts Go's flag notation to ours: {@code -name=value} becomes {@code --name=value}. Manifests written for
     * Metacontroller use both.
     */
    static final class GoFlags {

        /** The usual port of Java debuggers; {@code bin/hookline} opens it. */
        private static final int DEBUG_PORT = 5005;

        private GoFlags() {}

        /** Also gives {@code --debug} its default. */
        static String[] normalise(String... args) {
            return Arrays.stream(args).map(GoFlags::normalise).toArray(String[]::new);
        }

        /** Doubles a single dash before a name; one-letter options such as {@code -h} and {@code -V} stay. */
        private static String normalise(String arg) {
            if (arg.equals("--debug")) {
                return "--debug=" + DEBUG_PORT; // so that the next argument is not taken for the port
            }
            boolean goForm = arg.length() > 2
                    && arg.charAt(0) == '-'
                    && Character.isLetter(arg.charAt(1))
                    && arg.charAt(2) != '=';
            return goForm ? "-" + arg : arg;
        }
    }

    /**
     * Converts arguments of the command line to values. The default of an option is the initial value of its field: it
     * is written in help as users write it.
     */
    static final class Conversions {
        private Conversions() {}

        static void register(CommandLine line) {
            line.registerConverter(Duration.class, Conversions::duration);
            line.registerConverter(Boolean.class, Conversions::bool);
            line.registerConverter(boolean.class, Conversions::bool);
            line.registerConverter(LabelSelector.class, Conversions::selector);
            line.registerConverter(Address.class, Conversions::address);
            line.registerConverter(Ansi.Mode.class, Conversions::colour);
            line.setDefaultValueProvider(Conversions::defaultOf);
            line.getSubcommands().values().forEach(Conversions::register);
        }

        /**
         * The initial value of a field as an argument; null if picocli shows it so itself, or the option names a
         * default.
         */
        private static @Nullable String defaultOf(ArgSpec option) {
            if (option.defaultValue() != null || option.initialValue() == null) {
                return null;
            }
            if (option.initialValue() instanceof Duration duration) {
                return GoDuration.text(duration);
            }
            boolean memory = Stream.of(option.converters()).anyMatch(MemorySize.class::isInstance);
            return memory && option.initialValue() instanceof Long bytes ? MemorySize.text(bytes) : null;
        }

        private static Duration duration(String text) {
            try {
                return GoDuration.parse(text);
            } catch (RuntimeException _) {
                throw new TypeConversionException(
                        "expected a duration such as 500ms, 30s or 1m30s, was \"" + text + "\"");
            }
        }

        /** As Go reads it. */
        private static boolean bool(String text) {
            return switch (text) {
                case "1", "t", "T", "true", "TRUE", "True" -> true;
                case "0", "f", "F", "false", "FALSE", "False" -> false;
                default -> throw new TypeConversionException("'" + text + "' is not a boolean");
            };
        }

        private static Ansi.Mode colour(String text) {
            try {
                return Ansi.Mode.valueOf(text.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException _) {
                throw new TypeConversionException("expected auto, always or never, was \"" + text + "\"");
            }
        }

        private static Address address(String text) {
            try {
                return Address.parse(text, "0.0.0.0");
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }

        private static LabelSelector selector(String text) {
            try {
                return LabelSelector.parse(text);
            } catch (DecodeException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
