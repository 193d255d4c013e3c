package io.hookline.local.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.TypeParamType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import io.hookline.local.machinery.IpAddresses;
import io.hookline.local.machinery.IpAddresses.Range;
import io.hookline.local.machinery.NameForms;
import io.hookline.local.schema.ValueFormats;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The functions that Kubernetes adds to CEL: of lists, regular expressions, URLs, quantities, IP addresses,
 * forms of texts and versions.
 */
final class KubeFunctions {

    private static final CelType TEXT = SimpleType.STRING;
    private static final CelType INT = SimpleType.INT;
    private static final CelType BOOL = SimpleType.BOOL;
    private static final CelType QUANTITY = OpaqueType.create("kubernetes.Quantity");
    private static final CelType URL = OpaqueType.create("kubernetes.URL");
    private static final CelType IP = OpaqueType.create("net.IP");
    private static final CelType CIDR = OpaqueType.create("net.CIDR");
    private static final CelType FORMAT = OpaqueType.create("kubernetes.NamedFormat");
    private static final CelType SEMVER = OpaqueType.create("kubernetes.Semver");
    private static final java.util.regex.Pattern GO_DURATION =
            java.util.regex.Pattern.compile("([0-9]*\\.?[0-9]+|[0-9]+\\.)(ns|us|\u00b5s|ms|s|m|h)");

    /** The exponent is bounded: a sum with a larger one would have as many digits. */
    private static final java.util.regex.Pattern QUANTITY_TEXT = java.util.regex.Pattern.compile(
            "([+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+))((?:[KMGTPE]i)|[numkMGTPE]|(?:[eE][+-]?0*[0-9]{1,3}))?");

    private static final Map<String, BigDecimal> UNITS = Map.ofEntries(
            Map.entry("n", BigDecimal.ONE.movePointLeft(9)),
            Map.entry("u", BigDecimal.ONE.movePointLeft(6)),
            Map.entry("m", BigDecimal.ONE.movePointLeft(3)),
            Map.entry("k", BigDecimal.ONE.movePointRight(3)),
            Map.entry("M", BigDecimal.ONE.movePointRight(6)),
            Map.entry("G", BigDecimal.ONE.movePointRight(9)),
            Map.entry("T", BigDecimal.ONE.movePointRight(12)),
            Map.entry("P", BigDecimal.ONE.movePointRight(15)),
            Map.entry("E", BigDecimal.ONE.movePointRight(18)),
            Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
            Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
            Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
            Map.entry("Ti", BigDecimal.valueOf(1L << 40)),
            Map.entry("Pi", BigDecimal.valueOf(1L << 50)),
            Map.entry("Ei", BigDecimal.valueOf(1L << 60)));

    private final Map<String, List<CelOverloadDecl>> declared = new LinkedHashMap<>();
    private final Map<String, List<CelFunctionBinding>> bound = new LinkedHashMap<>();

    KubeFunctions() {
        lists();
        texts();
        urls();
        quantities();
        addresses();
        formats();
        versions();
    }

    /** A function of values. */
    @FunctionalInterface
    private interface Body {
        Object apply(Object[] values) throws CelEvaluationException;
    }

    List<CelFunctionDecl> declarations() {
        return declared.entrySet().stream()
                .map(each -> CelFunctionDecl.newFunctionDeclaration(each.getKey(), each.getValue()))
                .toList();
    }

    List<CelFunctionBinding> bindings() {
        List<CelFunctionBinding> all = new ArrayList<>();
        bound.forEach((name, overloads) -> all.addAll(CelFunctionBinding.fromOverloads(name, overloads)));
        return all;
    }

    private void member(String name, CelType result, List<CelType> types, List<Class<?>> classes, Body body) {
        add(name, true, result, types, classes, body);
    }

    /** Declares a function of a text. */
    private void global(String name, CelType result, Body body) {
        add(name, false, result, List.of(TEXT), List.of(String.class), body);
    }

