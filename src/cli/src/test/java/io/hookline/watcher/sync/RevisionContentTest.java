package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.ChildId;
import io.hookline.object.ApiResource;
import io.hookline.object.FieldPath;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.object.ObjectKey;
import io.hookline.spec.ControllerRevision;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RevisionContentTest {

    private static final String UID = "77aa0d3e-0f5c-4a41-9f43-000000000001";

    private static ApiResource resource(String apiVersion, String plural) {
        return new ApiResource(
                apiVersion, plural, "web", "Web", true, List.of(), List.of(), Set.of("get"), Set.of("status"));
    }

    private static ObjectNode json(String text) {
        return Json.object(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The digits are the SHA-1 of the uid followed by the patch as Go writes it, computed with another program. */
    @Test
    void theNameIsThatOfMetacontroller() {
        ObjectNode patch = json(
                "{\"spec\": {\"template\": {\"n\": 9007199254740993, \"b\": [1, 2.5, true, null], \"a\": \"x<y&z\"}}}");

        assertThat(RevisionContent.name(resource("shop.example/v1", "webs"), UID, patch))
                .isEqualTo("webs.shop.example-07ff6b928f4e168c2cc3b83a019069ffd879c4f7");
        assertThat(RevisionContent.name(resource("v1", "webs"), UID, patch))
                .isEqualTo("webs.core-07ff6b928f4e168c2cc3b83a019069ffd879c4f7");
    }

    @Test
    void aLongNameIsCutBeforeTheHash() {
        String name = RevisionContent.name(resource("a".repeat(250) + "/v1", "webs"), UID, json("{}"));

        assertThat(name).hasSize(253).startsWith("webs.aaa").matches("webs\\.a{207}-[0-9a-f]{40}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"matchLabels":{"app":"web"}}                                                   | app=web
            {"matchLabels":{"app":"other"}}                                                 | app=other
            {"matchExpressions":[{"key":"tier","operator":"In","values":["a","b"]}]}        | app=web,tier=a
            {"matchExpressions":[{"key":"tier","operator":"Exists"}]}                       | app=web,tier=
            {"matchExpressions":[{"key":"app","operator":"NotIn","values":["web"]}]}        |
            {"matchExpressions":[{"key":"app","operator":"DoesNotExist"}]}                  |
            """)
    void theLabelsAreThoseOfTheTemplateAndMatchTheSelector(String selector, String labels) {
        KubeObject parent = KubeObject.of(
                "{\"metadata\":{\"name\":\"w\"},\"spec\":{\"template\":{\"metadata\":{\"labels\":{\"app\":\"web\"}}}}}");
        LabelSelector own = LabelSelector.fromJson(json(selector), new FieldPath("spec.selector"));

        Map<String, String> written =
                RevisionContent.labels(resource("shop.example/v1", "webs"), parent, Map.of(), Map.of(), own);

        assertThat(own.matches(written)).isTrue();
        assertThat(LabelSelector.parse(labels == null ? "" : labels).matches(written))
                .as(written.toString())
                .isTrue();
        assertThat(written)
                .containsEntry("metacontroller.k8s.io/apiGroup", "shop.example")
                .containsEntry("metacontroller.k8s.io/resource", "webs");
    }

    @Test
    void aGeneratedSelectorNeedsNoLabelsOfTheTemplate() {
        KubeObject parent = KubeObject.of(
                "{\"metadata\":{\"name\":\"w\"},\"spec\":{\"template\":{\"metadata\":{\"labels\":{\"app\":\"web\"}}}}}");

        assertThat(RevisionContent.labels(
                        resource("shop.example/v1", "webs"),
                        parent,
                        Map.of(),
                        Map.of("controller-uid", UID),
                        LabelSelector.ofLabel("controller-uid", UID)))
                .containsOnlyKeys("controller-uid", "metacontroller.k8s.io/apiGroup", "metacontroller.k8s.io/resource");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            shop | [{"apiGroup":"","kind":"Pod","names":["front-0","front-1"]},{"apiGroup":"apps","kind":"Web","names":["x"]}]
                 | [{"apiGroup":"","kind":"Node","names":["n"]},{"apiGroup":"","kind":"Pod","names":["a/front-0","b/front-0"]}]
            """)
    void claimsAreWrittenAsTheyAreRead(String namespace, String children) {
        String of = namespace == null ? "" : namespace;
        ControllerRevision revision = ControllerRevision.read(
                KubeObject.of("{\"metadata\":{\"name\":\"r\"},\"parentPatch\":{},\"children\":" + children + "}"));

        Set<ChildId> claims = RevisionContent.claims(revision, of);

        assertThat(GoJson.text(RevisionContent.children(claims, of))).isEqualTo(children);
        assertThat(claims)
                .contains(
                        of.isEmpty()
                                ? new ChildId("", "Pod", new ObjectKey("b", "front-0"))
                                : new ChildId("", "Pod", new ObjectKey("shop", "front-0")));
    }
}
