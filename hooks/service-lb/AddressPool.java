import java.util.Optional;
import java.util.OptionalLong;
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

    private static final Pattern ADDRESS = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
    private static final Pattern CIDR = Pattern.compile(ADDRESS + "/(\\d{1,2})");
    private static final int BITS = 32;

    static AddressPool parse(String text) {
        Matcher cidr = CIDR.matcher(text);
        if (!cidr.matches() || Integer.parseInt(cidr.group(5)) > BITS) {
            throw invalid(text);
        }
        long number = number(cidr).orElseThrow(() -> invalid(text));
        long size = 1L << BITS - Integer.parseInt(cidr.group(5));
        return new AddressPool(text, number - number % size, size);
    }

    /** The number of the address in the first four groups; empty if one of them is too large. */
    private static OptionalLong number(Matcher address) {
        long number = 0;
        for (int i = 1; i <= 4; i++) {
            int part = Integer.parseInt(address.group(i));
            if (part > 255) {
                return OptionalLong.empty();
            }
            number = number << 8 | part;
        }
        return OptionalLong.of(number);
    }

    private static IllegalArgumentException invalid(String text) {
        return new IllegalArgumentException(
                "service-lb/pool: expected an IPv4 network such as 192.0.2.0/28, was '" + text + "'");
    }

    /** Whether it is an address of this network, as the network writes it: without leading zeros. */
    boolean contains(String address) {
        Matcher parts = ADDRESS.matcher(address);
        OptionalLong number = parts.matches() ? number(parts) : OptionalLong.empty();
        return number.isPresent()
                && number.getAsLong() >= first
                && number.getAsLong() < first + size
                && text(number.getAsLong()).equals(address);
    }

    Optional<String> firstFree(Set<String> used) {
        return addresses().filter(address -> !used.contains(address)).findFirst();
    }

    private Stream<String> addresses() {
        return LongStream.range(first, first + size).mapToObj(AddressPool::text);
    }

    private static String text(long number) {
        return (number >> 24) + "." + (number >> 16 & 255) + "." + (number >> 8 & 255) + "." + (number & 255);
    }

    @Override
    public String toString() {
        return text;
    }
}
