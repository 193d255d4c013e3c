package io.hookline.webhook;

import io.hookline.hook.HookBody;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Locale;
import java.util.Optional;

/**
 * Builds the requests to one hook.
 *
 * @param origin the hook's own url
 * @param authorization sent to the hook's host and its subdomains, not to others that it sends us on to
 */
record Requests(URI origin, Optional<String> authorization, EnvironmentProxies proxies) {

    /** What is asked. */
    record Content(HookBody body, Optional<String> tag) {
        /** Streams the pieces; the length is told before. */
        private BodyPublisher publisher() {
            return BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(body::open), body.length());
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

    /** Unusable urls are refused with {@link IllegalArgumentException}. */
    HttpRequest build(Hop hop, Content content) {
        HttpRequest.Builder request = HttpRequest.newBuilder(hop.uri())
                .header("User-Agent", "hookline")
                .header("Accept-Encoding", "gzip");
        content.tag().ifPresent(tag -> request.header("If-None-Match", tag));
        proxies.authorization(hop.uri()).ifPresent(value -> request.header("Proxy-Authorization", value));
        if (hop.trusted()) {
            authorization.ifPresent(value -> request.header("Authorization", value));
        }
        return hop.post()
                ? request.header("Content-Type", "application/json")
                        .POST(content.publisher())
                        .build()
                : request.GET().build();
    }

    private boolean mayKnowUs(URI target) {
        String ours = origin.getHost().toLowerCase(Locale.ROOT);
        String theirs = target.getHost().toLowerCase(Locale.ROOT);
        boolean laidOpen =
                "https".equalsIgnoreCase(origin.getScheme()) && !"https".equalsIgnoreCase(target.getScheme());
        return !laidOpen && (theirs.equals(ours) || theirs.endsWith("." + ours));
    }
}
