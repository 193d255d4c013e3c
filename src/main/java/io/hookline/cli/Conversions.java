package io.hookline.cli;

import io.hookline.cli.terminal.Ansi;
import io.hookline.object.DecodeException;
import io.hookline.object.LabelSelector;
import io.hookline.spec.GoDuration;
import io.hookline.web.Address;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** Converts arguments of the command line to values. */
final class Conversions {
    private Conversions() {}

    static void register(CommandLine line) {
        line.registerConverter(Duration.class, Conversions::duration);
        line.registerConverter(Boolean.class, Conversions::bool);
        line.registerConverter(boolean.class, Conversions::bool);
        line.registerConverter(LabelSelector.class, Conversions::selector);
        line.registerConverter(Address.class, Conversions::address);
        line.registerConverter(Ansi.Mode.class, Conversions::colour);
        line.getSubcommands().values().forEach(Conversions::register);
    }

    private static Duration duration(String text) {
        try {
            return GoDuration.parse(text);
        } catch (RuntimeException _) {
            throw new TypeConversionException("expected a duration such as 500ms, 30s or 1m30s, was \"" + text + "\"");
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
