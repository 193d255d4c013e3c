package io.hookline.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Fields of child rules that Metacontroller does not have. */
class RuleExtensionsTest {

    private static Decoded<CompositeController> rule(String fields) {
        return ControllerFixtures.with(
                "childResources", "[{\"apiVersion\":\"v1\",\"resource\":\"pods\"" + fields + "}]");
    }

    private static CompositeController annotated(String annotations, String fields) {
        return ControllerDecoder.composite(KubeObject.of("{\"metadata\":{\"name\":\"c\",\"annotations\":" + annotations
                        + "},\"spec\":{\"parentResource\":{\"apiVersion\":\"v1\",\"resource\":\"x\"},\"hooks\":{},"
                        + "\"childResources\":[{\"apiVersion\":\"v1\",\"resource\":\"pods\"" + fields
                        + "},{\"apiVersion\":\"v1\",\"resource\":\"services\"}]}}"))
                .value();
    }

    @ParameterizedTest
    @EnumSource(AdoptionPolicy.class)
    void everyAdoptionPolicyIsReadByItsName(AdoptionPolicy policy) {
        Decoded<CompositeController> decoded = rule(",\"adoptionPolicy\":\"" + policy.text() + "\"");
        assertThat(decoded.warnings()).isEmpty();
        assertThat(decoded.value().children()).extracting(ChildRule::adoption).containsExactly(policy);
    }

    @Test
    void aRuleWithoutExtensionsIsAsInMetacontroller() {
        assertThat(rule("").value().children())
                .containsExactly(new ChildRule("v1", "pods", UpdateMethod.ON_DELETE, java.util.List.of()));
        assertThat(rule(",\"applyStrategy\":\"dynamic-apply\"").warnings()).isEmpty();
    }

    @Test
    void attachmentsHaveThemToo() {
        Decoded<DecoratorController> decoded = ControllerFixtures.decorator("""
                {"resources":[],"hooks":{},"attachments":[
                  {"apiVersion":"v1","resource":"x","adoptionPolicy":"TakeOver"}]}
                """);
        assertThat(decoded.warnings()).isEmpty();
        assertThat(decoded.value().children())
                .extracting(ChildRule::adoption)
                .containsExactly(AdoptionPolicy.TAKE_OVER);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "adoptionPolicy":"never"              | .adoptionPolicy: expected IfUnowned, Never or TakeOver, was "never"
            "adoptionPolicy":1                    | .adoptionPolicy: expected a string, was a number
            "applyStrategy":"server-side-apply"   | .applyStrategy: server-side-apply is not supported yet; leave it at dynamic-apply
            "applyStrategy":"guess"               | .applyStrategy: expected dynamic-apply, was "guess"
            "conflictPolicy":"Fail"               | .conflictPolicy: is about server-side-apply, which is not supported yet; leave it out
            """)
    void anUnsupportedValueIsRefusedWithItsPlace(String field, String problem) {
        assertThatThrownBy(() -> rule("," + field))
                .isInstanceOf(DecodeException.class)
                .hasMessage("spec.childResources[0]" + problem);
    }

    @Test
    void anAnnotationReplacesAFieldThatTheServerPrunes() {
        CompositeController controller =
                annotated("{\"hookline.io/adoptionPolicy\":\"{\\\"pods\\\":\\\"Never\\\"}\"}", "");
        assertThat(controller.children())
                .extracting(ChildRule::adoption)
                .containsExactly(AdoptionPolicy.NEVER, AdoptionPolicy.IF_UNOWNED);
    }

    @Test
    void theFieldItselfWinsOverTheAnnotation() {
        CompositeController controller = annotated(
                "{\"hookline.io/adoptionPolicy\":\"{\\\"pods\\\":\\\"Never\\\"}\"}",
                ",\"adoptionPolicy\":\"TakeOver\"");
        assertThat(controller.children().getFirst().adoption()).isEqualTo(AdoptionPolicy.TAKE_OVER);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"hookline.io/adoptionPolicy":"Never"}                     | ": not JSON: document: Unrecognized token
            {"hookline.io/adoptionPolicy":"[]"}                        | ": expected an object, was a list
            {"hookline.io/adoptionPolicy":"{\\"jobs\\":\\"Never\\"}"}  | ".jobs: no child rule is for this resource
            """)
    void anInvalidAnnotationIsRefused(String annotations, String problem) {
        assertThatThrownBy(() -> annotated(annotations, ""))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("metadata.annotations.\"hookline.io/adoptionPolicy" + problem);
    }

    @Test
    void aHookWithoutAWebhookIsReportedAndAddsNoFinalizer() {
        Decoded<CompositeController> decoded =
                ControllerFixtures.with("hooks", "{\"sync\":{},\"finalize\":{\"version\":\"v2\"}}");
        assertThat(decoded.warnings())
                .containsExactly(
                        "spec.hooks.sync.webhook: is missing: the hook is never called",
                        "spec.hooks.finalize.webhook: is missing: the hook is never called");
        assertThat(decoded.value().hooks().finalizing().orElseThrow().webhook()).isEmpty();
    }
}
