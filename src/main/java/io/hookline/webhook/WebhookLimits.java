package io.hookline.webhook;

/**
 * How much of what hooks send is kept.
 *
 * @param answerBytes the largest answer, inflated; a larger one fails the call
 * @param echoedBytes how much of the body of an unwanted answer is repeated in the error
 * @param etagBytes how much the remembered answers of one hook may hold together; the longest unused go first
 */
public record WebhookLimits(int answerBytes, int echoedBytes, long etagBytes) {

    /** Answers of 64 MiB, 4 KiB of echo, 16 MiB of remembered answers. */
    public static final WebhookLimits DEFAULT = new WebhookLimits(64 << 20, 4 << 10, 16L << 20);
}
