package io.hookline.spec;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The Services of hook servers: {@code hooks} for those of a cluster, {@code NAME-hooks} for those of one project, all
 * in namespace {@code hookline}. A process that has hooks answers calls to these Services itself.
 */
public final class HookServers {

    private static final String NAMESPACE = "hookline";
    private static final String SERVICE = "hooks";

    /** As in the URLs that the watcher makes of a Service: its port is 80, or 443 with TLS. */
    private static final Pattern AUTHORITY = Pattern.compile("([a-z0-9-]+)\\.([a-z0-9-]+)(:80|:443)?");

    private HookServers() {}

    /** The Service of the hook server of one project. */
    public static String serviceOf(String project) {
        return project + "-" + SERVICE;
    }

    /** Whether a Service is that of a hook server. */
    public static boolean isService(String name, String namespace) {
        return namespace.equals(NAMESPACE) && (name.equals(SERVICE) || name.endsWith("-" + SERVICE));
    }

    /**
     * Whether a URL with this authority calls a hook server.
     *
     * @param authority host and perhaps port, in lower case
     */
    public static boolean isAuthority(String authority) {
        var match = AUTHORITY.matcher(authority);
        return match.matches() && isService(match.group(1), match.group(2));
    }

    /** The hook that a URL calls at a hook server, the first part of its path; empty for a URL of another server. */
    public static Optional<String> hookOf(URI url) {
        String authority = String.valueOf(url.getAuthority()).toLowerCase(Locale.ROOT);
        String path = String.valueOf(url.getPath());
        int end = path.indexOf('/', 1);
        return isAuthority(authority.substring(authority.indexOf('@') + 1)) && path.startsWith("/") && end > 0
                ? Optional.of(path.substring(1, end))
                : Optional.empty();
    }
}