    @SuppressWarnings("Immutable") // bodies have no state; the annotation that says so is not on the class path
    private void add(
            String name, boolean member, CelType result, List<CelType> types, List<Class<?>> classes, Body body) {
        List<CelOverloadDecl> overloads = declared.computeIfAbsent(name, _ -> new ArrayList<>());
        String id = "kube_" + name.replace('.', '_') + "_" + overloads.size();
        overloads.add(
                member
                        ? CelOverloadDecl.newMemberOverload(id, result, types)
                        : CelOverloadDecl.newGlobalOverload(id, result, types));
        bound.computeIfAbsent(name, _ -> new ArrayList<>())
                .add(CelFunctionBinding.from(id, classes, values -> body.apply(values)));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the checker has seen that the elements are of one type
    private void lists() {
        List<CelType> ordered =
                List.of(INT, SimpleType.DOUBLE, TEXT, BOOL, SimpleType.DURATION, SimpleType.TIMESTAMP, SimpleType.UINT);
        member("isSorted", BOOL, List.of(ListType.create(TypeParamType.create("T"))), List.of(List.class), values -> {
            List<Object> list = (List<Object>) values[0];
            for (int i = 1; i < list.size(); i++) {
                if (((Comparable) list.get(i - 1)).compareTo(list.get(i)) > 0) {
                    return false;
                }
            }
            return true;
        });
        for (CelType type : ordered) {
            List<CelType> list = List.of(ListType.create(type));
            if (type.equals(INT)) {
                CelType element = TypeParamType.create("T");
                List<CelType> any = List.of(ListType.create(element));
                member("min", element, any, List.of(List.class), values -> extreme((List<Object>) values[0], -1));
                member("max", element, any, List.of(List.class), values -> extreme((List<Object>) values[0], 1));
                member("sum", INT, list, List.of(List.class), values -> sum((List<Object>) values[0]));
            }
        }
        CelType element = TypeParamType.create("T");
        List<CelType> search = List.of(ListType.create(element), element);
        member("indexOf", INT, search, List.of(List.class, Object.class), values ->
                (long) ((List<Object>) values[0]).indexOf(values[1]));
        member("lastIndexOf", INT, search, List.of(List.class, Object.class), values ->
                (long) ((List<Object>) values[0]).lastIndexOf(values[1]));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object extreme(List<Object> list, int sign) throws CelEvaluationException {
        Object found = null;
        for (Object each : list) {
            found = found == null || sign * ((Comparable) each).compareTo(found) > 0 ? each : found;
        }
        if (found == null) {
            throw new CelEvaluationException((sign < 0 ? "min" : "max") + " called on empty list");
        }
        return found;
    }

    private static Object sum(List<Object> list) {
        if (list.stream().anyMatch(Double.class::isInstance)) {
            return list.stream()
                    .mapToDouble(each -> ((Number) each).doubleValue())
                    .sum();
        }
        if (list.stream().anyMatch(Duration.class::isInstance)) {
            return list.stream().map(Duration.class::cast).reduce(Duration.ZERO, Duration::plus);
        }
        long sum = 0;
        for (Object each : list) {
            sum = Math.addExact(sum, (Long) each);
        }
        return sum;
    }

    private void texts() {
        member(
                "format",
                TEXT,
                List.of(TEXT, ListType.create(SimpleType.DYN)),
                List.of(String.class, List.class),
                values -> TextFormat.format((String) values[0], (List<?>) values[1]));
        member("find", TEXT, List.of(TEXT, TEXT), List.of(String.class, String.class), values -> {
            Matcher matcher = Pattern.compile((String) values[1]).matcher((String) values[0]);
            return matcher.find() ? matcher.group() : "";
        });
        member(
                "findAll",
                ListType.create(TEXT),
                List.of(TEXT, TEXT),
                List.of(String.class, String.class),
                values -> findAll((String) values[0], (String) values[1], -1));
        member(
                "findAll",
                ListType.create(TEXT),
                List.of(TEXT, TEXT, INT),
                List.of(String.class, String.class, Long.class),
                values -> findAll((String) values[0], (String) values[1], (Long) values[2]));
    }

    private static List<String> findAll(String text, String pattern, long most) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        while ((most < 0 || found.size() < most) && matcher.find()) {
            found.add(matcher.group());
        }
        return found;
    }

    private void urls() {
        global(
                "url",
                URL,
                values -> url((String) values[0])
                        .orElseThrow(
                                () -> new CelEvaluationException("URL parse error during conversion from string")));
        global("isURL", BOOL, values -> url((String) values[0]).isPresent());
        url("getScheme", URI::getScheme);
        url(
                "getHost",
                url -> url.getRawAuthority() == null
                        ? null
                        : url.getRawAuthority().substring(url.getRawAuthority().indexOf('@') + 1));
        url("getHostname", url -> url.getHost() == null ? null : url.getHost().replaceAll("[\\[\\]]", ""));
        url("getPort", url -> url.getPort() < 0 ? null : Integer.toString(url.getPort()));
        url("getEscapedPath", URI::getRawPath);
        member("getQuery", MapType.create(TEXT, ListType.create(TEXT)), List.of(URL), List.of(URI.class), values -> {
            Map<String, List<String>> query = new LinkedHashMap<>();
            String raw = ((URI) values[0]).getQuery();
            for (String part : raw == null || raw.isEmpty() ? new String[0] : raw.split("&", -1)) {
                String[] pair = part.split("=", 2);
                query.computeIfAbsent(pair[0], _ -> new ArrayList<>()).add(pair.length > 1 ? pair[1] : "");
            }
            return query;
        });
    }

    private void url(String name, Function<URI, @Nullable String> part) {
        member(
                name,
                TEXT,
                List.of(URL),
                List.of(URI.class),
                values -> Optional.ofNullable(part.apply((URI) values[0])).orElse(""));
    }

    private static Optional<URI> url(String text) {
        try {
            URI url = new URI(text);
            return url.isAbsolute() || text.startsWith("/") ? Optional.of(url) : Optional.empty();
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    /** An amount; equal if the amounts are, in whichever unit they were written. */
    private static final class Quantity {
        private final BigDecimal amount;
        private final boolean whole;

        /** Amounts in fractions of the unit do not count as whole, also if they are. */
        Quantity(BigDecimal amount, boolean whole) {
            this.amount = amount.signum() == 0 ? BigDecimal.ZERO : amount.stripTrailingZeros();
            this.whole = whole && this.amount.scale() <= 0;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Quantity its && its.amount.equals(amount);
        }

        @Override
        public int hashCode() {
            return amount.hashCode();
        }
    }

    private void quantities() {
        global(
                "quantity",
                QUANTITY,
                values -> quantity((String) values[0])
                        .orElseThrow(
                                () -> new CelEvaluationException(
                                        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'")));
        global("isQuantity", BOOL, values -> quantity((String) values[0]).isPresent());
        amount("sign", INT, quantity -> (long) quantity.amount.signum());
        amount("isInteger", BOOL, quantity -> quantity.whole);
        amount("asInteger", INT, quantity -> {
            if (!quantity.whole) {
                throw new ArithmeticException("cannot convert value to integer");
            }
            return quantity.amount.longValueExact();
        });
        amount("asApproximateFloat", SimpleType.DOUBLE, quantity -> quantity.amount.doubleValue());
        amounts("isGreaterThan", BOOL, (one, other) -> one.amount.compareTo(other.amount) > 0);
        amounts("isLessThan", BOOL, (one, other) -> one.amount.compareTo(other.amount) < 0);
        amounts("compareTo", INT, (one, other) -> (long) one.amount.compareTo(other.amount));
        amounts("add", QUANTITY, (one, other) -> new Quantity(one.amount.add(other.amount), one.whole && other.whole));
        amounts(
                "sub",
                QUANTITY,
                (one, other) -> new Quantity(one.amount.subtract(other.amount), one.whole && other.whole));
        for (String name : List.of("add", "sub")) {
            member(name, QUANTITY, List.of(QUANTITY, INT), List.of(Quantity.class, Long.class), values -> {
                Quantity one = (Quantity) values[0];
                BigDecimal other = BigDecimal.valueOf((Long) values[1]);
                BigDecimal result = name.equals("add") ? one.amount.add(other) : one.amount.subtract(other);
                return new Quantity(result, one.whole);
            });
        }
    }

    private void amount(String name, CelType result, Function<Quantity, Object> body) {
        member(name, result, List.of(QUANTITY), List.of(Quantity.class), values -> body.apply((Quantity) values[0]));
    }

    private void amounts(String name, CelType result, BiFunction<Quantity, Quantity, Object> body) {
        member(
                name,
                result,
                List.of(QUANTITY, QUANTITY),
                List.of(Quantity.class, Quantity.class),
                values -> body.apply((Quantity) values[0], (Quantity) values[1]));
    }

    private static Optional<Quantity> quantity(String text) {
        java.util.regex.Matcher matcher = QUANTITY_TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String unit = matcher.group(2) == null ? "" : matcher.group(2);
        BigDecimal number = new BigDecimal(matcher.group(1));
        boolean exponent = unit.length() > 1 && (unit.charAt(0) == 'e' || unit.charAt(0) == 'E') && !unit.endsWith("i");
        return Optional.of(new Quantity(
                exponent
                        ? number.scaleByPowerOfTen(Integer.parseInt(unit.substring(1)))
                        : number.multiply(UNITS.getOrDefault(unit, BigDecimal.ONE)),
                !List.of("n", "u", "m").contains(unit)));
    }

    private void addresses() {
        global("ip", IP, values -> address((String) values[0]));
        global("isIP", BOOL, values -> IpAddresses.address((String) values[0]).isPresent());
        global(
                "ip.isCanonical",
                BOOL,
                values -> IpAddresses.canonical(address((String) values[0])).equals(values[0]));
        address("isUnspecified", InetAddress::isAnyLocalAddress);
        address("isLoopback", InetAddress::isLoopbackAddress);
        address("isLinkLocalMulticast", InetAddress::isMCLinkLocal);
        address("isLinkLocalUnicast", InetAddress::isLinkLocalAddress);
        address(
                "isGlobalUnicast",
                ip -> !ip.isAnyLocalAddress()
                        && !ip.isLoopbackAddress()
                        && !ip.isMulticastAddress()
                        && !ip.isLinkLocalAddress());
        member(
                "family",
                INT,
                List.of(IP),
                List.of(InetAddress.class),
                values -> ((InetAddress) values[0]).getAddress().length == 4 ? 4L : 6L);
        global(
                "cidr",
                CIDR,
                values -> IpAddresses.range((String) values[0])
                        .orElseThrow(() -> new CelEvaluationException(
                                "network address parse error during conversion from string")));
        global("isCIDR", BOOL, values -> IpAddresses.range((String) values[0]).isPresent());
        member(
                "containsIP",
                BOOL,
                List.of(CIDR, IP),
                List.of(Range.class, InetAddress.class),
                values -> ((Range) values[0]).contains((InetAddress) values[1]));
        member(
                "containsIP",
                BOOL,
                List.of(CIDR, TEXT),
                List.of(Range.class, String.class),
                values -> ((Range) values[0])
                        .contains(IpAddresses.address((String) values[1])
                                .orElseThrow(() -> new CelEvaluationException("IP address parse error"))));
        member(
                "containsCIDR",
                BOOL,
                List.of(CIDR, CIDR),
                List.of(Range.class, Range.class),
                values -> ((Range) values[0]).contains((Range) values[1]));
        member("containsCIDR", BOOL, List.of(CIDR, TEXT), List.of(Range.class, String.class), values -> {
            Range other = IpAddresses.range((String) values[1])
                    .orElseThrow(() -> new CelEvaluationException("CIDR parse error"));
            return ((Range) values[0]).contains(other);
        });
        member("ip", IP, List.of(CIDR), List.of(Range.class), values -> ((Range) values[0]).address());
        member("prefixLength", INT, List.of(CIDR), List.of(Range.class), values -> (long) ((Range) values[0]).bits());
        member("masked", CIDR, List.of(CIDR), List.of(Range.class), values -> ((Range) values[0]).masked());
    }

    private static InetAddress address(String text) throws CelEvaluationException {
        return IpAddresses.address(text)
                .orElseThrow(() -> new CelEvaluationException(
                        "IP Address \"" + text + "\" parse error during conversion from string"));
    }

    private void address(String name, Predicate<InetAddress> test) {
        member(name, BOOL, List.of(IP), List.of(InetAddress.class), values -> test.test((InetAddress) values[0]));
    }

    /**
     * A form of texts, which says what is wrong with one.
     *
     * @param length how long the real server takes its regular expression to be
     */
    private record Format(String name, int length, Function<String, List<String>> problems) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Format its && its.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }

        private static Function<String, List<String>> schema(String format, String problem) {
            return text -> ValueFormats.fits(format, text) ? List.of() : List.of(problem);
        }

        /** A name with something behind it, which may end with a hyphen for that. */
        private static Function<String, List<String>> prefix(Function<String, List<String>> problems) {
            return text -> problems.apply(
                    text.length() > 1 && text.endsWith("-") ? text.substring(0, text.length() - 2) + "a" : text);
        }
    }

    private static final Map<String, Format> FORMATS = Stream.of(
                    new Format("dns1123Label", 30, NameForms::label),
                    new Format("dns1123Subdomain", 60, NameForms::subdomain),
                    new Format("dns1035Label", 30, NameForms::versionLabel),
                    new Format("qualifiedName", 60, NameForms::qualified),
                    new Format("dns1123LabelPrefix", 30, Format.prefix(NameForms::label)),
                    new Format("dns1123SubdomainPrefix", 60, Format.prefix(NameForms::subdomain)),
                    new Format("dns1035LabelPrefix", 30, Format.prefix(NameForms::versionLabel)),
                    new Format("labelValue", 40, NameForms::labelValue),
                    new Format("uri", 1103, Format.schema("uri", "invalid URI for request")),
                    new Format("uuid", 70, Format.schema("uuid", "does not match the UUID format")),
                    new Format("byte", 84, Format.schema("byte", "invalid base64")),
                    new Format("date", 71, Format.schema("date", "invalid date")),
                    new Format("datetime", 71, Format.schema("datetime", "invalid datetime")))
            .collect(Collectors.toMap(Format::name, format -> format));

    /** How long the regular expression of a format counts; one for other values. */
    static int patternLength(@Nullable Object value) {
        return value instanceof Format format ? format.length : 1;
    }

    private void formats() {
        global(
                "format.named",
                OptionalType.create(FORMAT),
                values -> Optional.ofNullable(FORMATS.get((String) values[0])));
        FORMATS.forEach((name, format) -> add("format." + name, false, FORMAT, List.of(), List.of(), _ -> format));
        member(
                "validate",
                OptionalType.create(ListType.create(TEXT)),
                List.of(FORMAT, TEXT),
                List.of(Format.class, String.class),
                values -> Optional.of(((Format) values[0]).problems.apply((String) values[1]))
                        .filter(problems -> !problems.isEmpty()));
    }

    private void versions() {
        versions(List.of(TEXT), List.of(String.class));
        versions(List.of(TEXT, BOOL), List.of(String.class, Boolean.class));
        List<String> numbers = List.of("major", "minor", "patch");
        for (String name : numbers) {
            int index = numbers.indexOf(name);
            member(name, INT, List.of(SEMVER), List.of(Semver.class), values -> ((Semver) values[0]).number(index));
        }
        versions("compareTo", INT, order -> (long) Integer.signum(order));
        versions("isLessThan", BOOL, order -> order < 0);
        versions("isGreaterThan", BOOL, order -> order > 0);
    }

    /** The functions that read a version, from these arguments. */
    private void versions(List<CelType> types, List<Class<?>> classes) {
        add(
                "semver",
                false,
                SEMVER,
                types,
                classes,
                values -> version(values).orElseThrow(() -> new CelEvaluationException("invalid semantic version")));
        add("isSemver", false, BOOL, types, classes, values -> version(values).isPresent());
    }

    /** The version in a text, which may be followed by whether it is normalized. */
    private static Optional<Semver> version(Object[] values) {
        String text = (String) values[0];
        return values.length > 1 && (Boolean) values[1] ? Semver.normalized(text) : Semver.of(text);
    }

    private void versions(String name, CelType result, Function<Integer, Object> ofOrder) {
        member(
                name,
                result,
                List.of(SEMVER, SEMVER),
                List.of(Semver.class, Semver.class),
                values -> ofOrder.apply(((Semver) values[0]).compareTo((Semver) values[1])));
    }

    /** A duration as Go reads it; empty if it is none. */
    static Optional<Duration> goDuration(String text) {
        String unsigned = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (unsigned.equals("0")) {
            return Optional.of(Duration.ZERO);
        }
        java.util.regex.Matcher parts = GO_DURATION.matcher(unsigned);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (parts.find() && parts.start() == end) {
            long unit = switch (parts.group(2)) {
                case "ns" -> 1L;
                case "ms" -> 1_000_000L;
                case "s" -> 1_000_000_000L;
                case "m" -> 60_000_000_000L;
                case "h" -> 3_600_000_000_000L;
                default -> 1_000L;
            };
            nanos = nanos.add(new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(unit)));
            end = parts.end();
        }
        if (end == 0 || end < unsigned.length()) {
            return Optional.empty();
        }
        Duration duration = Duration.ofNanos(nanos.longValue());
        return Optional.of(text.startsWith("-") ? duration.negated() : duration);
    }
}
