package io.hookline.rollout;

/**
 * Why a child is not available.
 *
 * @param template the message in the words of Metacontroller, which users and scripts compare, with {@code {}} for the child
 * @param brief for a text that already names the child, such as {@code Ready=False}
 */
public record Problem(String template, String brief) {

    private static final String CHILD = "{}";

    /**
     * The message.
     *
     * @param child its kind and name
     */
    public String message(String child) {
        int at = template.indexOf(CHILD);
        return template.substring(0, at) + child + template.substring(at + CHILD.length());
    }
}
