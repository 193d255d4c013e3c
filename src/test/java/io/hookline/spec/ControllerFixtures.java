package io.hookline.spec;

import io.hookline.object.KubeObject;

/** Controllers whose spec, or one part of it, is given as JSON. */
final class ControllerFixtures {
    private ControllerFixtures() {}

    static Decoded<CompositeController> composite(String spec) {
        return ControllerDecoder.composite(KubeObject.of("{\"metadata\":{\"name\":\"c\"},\"spec\":" + spec + "}"));
    }

    static Decoded<DecoratorController> decorator(String spec) {
        return ControllerDecoder.decorator(KubeObject.of("{\"metadata\":{\"name\":\"d\"},\"spec\":" + spec + "}"));
    }

    /** A composite with these fields beside a parent and empty hooks. */
    static Decoded<CompositeController> with(String field, String value) {
        String parent = field.equals("parentResource")
                ? ""
                : "\"parentResource\":{\"apiVersion\":\"e.com/v1\",\"resource\":\"things\"},";
        String hooks = field.equals("hooks") ? "" : "\"hooks\":{},";
        return composite("{" + parent + hooks + "\"" + field + "\":" + value + "}");
    }

    /** A composite whose sync hook is this. */
    static Decoded<CompositeController> withSync(String hook) {
        return with("hooks", "{\"sync\":" + hook + "}");
    }

    /** A composite whose sync hook has a url and these further fields. */
    static Decoded<CompositeController> withWebhook(String fields) {
        return withSync("{\"webhook\":{\"url\":\"http://h/\"" + (fields.isEmpty() ? "" : "," + fields) + "}}");
    }

    static Webhook webhook(Decoded<CompositeController> controller) {
        return controller.value().hooks().sync().orElseThrow().webhook().orElseThrow();
    }
}
