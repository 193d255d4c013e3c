package io.hookline.hook.protocol;

/** Which version of a hook's files has answered a call. The version of the protocol is {@link HookVersion}. */
public final class SourceVersion {

    /**
     * Header of a response: the version of the hook, any text without blanks. The hook server of Hookline sends a hash
     * of the files of the hook; other servers may send what they like.
     */
    public static final String HEADER = "Hookline-Hook-Version";

    /** Longer versions are told apart by their beginning only. */
    private static final int LONGEST = 64;

    private SourceVersion() {}

    /** The version that a header names. */
    public static String of(String header) {
        return header.length() <= LONGEST ? header : header.substring(0, LONGEST);
    }
}
