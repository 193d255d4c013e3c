package io.hookline.webhook;

/**
 * Limits for the responses of hooks.
 *
 * @param answerBytes the maximum size of an answer after decompression; a larger one fails the call
 * @param echoedBytes the maximum part of the body of a failed response that is quoted in the error
 * @param etagBytes the maximum total size of the cached answers of one hook; the least recently used are evicted first
 * @param sameHostRedirects whether redirects to another host or port fail the call, in place of being followed
 */
public record WebhookLimits(int answerBytes, int echoedBytes, long etagBytes, boolean sameHostRedirects) {

    /** Limits that follow all redirects. */
    public WebhookLimits(int answerBytes, int echoedBytes, long etagBytes) {
        this(answerBytes, echoedBytes, etagBytes, false);
    }

    /** The default limits: answers of 64 MiB, quotations of 4 KiB, 16 MiB of cached answers. */
    public static final WebhookLimits DEFAULT = new WebhookLimits(64 << 20, 4 << 10, 16L << 20);

    /** Copies these limits with another rule for redirects. */
    public WebhookLimits redirectingWithinHosts(boolean only) {
        return new WebhookLimits(answerBytes, echoedBytes, etagBytes, only);
    }
}
