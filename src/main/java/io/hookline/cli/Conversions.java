package io.hookline.cli;

import io.hookline.cli.terminal.Ansi;
import io.hookline.cli.terminal.MemorySize;
import io.hookline.object.DecodeException;
import io.hookline.object.LabelSelector;
import io.hookline.spec.GoDuration;
import io.hookline.web.Address;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts arguments of the command line to values. The default of an option is the initial value of its field: it is
 * written in help as users write it.
 */
final class Conversions {
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
     * The initial value of a field as an argument; null if picocli shows it so itself, or the option names a default.
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
