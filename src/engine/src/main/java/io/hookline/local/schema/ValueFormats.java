package io.hookline.local.schema;

import com.google.re2j.Pattern;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;

/** The formats of texts in schemas. Unknown formats allow every text, as in the API server. */
public final class ValueFormats {

    /** Formats that are only a regular expression. */
    private static final Map<String, Pattern> PATTERNS = Map.ofEntries(
            pattern("bsonobjectid", "^[0-9a-fA-F]{24}$"),
            pattern("uuid", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$"),
            pattern("uuid3", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$"),
            pattern("uuid4", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$"),
            pattern("uuid5", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$"),
            pattern(
                    "mac",
                    "^([0-9a-fA-F]{2}((:[0-9a-fA-F]{2}){5}|(:[0-9a-fA-F]{2}){7}|(:[0-9a-fA-F]{2}){19}"
                            + "|(-[0-9a-fA-F]{2}){5}|(-[0-9a-fA-F]{2}){7}|(-[0-9a-fA-F]{2}){19})"
                            + "|[0-9a-fA-F]{4}((\\.[0-9a-fA-F]{4}){2}|(\\.[0-9a-fA-F]{4}){3}|(\\.[0-9a-fA-F]{4}){9})"
                            + "|[0-9a-fA-F]{12}|[0-9a-fA-F]{16}|[0-9a-fA-F]{40})$"),
            pattern("byte", "^(?:[A-Za-z0-9+\\/]{4})*(?:[A-Za-z0-9+\\/]{2}==|[A-Za-z0-9+\\/]{3}=|[A-Za-z0-9+\\/]{4})$"),
            pattern("hexcolor", "^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"),
            pattern(
                    "rgbcolor",
                    "^rgb\\(\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*,\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])"
                            + "\\s*,\\s*(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*\\)$"),
            pattern("ssn", "^\\d{3}[- ]\\d{2}[- ]\\d{4}$"),
            pattern("k8sshortname", "^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$"));

    private static final Pattern LONG_NAME =
            Pattern.compile("^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$");
    /** The other library does not know all symbols; these texts are short. */
    private static final java.util.regex.Pattern HOSTNAME =
            java.util.regex.Pattern.compile("^([a-zA-Z0-9\\p{S}\\p{L}]((-?[a-zA-Z0-9\\p{S}\\p{L}]{0,62})?)"
                    + "|([a-zA-Z0-9\\p{S}\\p{L}](([a-zA-Z0-9\\-\\p{S}\\p{L}]{0,61}[a-zA-Z0-9\\p{S}\\p{L}])?)(\\.)){1,}"
                    + "([a-zA-Z\\p{L}]){2,63})$");

    private static final Pattern TIME =
            Pattern.compile("^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$");
    private static final Pattern DATE = Pattern.compile("^[0-9]{4}-[0-9]{2}-[0-9]{2}$");
    private static final Pattern CARD =
            Pattern.compile("^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}"
                    + "|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\\d{3})\\d{11})$");

    private ValueFormats() {}

    private static Map.Entry<String, Pattern> pattern(String format, String regex) {
        return Map.entry(format, Pattern.compile(regex));
    }

    /** Whether a text has a format. */
    public static boolean fits(String format, String text) {
        String name = format.replace("-", "");
        Pattern pattern = PATTERNS.get(name);
        if (pattern != null) {
            return pattern.matcher(text).find();
        }
        return switch (name) {
            case "datetime" -> isDateTime(text);
            case "date" -> isDate(text);
            case "duration" -> Durations.isDuration(text);
            case "email" -> new EmailParser(text).isAddress();
            case "hostname" -> isHostname(text);
            case "ipv4" -> text.contains(".") && Addresses.isAddress(text, true);
            case "ipv6" -> text.contains(":") && Addresses.isAddress(text, false);
            case "cidr" -> Addresses.isRange(text);
            case "uri" -> RequestUris.isUri(text);
            case "isbn" -> isIsbn10(text) || isIsbn13(text);
            case "isbn10" -> isIsbn10(text);
            case "isbn13" -> isIsbn13(text);
            case "creditcard" -> isCreditCard(text);
            case "k8slongname" ->
                text.length() <= 253 && LONG_NAME.matcher(text).find();
            default -> true;
        };
    }

    private static boolean isDateTime(String text) {
        String[] parts = text.toLowerCase(Locale.ROOT).split("t", -1);
        if (parts.length < 2 || !isDate(parts[0])) {
            return false;
        }
        var time = TIME.matcher(parts[1]);
        return time.find()
                && time.group(1).compareTo("23") <= 0
                && time.group(2).compareTo("59") <= 0
                && time.group(3).compareTo("59") <= 0;
    }

    private static boolean isDate(String text) {
        try {
            return DATE.matcher(text).find() && LocalDate.parse(text).getYear() >= 0;
        } catch (DateTimeException _) {
            return false;
        }
    }

    private static boolean isHostname(String text) {
        return text.length() <= 255
                && HOSTNAME.matcher(text).find()
                && Arrays.stream(text.split("\\.", -1)).allMatch(label -> label.length() <= 63);
    }

    private static boolean isIsbn10(String text) {
        String digits = text.replaceAll("[\\s-]+", "");
        if (!digits.matches("[0-9]{9}[0-9X]")) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += (i + 1) * (digits.charAt(i) == 'X' ? 10 : digits.charAt(i) - '0');
        }
        return sum % 11 == 0;
    }

    private static boolean isIsbn13(String text) {
        String digits = text.replaceAll("[\\s-]+", "");
        if (!digits.matches("[0-9]{13}")) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 13; i++) {
            sum += (i % 2 == 0 ? 1 : 3) * (digits.charAt(i) - '0');
        }
        return sum % 10 == 0;
    }

    private static boolean isCreditCard(String text) {
        String digits = text.replaceAll("[^0-9]+", "");
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int counted = i % 2 == 0 ? digit : digit * 2;
            sum += counted > 9 ? counted - 9 : counted;
        }
        return CARD.matcher(digits).find() && sum % 10 == 0;
    }

    /** Durations of Go, and those of Scala, which may have other text around. */
    private static final class Durations {

        private static final java.util.regex.Pattern GO = java.util.regex.Pattern.compile(
                "[-+]?(0|((\\d{1,18}(\\.\\d*)?|\\.\\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h))+)");
        private static final java.util.regex.Pattern PART =
                java.util.regex.Pattern.compile("(\\d+)\\s*([A-Za-z\u00b5]+)");
        private static final List<List<String>> UNITS = List.of(
                List.of("ns", "nano"),
                List.of("us", "\u00b5s", "micro"),
                List.of("ms", "milli"),
                List.of("s", "sec"),
                List.of("m", "min"),
                List.of("h", "hr", "hour"),
                List.of("d", "day"),
                List.of("w", "wk", "week"));

        private Durations() {}

        static boolean isDuration(String text) {
            if (GO.matcher(text).matches()) {
                return true;
            }
            boolean found = false;
            Matcher parts = PART.matcher(text);
            while (parts.find()) {
                try {
                    Long.parseLong(parts.group(1));
                } catch (NumberFormatException _) {
                    return false;
                }
                found |= isUnit(parts.group(2).toLowerCase(Locale.ROOT));
            }
            return found;
        }

        private static boolean isUnit(String unit) {
            return UNITS.stream().anyMatch(names -> names.contains(unit) || unit.startsWith(names.getLast()));
        }
    }

    /** IP addresses, as Go reads them. */
    private static final class Addresses {
        private Addresses() {}

        /**
         * Whether a text is an address.
         *
         * @param zeros whether numbers of an IPv4 address may start with zeros
         */
        static boolean isAddress(String text, boolean zeros) {
            return text.contains(":") ? isV6(text, zeros) : isV4(text, zeros);
        }

        static boolean isRange(String text) {
            int slash = text.indexOf('/');
            if (slash < 0) {
                return false;
            }
            String address = text.substring(0, slash);
            String bits = text.substring(slash + 1);
            int most = isV4(address, true) ? 32 : isV6(address, true) ? 128 : -1;
            return bits.matches("[0-9]{1,7}") && Integer.parseInt(bits) <= most;
        }

        private static boolean isV4(String text, boolean zeros) {
            String[] numbers = text.split("\\.", -1);
            return numbers.length == 4 && Arrays.stream(numbers).allMatch(number -> isByte(number, zeros));
        }

        private static boolean isByte(String number, boolean zeros) {
            return number.matches("[0-9]{1,7}")
                    && Integer.parseInt(number) <= 255
                    && (zeros || number.length() == 1 || number.charAt(0) != '0');
        }

        private static boolean isV6(String text, boolean zeros) {
            int gap = text.indexOf("::");
            if (gap < 0) {
                return groups(text, zeros, true) == 8;
            }
            int before = groups(text.substring(0, gap), zeros, false);
            int after = groups(text.substring(gap + 2), zeros, true);
            return before >= 0 && after >= 0 && before + after < 8;
        }

        /** The number of groups of 16 bits; -1 if it is wrong. */
        private static int groups(String text, boolean zeros, boolean mayEndWithV4) {
            if (text.isEmpty()) {
                return 0;
            }
            String[] groups = text.split(":", -1);
            int count = 0;
            for (int i = 0; i < groups.length; i++) {
                if (groups[i].matches("[0-9a-fA-F]{1,4}")) {
                    count++;
                } else if (mayEndWithV4 && i == groups.length - 1 && isV4(groups[i], zeros)) {
                    count += 2;
                } else {
                    return -1;
                }
            }
            return count;
        }
    }

    /** URLs and absolute paths, as Go reads them in requests. */
    private static final class RequestUris {

        private static final java.util.regex.Pattern SCHEME =
                java.util.regex.Pattern.compile("[a-zA-Z][-+.a-zA-Z0-9]*:");
        private static final java.util.regex.Pattern USER =
                java.util.regex.Pattern.compile("([-a-zA-Z0-9._:~!$&'()*+,;=@]|%[0-9a-fA-F]{2})*");
        private static final java.util.regex.Pattern HOST = java.util.regex.Pattern.compile(
                "([-a-zA-Z0-9_.~!$&'()*+,;=:\\[\\]<>\"]|[^\\x00-\\x7f]|%[89a-fA-F][0-9a-fA-F])*");
        private static final java.util.regex.Pattern BAD_ESCAPE =
                java.util.regex.Pattern.compile("%(?![0-9a-fA-F]{2})");

        private RequestUris() {}

        static boolean isUri(String text) {
            if (text.chars().anyMatch(c -> c < ' ' || c == 0x7f) || text.isEmpty() || text.startsWith(":")) {
                return false;
            }
            if (text.equals("*")) {
                return true;
            }
            Matcher scheme = SCHEME.matcher(text);
            boolean hasScheme = scheme.lookingAt();
            String rest = hasScheme ? text.substring(scheme.end()) : text;
            int query = rest.indexOf('?');
            rest = query < 0 ? rest : rest.substring(0, query);
            if (!rest.startsWith("/")) {
                return hasScheme;
            }
            if (hasScheme && rest.startsWith("//")) {
                int path = rest.indexOf('/', 2);
                String authority = rest.substring(2, path < 0 ? rest.length() : path);
                rest = path < 0 ? "" : rest.substring(path);
                if (!isAuthority(authority)) {
                    return false;
                }
            }
            return !BAD_ESCAPE.matcher(rest).find();
        }

        private static boolean isAuthority(String authority) {
            int at = authority.lastIndexOf('@');
            String host = authority.substring(at + 1);
            boolean userFits =
                    at < 0 || USER.matcher(authority.substring(0, at)).matches();
            String port = "";
            if (host.startsWith("[")) {
                int end = host.lastIndexOf(']');
                if (end < 0 || !Addresses.isAddress(host.substring(1, end).split("%", 2)[0], false)) {
                    return false;
                }
                port = host.substring(end + 1);
            } else if (host.indexOf(':') >= 0) {
                port = host.substring(host.lastIndexOf(':'));
            }
            boolean portFits = port.isEmpty() || port.matches(":[0-9]*");
            return userFits
                    && portFits
                    && (host.startsWith("[") || HOST.matcher(host).matches());
        }
    }

    /** Reads an address as Go does: {@code a@example.com} or {@code A B <a@example.com>}. */
    private static final class EmailParser {

        private final String text;
        private int at;

        EmailParser(String text) {
            this.text = text;
        }

        boolean isAddress() {
            spaces();
            int begin = at;
            if (!spec()) {
                at = begin;
                if (peek() != '<' && !phrase()) {
                    return false;
                }
                spaces();
                if (!take('<') || !spec() || !take('>')) {
                    return false;
                }
            }
            return comments() && at == text.length();
        }

        private int peek() {
            return at < text.length() ? text.charAt(at) : -1;
        }

        private boolean take(char expected) {
            boolean there = peek() == expected;
            at += there ? 1 : 0;
            return there;
        }

        private void spaces() {
            while (peek() == ' ' || peek() == '\t') {
                at++;
            }
        }

        private boolean comments() {
            spaces();
            while (peek() == '(') {
                int depth = 0;
                do {
                    int c = peek();
                    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
                    at += c == '\\' ? 2 : 1;
                } while (depth > 0 && at < text.length());
                if (depth > 0) {
                    return false;
                }
                spaces();
            }
            return true;
        }

        private boolean spec() {
            spaces();
            int begin = at;
            boolean local = peek() == '"' ? quoted() && at > begin + 2 : atom(false);
            if (!local || !take('@')) {
                return false;
            }
            spaces();
            if (peek() != '[') {
                return atom(false);
            }
            int end = text.indexOf(']', at);
            boolean literal = end > 0 && Addresses.isAddress(text.substring(at + 1, end), false);
            at = end + 1;
            return literal;
        }

        private boolean phrase() {
            int words = 0;
            while (true) {
                spaces();
                if (peek() == '"' ? !quoted() : !atom(true)) {
                    return words > 0;
                }
                words++;
            }
        }

        private boolean quoted() {
            at++;
            while (at < text.length() && peek() != '"') {
                at += peek() == '\\' ? 2 : 1;
            }
            return take('"');
        }

        /** Letters, digits, some signs, and dots: those in a name may be anywhere. */
        private boolean atom(boolean anyDots) {
            int begin = at;
            while (at < text.length()
                    && (peek() >= 0x80
                            || Character.isLetterOrDigit(peek())
                            || "!#$%&'*+-/=?^_`{|}~.".indexOf(peek()) >= 0)) {
                at++;
            }
            String atom = text.substring(begin, at);
            return !atom.isEmpty() && (anyDots || !(atom.startsWith(".") || atom.endsWith(".") || atom.contains("..")));
        }
    }
}
