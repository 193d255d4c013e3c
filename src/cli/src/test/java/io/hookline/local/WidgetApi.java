package io.hookline.local;

import static org.assertj.core.api.Assertions.assertThat;

/** A custom kind for tests, and its URL paths. */
public final class WidgetApi {

    /** The Accept header of {@code kubectl get}. */
    public static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

    public static final String PATH = "/apis/example.com/v1/namespaces/default/widgets";

    public static final String CRD = """
            {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
             "metadata":{"name":"widgets.example.com"},
             "spec":{"group":"example.com","scope":"Namespaced",
               "names":{"plural":"widgets","singular":"widget","kind":"Widget","listKind":"WidgetList","shortNames":["wi"]},
               "versions":[{"name":"v1","served":true,"storage":true,
                 "subresources":{"status":{},"scale":{"specReplicasPath":".spec.size","statusReplicasPath":".status.size"}},
                 "additionalPrinterColumns":[{"name":"Size","type":"integer","jsonPath":".spec.size"}],
                 "schema":{"openAPIV3Schema":{"type":"object","properties":{
                   "spec":{"type":"object","required":["size"],"description":"What is wanted.","properties":{
                     "size":{"type":"integer","description":"How many."},"color":{"type":"string"}}},
                   "status":{"type":"object","properties":{"size":{"type":"integer"}}}}}}}]}}
            """;

    private WidgetApi() {}

    public static void define(ApiClient client) {
        assertThat(client.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", CRD)
                        .code())
                .isEqualTo(201);
    }

    /** The widget {@code w}. */
    public static String widget(String spec) {
        return "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\"},\"spec\":" + spec
                + "}";
    }
}
