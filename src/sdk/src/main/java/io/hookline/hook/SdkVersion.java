package io.hookline.hook;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of the SDK, which is also the version of Hookline.
 *
 * @param text such as {@code 0.1.0}
 */
public record SdkVersion(String text) {

    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})(\\..*|-.*)?");

    /** Returns the version of this SDK. */
    public static SdkVersion current() {
        Properties properties = new Properties();
        try (InputStream in = SdkVersion.class.getResourceAsStream("/io/hookline/hook/build.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new SdkVersion(properties.getProperty("version", "unknown"));
    }

    /**
     * Whether Hookline of this version runs a hook that uses that version of the SDK.
     *
     * <p>It runs hooks of the same major version and of no later minor version. Before version 1, the minor version
     * must be the same.
     */
    public boolean runs(SdkVersion hook) {
        Matcher ours = NUMBERS.matcher(text);
        Matcher theirs = NUMBERS.matcher(hook.text);
        if (!ours.matches() || !theirs.matches()) {
            return text.equals(hook.text);
        }
        int minor = Integer.parseInt(ours.group(2));
        int hookMinor = Integer.parseInt(theirs.group(2));
        return Integer.parseInt(ours.group(1)) == Integer.parseInt(theirs.group(1))
                && (ours.group(1).equals("0") ? hookMinor == minor : hookMinor <= minor);
    }

    @Override
    public String toString() {
        return text;
    }
}
