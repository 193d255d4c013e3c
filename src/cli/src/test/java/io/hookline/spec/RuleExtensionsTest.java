package io.hookline.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.spec.ChildRule.AdoptionPolicy;
import io.hookline.spec.ChildRule.ApplyStrategy;
import io.hookline.spec.ChildRule.ConflictPolicy;
import io.hookline.spec.ChildRule.UpdateStrategy;
import io.hookline.spec.ChildRule.UpdateStrategy.MaxUnavailable;
import io.hookline.spec.ChildRule.UpdateStrategy.UpdateMethod;
import io.hookline.spec.ControllerDecoder.Decoded;
import io.hookline.spec.ControllerSpec.DeletionGuard;
import io.hookline.spec.ControllerSpec.HookRolloutRule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Test
    void theRolloutOfHooksIsAFieldOfTheControllerOrAnAnnotation() {
        String rollout = "{\"maxPerMinute\":60,\"pauseOnFailure\":\"5%\"}";
        CompositeController annotated =
                annotated("{\"hookline.io/hook-rollout\":\"" + rollout.replace("\"", "\\\"") + "\"}", "");
        assertThat(annotated.hookRollout()).isEqualTo(new HookRolloutRule(60, new DeletionGuard.Limit(5, true)));
        assertThat(ControllerFixtures.decorator("{\"resources\":[],\"hooks\":{},\"hookRollout\":" + rollout + "}")
                        .value()
                        .hookRollout())
                .isEqualTo(annotated.hookRollout());
        assertThat(annotated("{}", "").hookRollout()).isEqualTo(HookRolloutRule.DEFAULTS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"maxPerMinute\":0}", "{\"pauseOnFailure\":-1}", "{\"pauseOnFailure\":\"some\"}"})
    void aWrongRolloutIsRefusedWithItsPlace(String rollout) {
        assertThatThrownBy(() ->
                        ControllerFixtures.decorator("{\"resources\":[],\"hooks\":{},\"hookRollout\":" + rollout + "}"))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("spec.hookRollout.");
    }

    @ParameterizedTest
    @EnumSource(AdoptionPolicy.class)
    void everyAdoptionPolicyIsReadByItsName(AdoptionPolicy policy) {
        Decoded<CompositeController> decoded = rule(",\"adoptionPolicy\":\"" + policy.text() + "\"");
        assertThat(decoded.warnings()).isEmpty();
        assertThat(decoded.value().children()).extracting(ChildRule::adoption).containsExactly(policy);
    }

    @ParameterizedTest
    @EnumSource(ApplyStrategy.class)
    void everyApplyStrategyIsReadByItsName(ApplyStrategy strategy) {
        Decoded<CompositeController> decoded = rule(",\"applyStrategy\":\"" + strategy.text() + "\"");
        assertThat(decoded.warnings()).isEmpty();
        assertThat(decoded.value().children())
                .extracting(ChildRule::applyStrategy)
                .containsExactly(Optional.of(strategy));
    }

    @ParameterizedTest
    @EnumSource(ConflictPolicy.class)
    void everyConflictPolicyIsReadByItsName(ConflictPolicy policy) {
        Decoded<CompositeController> decoded = rule(",\"conflictPolicy\":\"" + policy.text() + "\"");
        assertThat(decoded.warnings()).isEmpty();
        assertThat(decoded.value().children()).extracting(ChildRule::conflicts).containsExactly(policy);
    }

    @Test
    void annotationsReplaceTheFieldsOfServerSideApply() {
        ChildRule rule = annotated(
                        "{\"hookline.io/applyStrategy\":\"{\\\"pods\\\":\\\"server-side-apply\\\"}\","
                                + "\"hookline.io/conflictPolicy\":\"{\\\"pods\\\":\\\"Yield\\\"}\"}",
                        "")
                .children()
                .getFirst();
        assertThat(rule.applyStrategy()).contains(ApplyStrategy.SERVER_SIDE_APPLY);
        assertThat(rule.conflicts()).isEqualTo(ConflictPolicy.YIELD);
    }

    @Test
    void theAnnotationThatPausesAControllerChangesNoRule() {
        CompositeController plain = annotated("{}", "");
        for (String value : List.of("true", "false", "yes")) {
            CompositeController paused = annotated("{\"hookline.io/paused\":\"" + value + "\"}", "");
            assertThat(paused.children()).isEqualTo(plain.children());
            assertThat(ControllerDecoder.areEquivalent(paused.source(), plain.source()))
                    .isTrue();
        }
        assertThat(annotated("{\"hookline.io/paused\":\"{\\\"pods\\\":true}\"}", "")
                        .children()
                        .getFirst()
                        .strategy()
                        .paused())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                        |
            {"maxDeletions":0}        | 0
            {"maxDeletions":3}        | 3
            {"maxDeletions":"25%"}    | 25%
            {"maxDeletions":"100%"}   | 100%
            """)
    void theDeletionGuardIsAFieldOfTheControllerOrAnAnnotation(String guard, String limit) {
        String annotation = "{\"hookline.io/deletion-guard\":\"" + guard.replace("\"", "\\\"") + "\"}";
        CompositeController annotated = annotated(annotation, "");
        assertThat(annotated.deletionGuard().orElseThrow().limit().map(Object::toString))
                .isEqualTo(Optional.ofNullable(limit));
        CompositeController plain = annotated("{}", "");
        assertThat(plain.deletionGuard()).isEmpty();
        assertThat(ControllerDecoder.areEquivalent(annotated.source(), plain.source()))
                .isFalse();
        DecoratorController field = ControllerFixtures.decorator(
                        "{\"resources\":[],\"hooks\":{},\"deletionGuard\":" + guard + "}")
                .value();
        assertThat(field.deletionGuard()).isEqualTo(annotated.deletionGuard());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"maxDeletions\":-1}",
                "{\"maxDeletions\":\"101%\"}",
                "{\"maxDeletions\":\"half\"}",
                "{\"maxDeletions\":1.5}",
                "true"
            })
    void aWrongDeletionGuardIsRefusedWithItsPlace(String guard) {
        String spec = "{\"resources\":[],\"hooks\":{},\"deletionGuard\":" + guard + "}";
        assertThatThrownBy(() -> ControllerFixtures.decorator(spec))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("spec.deletionGuard");
    }

    @Test
    void aRuleWithoutExtensionsIsAsInMetacontroller() {
        assertThat(rule("").value().children())
                .containsExactly(new ChildRule("v1", "pods", UpdateStrategy.of(UpdateMethod.ON_DELETE)));
        assertThat(rule(",\"applyStrategy\":\"dynamic-apply\"").warnings()).isEmpty();
    }

    @Test
    void aRollingUpdateHasALimitAPauseAndADeadline() {
        Decoded<CompositeController> decoded = rule(",\"updateStrategy\":{\"method\":\"RollingInPlace\","
                + "\"maxUnavailable\":\"25%\",\"paused\":true,\"progressDeadlineSeconds\":600}");
        assertThat(decoded.warnings()).isEmpty();
        assertThat(decoded.value().children())
                .extracting(ChildRule::strategy)
                .containsExactly(new UpdateStrategy(
                        UpdateMethod.ROLLING_IN_PLACE,
                        List.of(),
                        new MaxUnavailable(25, true),
                        true,
                        Optional.of(Duration.ofMinutes(10))));
    }

    @ParameterizedTest
    @CsvSource({"25%,7,1", "25%,8,2", "100%,7,7", "1%,3,1", "3,2,3"})
    void aShareOfChildrenIsRoundedDownButIsAtLeastOne(String given, int children, int unavailable) {
        String json = given.endsWith("%") ? "\"" + given + "\"" : given;
        CompositeController controller =
                rule(",\"updateStrategy\":{\"maxUnavailable\":" + json + "}").value();
        MaxUnavailable read = controller.children().getFirst().strategy().maxUnavailable();
        assertThat(read.of(children)).isEqualTo(unavailable);
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
            "applyStrategy":"guess"               | .applyStrategy: expected dynamic-apply or server-side-apply, was "guess"
            "conflictPolicy":"fail"               | .conflictPolicy: expected Force, Fail or Yield, was "fail"
            "updateStrategy":{"maxUnavailable":0}       | .updateStrategy.maxUnavailable: must be at least 1, was 0
            "updateStrategy":{"maxUnavailable":"0%"}    | .updateStrategy.maxUnavailable: expected a number or a percentage from "1%" to "100%", was "0%"
            "updateStrategy":{"maxUnavailable":"101%"}  | .updateStrategy.maxUnavailable: expected a number or a percentage from "1%" to "100%", was "101%"
            "updateStrategy":{"maxUnavailable":"2"}     | .updateStrategy.maxUnavailable: expected a number or a percentage from "1%" to "100%", was "2"
            "updateStrategy":{"maxUnavailable":1.5}     | .updateStrategy.maxUnavailable: expected a 32-bit integer, was 1.5
            "updateStrategy":{"paused":"yes"}           | .updateStrategy.paused: expected a boolean, was a string
            "updateStrategy":{"progressDeadlineSeconds":0} | .updateStrategy.progressDeadlineSeconds: must be at least 1, was 0
            """)
    void anUnknownValueIsRefusedWithItsPlace(String field, String problem) {
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
    void anAnnotationReplacesAFieldOfTheUpdateStrategy() {
        String annotations = "{\"hookline.io/maxUnavailable\":\"{\\\"pods\\\":3,\\\"services\\\":\\\"50%\\\"}\","
                + "\"hookline.io/progressDeadlineSeconds\":\"{\\\"pods\\\":60}\"}";
        List<UpdateStrategy> strategies = annotated(
                        annotations, ",\"updateStrategy\":{\"method\":\"RollingRecreate\",\"maxUnavailable\":2}")
                .children()
                .stream()
                .map(ChildRule::strategy)
                .toList();
        assertThat(strategies.getFirst().maxUnavailable()).isEqualTo(new MaxUnavailable(2, false));
        assertThat(strategies.getFirst().progressDeadline()).contains(Duration.ofMinutes(1));
        assertThat(strategies.getLast().maxUnavailable()).isEqualTo(new MaxUnavailable(50, true));
        assertThat(strategies.getLast().method()).isEqualTo(UpdateMethod.ON_DELETE);
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
