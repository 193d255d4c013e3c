package io.hookline.http;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text between a BEGIN and an END line.
 *
 * @param label from the BEGIN line
 * @param base64 without white space
 */
record PemBlock(String label, String base64) {

    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]*={0,2}");

    /** All blocks, in order; other text is ignored. */
    static List<PemBlock> in(String text) {
        List<PemBlock> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            PemBlock block = new PemBlock(matcher.group(1), matcher.group(2).replaceAll("\\s", ""));
            if (block.isReadable()) {
                blocks.add(block);
            }
        }
        return blocks;
    }

    byte[] der() {
        return Base64.getDecoder().decode(base64);
    }

    /** Whether the block is plain base64, without header lines. */
    private boolean isReadable() {
        return BASE64.matcher(base64).matches() && base64.length() % 4 == 0;
    }
}
