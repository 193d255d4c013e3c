package io.hookline.webhook;

import io.hookline.hook.HookBody;
import io.hookline.http.Request;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Builds the requests to one hook.
 *
 * @param origin the hook's own url
 * @param authorization sent to the hook's host and its subdomains, not to others that it sends us on to
 */
record Requests(URI origin, Optional<String> authorization) {

    /** What is asked. */
    record Content(HookBody body, Optional<String> tag) implements Request.Body {
        @Override
        public String contentType() {
            return "application/json";
        }

        @Override
        public long length() {
            return body.length();
        }

        @Override
        public InputStream open() {
            return body.open();
        }
    }

    /**
     * One request on the way to an answer.
     *
     * @param post whether it still is what was asked: some redirects turn it into a GET
     * @param trusted whether every host on the way may know our authorization
     */
    record Hop(URI uri, boolean post, boolean trusted, int redirects) {}

    Hop first() {
        return new Hop(origin, true, true, 0);
    }

    /** Where a redirect leads. */
    Hop next(Hop hop, int status, String location) {
        URI target = Endpoint.bare(hop.uri().resolve(location));
        boolean post = hop.post() && (status == 307 || status == 308);
        return new Hop(target, post, hop.trusted() && mayKnowUs(target), hop.redirects() + 1);
    }

    /** Hooks are functions of their request, so that it may be sent again. */
    Request build(Hop hop, Content content) {
        List<Request.Field> fields = new ArrayList<>();
        fields.add(new Request.Field("User-Agent", "hookline"));
        fields.add(new Request.Field("Accept-Encoding", "gzip"));
        content.tag().ifPresent(tag -> fields.add(new Request.Field("If-None-Match", tag)));
        if (hop.trusted()) {
            authorization.ifPresent(value -> fields.add(new Request.Field("Authorization", value)));
        }
        return new Request(hop.post() ? "POST" : "GET", hop.uri(), fields, hop.post() ? content : null, true);
    }

    private boolean mayKnowUs(URI target) {
        String ours = origin.getHost().toLowerCase(Locale.ROOT);
        String theirs = target.getHost().toLowerCase(Locale.ROOT);
        boolean laidOpen =
                "https".equalsIgnoreCase(origin.getScheme()) && !"https".equalsIgnoreCase(target.getScheme());
        return !laidOpen && (theirs.equals(ours) || theirs.endsWith("." + ours));
    }
}
