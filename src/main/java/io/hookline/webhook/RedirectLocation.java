package io.hookline.webhook;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Resolves the target of a redirect as in section 5.2 of RFC 3986.
 *
 * <p>{@link URI#resolve} follows an older RFC: it loses the last path segment before {@code ?x=1}, and keeps {@code ..}
 * above the root.
 */
final class RedirectLocation {
    private RedirectLocation() {}

    /**
     * Resolves a reference.
     *
     * @param base an absolute URL with a path
     * @throws IllegalArgumentException if the reference is not a URL
     */
    static URI resolve(URI base, String text) {
        URI reference = URI.create(text);
        if (reference.isOpaque() || (reference.isAbsolute() && reference.getRawAuthority() == null)) {
            return reference; // it has no host, which the caller checks
        }
        String scheme = reference.isAbsolute() ? reference.getScheme() : base.getScheme();
        if (reference.getRawAuthority() != null) {
            return url(scheme, reference, withoutDots(reference.getRawPath()), reference.getRawQuery());
        }
        String path = reference.getRawPath();
        if (path.isEmpty()) {
            String query = reference.getRawQuery() == null ? base.getRawQuery() : reference.getRawQuery();
            return url(scheme, base, base.getRawPath(), query);
        }
        String whole = path.startsWith("/") ? path : folder(base.getRawPath()) + path;
        return url(scheme, base, withoutDots(whole), reference.getRawQuery());
    }

    private static URI url(String scheme, URI server, String path, String query) {
        return URI.create(scheme + "://" + server.getRawAuthority() + path + (query == null ? "" : "?" + query));
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/') + 1);
    }

    private static String withoutDots(String path) {
        if (path.isEmpty()) {
            return path;
        }
        Deque<String> kept = new ArrayDeque<>();
        String[] segments = path.substring(1).split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            boolean up = segments[i].equals("..");
            boolean dots = up || segments[i].equals(".");
            if (up) {
                kept.pollLast();
            }
            if (!dots || i == segments.length - 1) {
                kept.addLast(dots ? "" : segments[i]);
            }
        }
        return "/" + String.join("/", kept);
    }
}
