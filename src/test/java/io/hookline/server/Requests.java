package io.hookline.server;

import java.nio.charset.StandardCharsets;

/** Request bodies for tests. */
final class Requests {

    static final String SYNC = request("Ann", false);
    static final String FINALIZE = request("Ann", true);
    static final String CUSTOMIZE = "{\"controller\":{},\"parent\":{\"metadata\":{\"name\":\"front\"}}}";

    private Requests() {}

    static String request(String who, boolean finalizing) {
        return "{\"controller\":{},\"parent\":{\"apiVersion\":\"demo/v1\",\"kind\":\"Hello\",\"metadata\":{\"name\":\"front\","
                + "\"namespace\":\"shop\"},\"spec\":{\"who\":\"" + who
                + "\"}},\"children\":{},\"related\":{},\"finalizing\":"
                + finalizing + "}";
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
