package io.hookline.bench;

/** Sync requests of the hook {@code hello} as a watcher sends them: with managed fields, and the observed child. */
final class HelloRequest {

    private HelloRequest() {}

    /** About 1 kB: the first sync, before the child exists. */
    static String small() {
        return request("World", "", "");
    }

    /** About 20 kB, with an answer of 10 kB: both the answer and the observed child have the text of the parent. */
    static String large() {
        String who = "Ada Lovelace, Grace Hopper and all others; ".repeat(115);
        return request(who, "A text that the hook does not read. ".repeat(100), """
                "world":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"world","namespace":"default",\
                "uid":"0d4ee0a5-1f2d-4bb1-9d35-5a1ad9e4dd7f","resourceVersion":"4712",\
                "creationTimestamp":"2026-01-01T00:00:00Z","labels":{"controller-uid":"7c1f8f5e"},\
                "annotations":{"metacontroller.k8s.io/last-applied-configuration":\
                "{\\"apiVersion\\":\\"v1\\",\\"data\\":{\\"text\\":\\"Hello, %s\\"},\\"kind\\":\\"ConfigMap\\"}"},\
                "ownerReferences":[{"apiVersion":"hello.hookline.io/v1","kind":"Hello","name":"world",\
                "uid":"7a1f8e0c-33b0-4e09-a3a0-6f3bd0b1f1d2","controller":true,"blockOwnerDeletion":true}]},\
                "data":{"text":"Hello, %s"}}""".formatted(who, who));
    }

    private static String request(String who, String note, String children) {
        return """
                {"controller":{"apiVersion":"metacontroller.k8s.io/v1alpha1","kind":"CompositeController",\
                "metadata":{"name":"hello","uid":"4c5e1c77-6f6f-4b1b-8c50-61a1a2f1f3a1","resourceVersion":"17"},\
                "spec":{"parentResource":{"apiVersion":"hello.hookline.io/v1","resource":"hellos"},\
                "childResources":[{"apiVersion":"v1","resource":"configmaps","updateStrategy":{"method":"InPlace"}}],\
                "generateSelector":true,"hooks":{"sync":{"webhook":{"url":"http://hooks.hookline/hello/sync"}}}},\
                "status":{}},\
                "parent":{"apiVersion":"hello.hookline.io/v1","kind":"Hello",\
                "metadata":{"name":"world","namespace":"default","uid":"7a1f8e0c-33b0-4e09-a3a0-6f3bd0b1f1d2",\
                "resourceVersion":"4711","generation":1,"creationTimestamp":"2026-01-01T00:00:00Z",\
                "annotations":{"note":"%s"},\
                "managedFields":[{"manager":"kubectl-create","operation":"Update","apiVersion":"hello.hookline.io/v1",\
                "time":"2026-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{".":{},"f:who":{}}}}]},\
                "spec":{"who":"%s"}},\
                "children":{"ConfigMap.v1":{%s}},"related":{},"finalizing":false}""".formatted(note, who, children);
    }
}
