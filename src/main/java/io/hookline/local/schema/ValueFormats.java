package io.hookline.local.schema;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Base64;
import java.util.regex.Pattern;

/** Checks the formats of texts. Unknown formats allow every text, as in the API server. */
final class ValueFormats {

    private static final Pattern UUID = Pattern.compile("(?i)[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}");
    private static final Pattern TIME =
            Pattern.compile("([0-9]{2}):([0-9]{2}):([0-9]{2})(\\.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))");
    private static final Pattern DURATION =
            Pattern.compile("[-+]?(0|((\\d+(\\.\\d*)?|\\.\\d+)(ns|us|\u00b5s|ms|s|m|h))+)"
                    + "|(?i)(\\s*\\d+\\s*(ns|nano\\S*|us|micro\\S*|ms|milli\\S*|s|sec\\S*|m|min\\S*|h|hr|hour\\S*"
                    + "|d|day\\S*|w|week\\S*))+");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s<>]+@[^@\\s<>]+");
    private static final Pattern IPV4 = Pattern.compile("((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}");
    private static final Pattern IPV6 = Pattern.compile("(?=.*:.*:)[0-9a-fA-F:.]{2,45}");
    private static final Pattern HOSTNAME = Pattern.compile(
            "[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*");
    private static final Pattern MAC = Pattern.compile("([0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}");

    private ValueFormats() {}

    static boolean fits(String format, String text) {
        return switch (format) {
            case "date-time", "datetime" -> isDateTime(text);
            case "date" -> isDate(text);
            case "duration" -> DURATION.matcher(text).matches();
            case "uuid", "uuid3", "uuid4", "uuid5" -> UUID.matcher(text).matches();
            case "email" -> EMAIL.matcher(text).matches();
            case "hostname" -> text.length() <= 255 && HOSTNAME.matcher(text).matches();
            case "ipv4" -> IPV4.matcher(text).matches();
            case "ipv6" -> IPV6.matcher(text).matches();
            case "mac" -> MAC.matcher(text).matches();
            case "uri" -> isUri(text);
            case "byte" -> isBase64(text);
            default -> true;
        };
    }

    private static boolean isDateTime(String text) {
        String[] parts = text.toLowerCase(java.util.Locale.ROOT).split("t", 2);
        if (parts.length < 2 || !isDate(parts[0])) {
            return false;
        }
        var time = TIME.matcher(parts[1]);
        return time.matches()
                && Integer.parseInt(time.group(1)) < 24
                && Integer.parseInt(time.group(2)) < 60
                && Integer.parseInt(time.group(3)) < 60;
    }

    private static boolean isDate(String text) {
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean isUri(String text) {
        try {
            URI uri = new URI(text);
            return uri.isAbsolute() || text.startsWith("/");
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isBase64(String text) {
        try {
            Base64.getDecoder().decode(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
