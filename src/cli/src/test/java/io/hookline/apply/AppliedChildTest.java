package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.object.GoJson;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.spec.ChildRule.ConflictPolicy;
import io.hookline.spec.WellKnown;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether an apply is necessary, and what it sends. */
class AppliedChildTest {

    private static final OwnerReference PARENT = new OwnerReference("e.com/v1", "Thing", "t", "u1", true, true);
    private static final FieldManagement FORCE = new FieldManagement("metacontroller", ConflictPolicy.FORCE);
    private static final FieldManagement YIELD = new FieldManagement("metacontroller", ConflictPolicy.YIELD);

    private static ObjectNode tree(String json) {
        return Json.object(json.getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode desired(String spec) {
        return tree("{\"apiVersion\":\"e.com/v1\",\"kind\":\"X\",\"metadata\":{\"name\":\"x\"},\"spec\":" + spec + "}");
    }

    private static String entry(String manager, String operation, String fields) {
        return "{\"manager\":\"" + manager + "\",\"operation\":\"" + operation
                + "\",\"apiVersion\":\"e.com/v1\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":" + fields + "}";
    }

    private static String applied(String spec) {
        return entry("metacontroller", "Apply", spec.equals("-") ? "{}" : "{\"f:spec\":" + spec + "}");
    }

    private static ObjectNode live(String spec, String... entries) {
        ObjectNode live = desired(spec);
        ((ObjectNode) live.path("metadata"))
                .put("uid", "u")
                .put("resourceVersion", "7")
                .set(
                        "managedFields",
                        Json.parse(("[" + String.join(",", entries) + "]").getBytes(StandardCharsets.UTF_8)));
        return live;
    }

    private static String problems(AppliedChild child) {
        return child.isProven() ? "" : child.differences(9).toString();
    }

    /** The columns are what is desired, what our entry has, what is there, and why an apply is necessary. */
    @ParameterizedTest(name = "{0} with {1} is {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', emptyValue = "", nullValues = "-nothing-", textBlock = """
            {"a":1}                   | {"f:a":{}}                        | {"a":1,"b":2}            | ``
            {"a":1}                   | {"f:a":{}}                        | {"a":1.0}                | ``
            {"a":1}                   | {"f:a":{}}                        | {"a":2}                  | spec.a: 2 → 1
            {"a":1}                   | {"f:a":{},"f:b":{}}               | {"a":1,"b":2}            | spec.b: no longer desired
            {"a":1,"b":2}             | {"f:a":{}}                        | {"a":1,"b":2}            | spec.b: not applied yet
            {"a":1,"b":2}             | {"f:a":{}}                        | {"a":1,"b":3}            | spec.b: 3 → 2
            {"a":1}                   | -                                 | {"a":1}                  | spec.a: not applied yet
            {"a":null}                | {"f:a":{}}                        | {}                       | ``
            {"a":null}                | -                                 | {}                       | ``
            {"a":null}                | {"f:a":{}}                        | {"a":1}                  | spec.a: 1 → absent
            {"a":false}               | {"f:a":{}}                        | {}                       | ``
            {"a":false}               | -                                 | {}                       | spec.a: not applied yet
            {"a":0}                   | {"f:a":{}}                        | {"a":1}                  | spec.a: 1 → 0
            {"a":{}}                  | {"f:a":{}}                        | {"a":{}}                 | ``
            {"a":{}}                  | {"f:a":{}}                        | {}                       | ``
            {"a":{}}                  | -                                 | {}                       | spec.a: not applied yet
            {"a":{}}                  | {"f:a":{}}                        | {"a":{"b":1}}            | spec.a: {"b":1} → {}
            {"a":{}}                  | {"f:a":{"f:b":{}}}                | {"a":{"b":1}}            | spec.a: no longer desired
            {"a":[]}                  | -                                 | {}                       | spec.a: not applied yet
            {"a":[]}                  | -                                 | {"a":[]}                 | ``
            {"a":[]}                  | {"f:a":{}}                        | {"a":[]}                 | ``
            {"a":[]}                  | -                                 | {"a":[1]}                | spec.a: [1] → []
            {"a":{"b":1}}             | {"f:a":{"f:b":{}}}                | {"a":{"b":1,"c":2}}      | ``
            {"a":{"b":1}}             | {"f:a":{".":{},"f:b":{}}}         | {"a":{"b":1,"c":2}}      | ``
            {"a":{"b":1}}             | {"f:a":{}}                        | {"a":{"b":1}}            | ``
            {"a":{"b":1}}             | {"f:a":{}}                        | {"a":{"b":1,"c":2}}      | spec.a: {"b":1,"c":2} → {"b":1}
            {"a":{"b":{"c":1}}}       | {"f:a":{"f:b":{"f:c":{},"f:d":{}}}} | {"a":{"b":{"c":1}}}    | spec.a.b.d: no longer desired
            {"a":[1,2]}               | {"f:a":{}}                        | {"a":[1,2]}              | ``
            {"a":[1,2]}               | {"f:a":{}}                        | {"a":[2,1]}              | spec.a: [2,1] → [1,2]
            {"a":[1,2]}               | -                                 | {"a":[1,2]}              | spec.a: not applied yet
            {"a":["x","y"]}           | {"f:a":{"v:\\"x\\"":{},"v:\\"y\\"":{}}} | {"a":["y","z","x"]} | ``
            {"a":["x"]}               | {"f:a":{"v:\\"x\\"":{},"v:\\"y\\"":{}}} | {"a":["x","y"]}     | spec.a[="y"]: no longer desired
            {"a":["x","y"]}           | {"f:a":{"v:\\"x\\"":{}}}          | {"a":["x"]}              | spec.a[="y"]: absent → "y"
            {"a":[{"n":"x","v":1}]}   | {"f:a":{"k:{\\"n\\":\\"x\\"}":{".":{},"f:n":{},"f:v":{}}}} | {"a":[{"n":"o"},{"n":"x","v":1,"w":2}]} | ``
            {"a":[{"n":"x","v":1}]}   | {"f:a":{"k:{\\"n\\":\\"x\\"}":{".":{},"f:n":{},"f:v":{}}}} | {"a":[{"n":"x","v":2}]} | spec.a[{"n":"x"}].v: 2 → 1
            {"a":[{"n":"x","v":1}]}   | {"f:a":{"k:{\\"n\\":\\"x\\"}":{}}}  | {"a":[{"n":"x","v":1}]}  | ``
            {"a":[{"n":"x"}]}         | {"f:a":{"k:{\\"n\\":\\"x\\"}":{".":{},"f:n":{}},"k:{\\"n\\":\\"y\\"}":{".":{},"f:n":{}}}} | {"a":[{"n":"x"},{"n":"y"}]} | spec.a[{"n":"y"}]: no longer desired
            {"a":[{"n":"x"},{"n":"y"}]} | {"f:a":{"k:{\\"n\\":\\"x\\"}":{".":{},"f:n":{}}}} | {"a":[{"n":"x"}]}  | spec.a[1]: absent → {"n":"y"}
            {"a":[{"n":"x"},{"n":"y"}]} | {"f:a":{"k:{\\"n\\":\\"x\\"}":{".":{},"f:n":{}},"k:{\\"n\\":\\"y\\"}":{".":{},"f:n":{}}}} | {"a":[{"n":"y"},{"n":"x"}]} | spec.a: [{"n":"y"},{"n":"x"}] → [{"n":"x"},{"n":"y"}]
            {"a":[{"p":53},{"p":53,"q":"UDP"}]} | {"f:a":{"k:{\\"p\\":53,\\"q\\":\\"TCP\\"}":{".":{},"f:p":{}},"k:{\\"p\\":53,\\"q\\":\\"UDP\\"}":{".":{},"f:p":{},"f:q":{}}}} | {"a":[{"p":53,"q":"TCP"},{"p":53,"q":"UDP"}]} | ``
            {"a":1}                   | {"f:a":{"i:0":{}}}                | {"a":1}                  | spec.a: not applied yet; spec.a: not applied yet
            {"a":[1]}                 | {"f:a":{"i:0":{}}}                | {"a":[1]}                | spec.a: not applied yet; spec.a: not applied yet
            """)
    void anApplyIsNecessaryUnlessOurEntryHasExactlyTheDesiredFieldsWithTheirValues(
            String wanted, String owned, String there, String problems) {
        assertThat(problems(AppliedChild.of(live(there, applied(owned)), desired(wanted), FORCE)))
                .isEqualTo(problems);
    }

    @ParameterizedTest
    @CsvSource({"other, Apply, e.com/v1", "metacontroller, Apply, e.com/v1beta1"})
    void anotherEntryProvesNothing(String manager, String operation, String version) {
        String entry = entry(manager, operation, "{\"f:spec\":{\"f:a\":{}}}").replace("e.com/v1\"", version + "\"");
        AppliedChild child = AppliedChild.of(live("{\"a\":1}", entry), desired("{\"a\":1}"), FORCE);
        assertThat(problems(child)).isEqualTo("spec.a: not applied yet");
    }

    @Test
    void anEntryOfASubresourceProvesNothing() {
        String scaled = applied("{\"f:a\":{}}").replace("\"manager\"", "\"subresource\":\"scale\",\"manager\"");
        assertThat(AppliedChild.of(live("{\"a\":1}", scaled), desired("{\"a\":1}"), FORCE)
                        .isProven())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"networking.k8s.io/v1, true", "e.com/v1, false"})
    void whatTheServerFillsInWithinAValueOfOneOwnerIsADefaultForBuiltInKindsOnly(String version, boolean proven) {
        String fields = "{\"f:ports\":{}}";
        ObjectNode wanted = desired("{\"ports\":[{\"port\":80}]}").put("apiVersion", version);
        ObjectNode live = live(
                        "{\"ports\":[{\"port\":80,\"protocol\":\"TCP\"}]}",
                        applied(fields).replace("e.com/v1", version))
                .put("apiVersion", version);
        assertThat(AppliedChild.of(live, wanted, FORCE).isProven()).isEqualTo(proven);
        ((ObjectNode) live.at("/spec/ports/0")).put("protocol", "UDP");
        assertThat(AppliedChild.of(live, wanted, FORCE).isProven()).isFalse();
    }

    @Test
    void theBodyHasTheOwnerAndNothingOfTheServerOrOfDynamicApply() {
        ObjectNode echoed = live("{\"a\":1}");
        ((ObjectNode) echoed.path("metadata")).putObject("annotations").put(WellKnown.LAST_APPLIED, "{}");
        echoed.putObject("status").put("ready", true);

        assertThat(GoJson.text(AppliedChild.body(echoed, PARENT)))
                .isEqualTo(
                        "{\"apiVersion\":\"e.com/v1\",\"kind\":\"X\",\"metadata\":{\"name\":\"x\",\"ownerReferences\":"
                                + "[{\"apiVersion\":\"e.com/v1\",\"blockOwnerDeletion\":true,\"controller\":true,"
                                + "\"kind\":\"Thing\",\"name\":\"t\",\"uid\":\"u1\"}]},\"spec\":{\"a\":1}}");
    }

    @Test
    void aRequestNamesTheUidAndAnExactOneAlsoTheVersion() {
        AppliedChild child = AppliedChild.of(live("{}", applied("{}")), desired("{\"a\":1}"), FORCE);
        KubeObject request = child.request();
        assertThat(request.uid()).isEqualTo("u");
        assertThat(request.resourceVersion()).isEmpty();
        assertThat(child.exactRequest().resourceVersion()).isEqualTo("7");
        assertThat(GoJson.text(request.tree().path("spec"))).isEqualTo("{\"a\":1}");
    }

    @Test
    void whatHasNoOwnerIsTakenOverInTheStateInWhichItWasSeen() {
        AppliedChild cleared = AppliedChild.of(live("{\"a\":2}"), desired("{\"a\":1}"), YIELD);
        assertThat(cleared.force()).isTrue();
        assertThat(cleared.request().resourceVersion()).isEqualTo("7");
        assertThat(AppliedChild.of(live("{\"a\":2}", applied("{}")), desired("{\"a\":1}"), YIELD)
                        .force())
                .isFalse();
    }

    /** The columns are what is desired, what another manager owns, what is there, and what is left of the desired state. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"a":1,"b":2}           | {"f:a":{}}                   | {"a":9,"b":2}          | {"b":2}
            {"a":1,"b":2}           | {"f:a":{}}                   | {"a":1,"b":2}          | {"a":1,"b":2}
            {"a":{"b":1,"c":1}}     | {"f:a":{".":{},"f:b":{}}}    | {"a":{"b":2}}          | {"a":{"c":1}}
            {"a":{"b":1},"z":1}     | {"f:a":{"f:b":{}}}           | {"a":{"b":2}}          | {"z":1}
            {"a":{"b":1},"z":1}     | {"f:a":{}}                   | {"a":{"b":2}}          | {"z":1}
            {"a":[1],"z":1}         | {"f:a":{}}                   | {"a":[2]}              | {"z":1}
            {"a":["x"]}             | {"f:a":{"v:\\"x\\"":{}}}     | {"a":["x"]}            | {"a":["x"]}
            {"a":[{"n":"x","v":1}]} | {"f:a":{"k:{\\"n\\":\\"x\\"}":{".":{},"f:n":{},"f:v":{}}}} | {"a":[{"n":"x","v":2}]} | {"a":[{"n":"x"}]}
            {"a":[{"n":"x"},{"n":"y","v":1}]} | {"f:a":{"k:{\\"n\\":\\"y\\"}":{}}} | {"a":[{"n":"y","v":2}]} | {"a":[{"n":"x"}]}
            """)
    void aFieldOfAnotherManagerIsLeftToItIfItHasAnotherValue(String wanted, String theirs, String there, String left) {
        AppliedChild child = AppliedChild.of(
                live(there, entry("kubectl", "Update", "{\"f:spec\":" + theirs + "}")), desired(wanted), YIELD);
        assertThat(GoJson.text(child.request().tree().path("spec"))).isEqualTo(left);
    }

    @Test
    void whichFieldsAreLeftToWhomIsShown() {
        String theirs = entry("hpa", "Update", "{\"f:spec\":{\"f:replicas\":{}}}");
        AppliedChild child =
                AppliedChild.of(live("{\"replicas\":5}", theirs), desired("{\"replicas\":1,\"x\":1}"), YIELD);
        assertThat(child.differences(3).toString()).isEqualTo("spec.x: absent → 1; spec.replicas: left to hpa");
    }

    @Test
    void aResidueChangesWithTheDesiredStateAndWithTheDifferenceButNotWithOtherFields() {
        String owned = applied("{\"f:cpu\":{}}");
        ChildChange.Residue residue = residue("{\"cpu\":\"1000m\"}", owned, "{\"cpu\":\"1\"}");
        assertThat(residue("{\"cpu\":\"1000m\"}", owned, "{\"cpu\":\"1\",\"other\":2}"))
                .isEqualTo(residue);
        assertThat(residue("{\"cpu\":\"1000m\"}", owned, "{\"cpu\":\"2\"}")).isNotEqualTo(residue);
        assertThat(residue("{\"cpu\":\"1001m\"}", owned, "{\"cpu\":\"1\"}")).isNotEqualTo(residue);
    }

    private static ChildChange.Residue residue(String wanted, String owned, String there) {
        return AppliedChild.of(live(there, owned), desired(wanted), FORCE).residue();
    }

    @Test
    void fieldsOfDynamicApplyAreMovedIfTheyAreDesiredOrWereAppliedLast() {
        String former = entry(
                "metacontroller",
                "Update",
                "{\"f:metadata\":{\"f:labels\":{\".\":{},\"f:decorated\":{}}},"
                        + "\"f:spec\":{\".\":{},\"f:a\":{},\"f:gone\":{},\"f:byDefault\":{}}}");
        ObjectNode live =
                live("{\"a\":1,\"gone\":1,\"byDefault\":1}", former, entry("other", "Update", "{\"f:x\":{}}"));
        ((ObjectNode) live.path("metadata"))
                .putObject("annotations")
                .put(WellKnown.LAST_APPLIED, "{\"spec\":{\"a\":1,\"gone\":1}}");

        AppliedChild child = AppliedChild.of(live, desired("{\"a\":1}"), FORCE);

        assertThat(child.isProven()).isFalse();
        assertThat(child.transfer())
                .contains("[{\"op\":\"replace\",\"path\":\"/metadata/resourceVersion\",\"value\":\"7\"},"
                        + "{\"op\":\"replace\",\"path\":\"/metadata/managedFields\",\"value\":["
                        + entrySorted(
                                "metacontroller",
                                "Update",
                                "{\"f:metadata\":{\"f:labels\":{\".\":{},\"f:decorated\":{}}},\"f:spec\":{\"f:byDefault\":{}}}")
                        + "," + entrySorted("other", "Update", "{\"f:x\":{}}") + ","
                        + entrySorted("metacontroller", "Apply", "{\"f:spec\":{\".\":{},\"f:a\":{},\"f:gone\":{}}}")
                        + "]},{\"op\":\"remove\",\"path\":"
                        + "\"/metadata/annotations/metacontroller.k8s.io~1last-applied-configuration\"}]");
    }

    private static String entrySorted(String manager, String operation, String fields) {
        return GoJson.text(tree(entry(manager, operation, fields)));
    }

    @Test
    void aChildWithoutFormerFieldsNeedsNoTransfer() {
        assertThat(AppliedChild.of(
                                live(
                                        "{\"a\":1}",
                                        applied("{\"f:a\":{}}"),
                                        entry("other", "Update", "{\"f:spec\":{\"f:a\":{}}}")),
                                desired("{\"a\":1}"),
                                FORCE)
                        .transfer())
                .isEmpty();
    }

    @Test
    void anAnnotationThatCannotBeReadIsRemoved() {
        ObjectNode live = live("{\"a\":1}", applied("{\"f:a\":{}}"));
        ((ObjectNode) live.path("metadata")).putObject("annotations").put(WellKnown.LAST_APPLIED, "{broken");
        assertThat(AppliedChild.of(live, desired("{\"a\":1}"), FORCE).transfer())
                .hasValueSatisfying(
                        patch -> assertThat(patch).contains("\"op\":\"remove\"").doesNotContain("managedFields"));
    }

    @Test
    void aCreationHasAVersionThatNoObjectHas() {
        ObjectNode wanted = desired("{\"a\":1}");
        assertThat(AppliedChild.creation(wanted).tree().at("/metadata"))
                .hasToString("{\"name\":\"x\",\"resourceVersion\":\"9223372036854775807\"}");
        assertThat(AppliedChild.creation(wanted).tree().path("spec")).isEqualTo(wanted.path("spec"));
        assertThat(wanted.at("/metadata/resourceVersion").isMissingNode()).isTrue();
    }
}
