package io.hookline.local.machinery;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads IP addresses and ranges of them as Kubernetes does where it is strict: no zeros in front of numbers, no zones,
 * and no IPv4 addresses in the form of IPv6.
 */
public final class IpAddresses {

    private static final String IPV4 = "(?:0|[1-9][0-9]{0,2})(?:\\.(?:0|[1-9][0-9]{0,2})){3}";
    private static final Pattern TEXT =
            Pattern.compile(IPV4 + "|(?:[0-9a-fA-F]{0,4}:)+(?:[0-9a-fA-F]{0,4}|" + IPV4 + ")");

    private IpAddresses() {}

    /** A range of addresses: all that have the first bits in common with one of them. */
    public record Range(InetAddress address, int bits) {

        /** Whether the other range is a part of this one, or the same. */
        public boolean contains(Range other) {
            byte[] own = address.getAddress();
            byte[] its = other.address.getAddress();
            return own.length == its.length
                    && other.bits >= bits
                    && Arrays.equals(masked(own, bits), masked(its, bits));
        }

        /** Whether the address is in the range. */
        public boolean contains(InetAddress other) {
            return contains(new Range(other, other.getAddress().length * 8));
        }

        /** The same range, named by its first address. */
        public Range masked() {
            try {
                return new Range(InetAddress.getByAddress(masked(address.getAddress(), bits)), bits);
            } catch (UnknownHostException e) {
                throw new IllegalStateException(e);
            }
        }

        private static byte[] masked(byte[] bytes, int bits) {
            byte[] masked = bytes.clone();
            for (int i = bits; i < masked.length * 8; i++) {
                masked[i / 8] &= (byte) ~(0x80 >> (i % 8));
            }
            return masked;
        }
    }

    /** The address that a text names; empty if it names none. */
    public static Optional<InetAddress> address(String text) {
        if (!TEXT.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.ofLiteral(text))
                    .filter(address -> address instanceof Inet6Address || text.indexOf(':') < 0);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** The form of an address that the same addresses have in common. */
    public static String canonical(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length == 4) {
            return address.getHostAddress();
        }
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < bytes.length; i += 2) {
            groups.add(Integer.toHexString(((bytes[i] & 0xff) << 8) | (bytes[i + 1] & 0xff)));
        }
        for (int zeros = groups.size(); zeros > 1; zeros--) {
            int start = Collections.indexOfSubList(groups, Collections.nCopies(zeros, "0"));
            if (start >= 0) {
                return String.join(":", groups.subList(0, start)) + "::"
                        + String.join(":", groups.subList(start + zeros, groups.size()));
            }
        }
        return String.join(":", groups);
    }

    /** The range that a text such as {@code 10.0.0.0/8} names; empty if it names none. */
    public static Optional<Range> range(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || !text.substring(slash + 1).matches("0|[1-9][0-9]{0,2}")) {
            return Optional.empty();
        }
        int bits = Integer.parseInt(text.substring(slash + 1));
        return address(text.substring(0, slash))
                .filter(address -> bits <= address.getAddress().length * 8)
                .map(address -> new Range(address, bits));
    }
}
