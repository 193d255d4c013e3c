package io.hookline.cli.watch;

import ch.qos.logback.classic.Level;
import io.hookline.cli.terminal.LogTime;
import io.hookline.cli.terminal.Logging;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Metacontroller's flags for its log. */
final class ZapFlags {

    private static final List<String> NAMES = List.of("debug", "info", "error", "panic");
    private static final List<String> STACK_NAMES = List.of("info", "error", "panic");

    /** The level from which the bodies of hook calls are logged. */
    private static final int BODIES = 6;

    @Option(
            names = "--zap-log-level",
            paramLabel = "LEVEL",
            defaultValue = "info",
            description = "The log level: debug, info, error, panic, or a number above 0; 4 logs syncs, 6 the bodies of"
                    + " hook calls (default: ${DEFAULT-VALUE}).")
    private String logLevel = "info";

    @Option(
            names = "--zap-devel",
            paramLabel = "BOOL",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            description = "Log text instead of JSON, from level debug.")
    private boolean devel;

    @Option(
            names = {"--zap-encoder", "--log-format"},
            paramLabel = "json|console",
            description = "The log format (default: console on a terminal, else json).")
    private @Nullable String encoder;

    @Option(
            names = "--zap-stacktrace-level",
            paramLabel = "LEVEL",
            description = "The level from which stack traces are logged: info, error or panic (default: error, and warn"
                    + " with --zap-devel).")
    private @Nullable String stacktraceLevel;

    @Option(
            names = "--zap-time-encoding",
            paramLabel = "NAME",
            description = "The times of JSON lines: epoch, millis, nano, iso8601, rfc3339 or rfc3339nano (default:"
                    + " rfc3339, with milliseconds).")
    private @Nullable String timeEncoding;

    /**
     * Rejects invalid values.
     *
     * @throws CommandLine.ParameterException naming the flag
     */
    void check(CommandLine line) {
        if (!isLevel()) {
            throw wrong(
                    line, "--zap-log-level: expected debug, info, error, panic or a number above 0, was " + logLevel);
        }
        if (encoder != null && !List.of("json", "console", "text").contains(lower(encoder))) {
            throw wrong(line, "--zap-encoder: expected json or console, was " + encoder);
        }
        if (stacktraceLevel != null && !STACK_NAMES.contains(lower(stacktraceLevel))) {
            throw wrong(line, "--zap-stacktrace-level: expected info, error or panic, was " + stacktraceLevel);
        }
        if (timeEncoding != null && time().isEmpty()) {
            throw wrong(
                    line,
                    "--zap-time-encoding: expected epoch, millis, nano, iso8601, rfc3339 or rfc3339nano, was "
                            + timeEncoding);
        }
    }

    private static CommandLine.ParameterException wrong(CommandLine line, String message) {
        return new CommandLine.ParameterException(line, message);
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** A number above 0 is a level too: a higher number logs more. */
    private boolean isLevel() {
        return NAMES.contains(lower(logLevel)) || logLevel.matches("\\+?0*[1-9][0-9]{0,2}");
    }

    private Optional<LogTime> time() {
        return Arrays.stream(LogTime.values())
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(lower(String.valueOf(timeEncoding))))
                .findFirst();
    }

    /** Configures the log from these flags. */
    void configureLogging() {
        boolean text = encoder == null
                ? devel || Logging.isTerminal()
                : !lower(encoder).equals("json");
        Logging.configure(
                text ? Logging.Format.TEXT : Logging.Format.JSON, level(), stacks(), time().orElse(LogTime.RFC3339));
    }

    /** The level of Hookline's loggers. An explicit level counts more than that of {@code --zap-devel}. */
    Level level() {
        return switch (lower(logLevel)) {
            case "info" -> devel ? Level.DEBUG : Level.INFO;
            case "error", "panic" -> Level.ERROR;
            case "debug" -> Level.DEBUG;
            default -> Integer.parseInt(logLevel) >= BODIES ? Level.TRACE : Level.DEBUG;
        };
    }

    /** The level from which stack traces are printed. */
    Level stacks() {
        if (stacktraceLevel == null) {
            return devel ? Level.WARN : Level.ERROR;
        }
        return switch (lower(stacktraceLevel)) {
            case "info" -> Level.INFO;
            case "error" -> Level.ERROR;
            default -> Level.OFF;
        };
    }
}
