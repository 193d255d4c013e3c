package io.hookline.cli.terminal;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an amount of memory such as {@code 256Mi} or {@code 1Gi} into bytes. */
public final class MemorySize implements ITypeConverter<Long> {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,6})(Mi|Gi)");
    private static final long LEAST = 16L << 20;

    @Override
    public Long convert(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            throw new TypeConversionException("'" + text + "' is not an amount of memory such as 256Mi or 1Gi");
        }
        long bytes = Long.parseLong(size.group(1)) << (size.group(2).equals("Mi") ? 20 : 30);
        if (bytes < LEAST) {
            throw new TypeConversionException("'" + text + "' is too little, at least 16Mi are needed");
        }
        return bytes;
    }

    /** An amount as users write it, such as {@code 256Mi}. */
    public static String text(long bytes) {
        boolean gibi = bytes % (1L << 30) == 0;
        return (bytes >> (gibi ? 30 : 20)) + (gibi ? "Gi" : "Mi");
    }
}
