package io.hookline.webhook;

import io.hookline.hook.Event;
import io.hookline.hook.codec.HookBody;
import io.hookline.hook.protocol.HookTime;
import io.hookline.http.Authority;
import io.hookline.http.Request;
import io.hookline.http.RequestTarget;
import io.hookline.trace.Trace;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Builds the requests to one hook.
 *
 * @param first the request to the hook's own URL
 * @param authorization sent to the hook's host and its subdomains, but not to other hosts after a redirect
 * @param sameHost whether redirects to another host or port than the hook's are not followed
 */
record RequestBuilder(Hop first, Optional<String> authorization, boolean sameHost) {

    /** Builds requests to the hook at this URL, which follow all redirects. */
    static RequestBuilder to(URI origin, Optional<String> authorization) {
        return to(origin, authorization, false);
    }

    /** Builds requests to the hook at this URL. */
    static RequestBuilder to(URI origin, Optional<String> authorization, boolean sameHost) {
        return new RequestBuilder(new Hop(origin, RequestTarget.of(origin), true, true, 0), authorization, sameHost);
    }

    /**
     * The body of a request, the ETag of the cached answer, and the time for the hook.
     *
     * @param traceParent a value of {@link Trace#HEADER}; empty outside of a sync
     */
    record Content(HookBody body, Optional<String> tag, Optional<Instant> now, Optional<String> traceParent)
            implements Request.Body {
        @Override
        public String contentType() {
            return "application/json";
        }

        @Override
        public long length() {
            return body.length();
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            body.writeTo(out);
        }
    }

    /**
     * One request of a chain of redirects.
     *
     * @param post whether it is still a POST: some redirects turn it into a GET
     * @param trusted whether every host so far may receive the authorization
     */
    record Hop(URI uri, RequestTarget target, boolean post, boolean trusted, int redirects) {}

    /** The request that follows a redirect. */
    Hop next(Hop hop, int status, String location) {
        URI target = WebhookUrl.bare(RedirectLocation.resolve(hop.uri(), location));
        boolean post = hop.post() && (status == 307 || status == 308);
        return new Hop(
                target,
                RequestTarget.of(target),
                post,
                hop.trusted() && mayReceiveAuthorization(target),
                hop.redirects() + 1);
    }

    /** Whether the target of a redirect may get a request. */
    boolean mayFollow(Hop target) {
        return !sameHost || target.target().isOnServerOf(first.target());
    }

    /**
     * Builds the request. It may be sent again after a lost connection, because hooks are functions of their request.
     */
    Request build(Hop hop, Content content) {
        List<Request.Field> fields = new ArrayList<>();
        fields.add(new Request.Field("User-Agent", "hookline"));
        fields.add(new Request.Field("Accept-Encoding", "gzip"));
        fields.add(new Request.Field(Event.ACCEPT_HEADER, Event.FIELD));
        content.tag().ifPresent(tag -> fields.add(new Request.Field("If-None-Match", tag)));
        content.now().ifPresent(now -> fields.add(new Request.Field(HookTime.HEADER, HookTime.text(now))));
        content.traceParent().ifPresent(value -> fields.add(new Request.Field(Trace.HEADER, value)));
        if (hop.trusted()) {
            authorization.ifPresent(value -> fields.add(new Request.Field("Authorization", value)));
        }
        return new Request(hop.post() ? "POST" : "GET", hop.target(), fields, hop.post() ? content : null, true);
    }

    private boolean mayReceiveAuthorization(URI target) {
        String hookHost = host(first.uri());
        String targetHost = host(target);
        boolean downgraded =
                "https".equalsIgnoreCase(first.uri().getScheme()) && !"https".equalsIgnoreCase(target.getScheme());
        return !downgraded && (targetHost.equals(hookHost) || targetHost.endsWith("." + hookHost));
    }

    private static String host(URI uri) {
        return Authority.of(uri).orElseThrow().host().toLowerCase(Locale.ROOT);
    }

    /**
     * Resolves the target of a redirect as in section 5.2 of RFC 3986.
     *
     * <p>{@link URI#resolve} follows an older RFC: it loses the last path segment before {@code ?x=1}, and keeps
     * {@code ..} above the root.
     */
    private static final class RedirectLocation {
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
}
