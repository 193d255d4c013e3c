package io.hookline.spec;

import io.hookline.object.KubeObject;
import io.hookline.spec.ControllerDecoder.Decoded;
import io.hookline.spec.Hooks.Webhook;

/** Controllers with a spec, or a part of it, from JSON. */
final class ControllerFixtures {
    private ControllerFixtures() {}

    static Decoded<CompositeController> composite(String spec) {
        return ControllerDecoder.composite(KubeObject.of("{\"metadata\":{\"name\":\"c\"},\"spec\":" + spec + "}"));
    }

    static Decoded<DecoratorController> decorator(String spec) {
        return ControllerDecoder.decorator(KubeObject.of("{\"metadata\":{\"name\":\"d\"},\"spec\":" + spec + "}"));
    }

    /** A composite with a parent, empty hooks and these fields. */
    static Decoded<CompositeController> with(String field, String value) {
        String parent = field.equals("parentResource")
                ? ""
                : "\"parentResource\":{\"apiVersion\":\"e.com/v1\",\"resource\":\"things\"},";
        String hooks = field.equals("hooks") ? "" : "\"hooks\":{},";
        return composite("{" + parent + hooks + "\"" + field + "\":" + value + "}");
    }

    /** A composite with this sync hook. */
    static Decoded<CompositeController> withSync(String hook) {
        return with("hooks", "{\"sync\":" + hook + "}");
    }

    /** A composite with a sync hook that has a URL and these fields. */
    static Decoded<CompositeController> withWebhook(String fields) {
        return withSync("{\"webhook\":{\"url\":\"http://h/\"" + (fields.isEmpty() ? "" : "," + fields) + "}}");
    }

    static Webhook webhook(Decoded<CompositeController> controller) {
        return controller.value().hooks().sync().orElseThrow().webhook().orElseThrow();
    }
}
