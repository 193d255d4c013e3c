package io.hookline.webhook;

import io.hookline.hook.codec.HookBody;
import io.hookline.http.Authority;
import io.hookline.http.Request;
import io.hookline.http.RequestTarget;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Builds the requests to one hook.
 *
 * @param first the one to the hook's own url
 * @param authorization sent to the hook's host and its subdomains, not to others that it sends us on to
 */
record RequestBuilder(Hop first, Optional<String> authorization) {

    /** Those to the hook at this url. */
    static RequestBuilder to(URI origin, Optional<String> authorization) {
        return new RequestBuilder(new Hop(origin, RequestTarget.of(origin), true, true, 0), authorization);
    }

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
        public void writeTo(OutputStream out) throws IOException {
            body.writeTo(out);
        }
    }

    /**
     * One request on the way to an answer.
     *
     * @param post whether it still is what was asked: some redirects turn it into a GET
     * @param trusted whether every host on the way may know our authorization
     */
    record Hop(URI uri, RequestTarget target, boolean post, boolean trusted, int redirects) {}

    /** Where a redirect leads. */
    Hop next(Hop hop, int status, String location) {
        URI target = WebhookUrl.bare(Reference.resolve(hop.uri(), location));
        boolean post = hop.post() && (status == 307 || status == 308);
        return new Hop(target, RequestTarget.of(target), post, hop.trusted() && mayKnowUs(target), hop.redirects() + 1);
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
        return new Request(hop.post() ? "POST" : "GET", hop.target(), fields, hop.post() ? content : null, true);
    }

    private boolean mayKnowUs(URI target) {
        String ours = host(first.uri());
        String theirs = host(target);
        boolean laidOpen =
                "https".equalsIgnoreCase(first.uri().getScheme()) && !"https".equalsIgnoreCase(target.getScheme());
        return !laidOpen && (theirs.equals(ours) || theirs.endsWith("." + ours));
    }

    private static String host(URI uri) {
        return Authority.of(uri).orElseThrow().host().toLowerCase(Locale.ROOT);
    }
}
