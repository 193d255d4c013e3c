import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A network of IPv4 addresses, such as {@code 192.0.2.0/28}.
 *
 * @param first the number of its first address
 * @param size the number of addresses
 */
record AddressPool(String text, long first, long size) {

    private static final Pattern CIDR = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})/(\\d{1,2})");
    private static final int BITS = 32;

    static AddressPool parse(String text) {
        Matcher cidr = CIDR.matcher(text);
        if (!cidr.matches() || Integer.parseInt(cidr.group(5)) > BITS) {
            throw invalid(text);
        }
        long number = 0;
        for (int i = 1; i <= 4; i++) {
            int part = Integer.parseInt(cidr.group(i));
            if (part > 255) {
                throw invalid(text);
            }
            number = number << 8 | part;
        }
        long size = 1L << BITS - Integer.parseInt(cidr.group(5));
        return new AddressPool(text, number - number % size, size);
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException(
                "service-lb/pool: expected an IPv4 network such as 192.0.2.0/28, was '" + text + "'");
    }

    boolean contains(String address) {
        return addresses().anyMatch(address::equals);
    }

    Optional<String> firstFree(Set<String> used) {
        return addresses().filter(address -> !used.contains(address)).findFirst();
    }

    private Stream<String> addresses() {
        return LongStream.range(first, first + size)
                .mapToObj(number ->
                        (number >> 24) + "." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255));
    }

    @Override
    public String toString() {
        return text;
    }
}
