package io.hookline.server;

import java.nio.charset.StandardCharsets;

/** Request bodies for tests. */
public final class Requests {

    public static final String SYNC = request("Ann", false);
    static final String FINALIZE = request("Ann", true);
    public static final String CUSTOMIZE = "{\"controller\":{},\"parent\":{\"metadata\":{\"name\":\"front\"}}}";

    private Requests() {}

    public static String request(String who, boolean finalizing) {
        return "{\"controller\":{},\"parent\":{\"apiVersion\":\"demo/v1\",\"kind\":\"Hello\",\"metadata\":{\"name\":\"front\","
                + "\"namespace\":\"shop\"},\"spec\":{\"who\":\"" + who
                + "\"}},\"children\":{},\"related\":{},\"finalizing\":"
                + finalizing + "}";
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
