package io.hookline.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.object.DecodeException;
import io.hookline.object.KubeObject;
import io.hookline.object.LabelSelector;
import io.hookline.spec.ChildRule.UpdateStrategy;
import io.hookline.spec.ChildRule.UpdateStrategy.MaxUnavailable;
import io.hookline.spec.ChildRule.UpdateStrategy.StatusCheck;
import io.hookline.spec.ChildRule.UpdateStrategy.UpdateMethod;
import io.hookline.spec.ControllerDecoder.Decoded;
import io.hookline.spec.Credentials.EndpointConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ControllerDecoderTest {

    @Test
    void aCompositeIsReadWithAllItsFields() {
        Decoded<CompositeController> decoded = ControllerFixtures.composite("""
                {"parentResource":{"apiVersion":"ctl.example.com/v1","resource":"catsets",
                    "labelSelector":{"matchLabels":{"a":"b"}},"ignoreStatusChanges":true,
                    "revisionHistory":{"fieldPaths":["spec.template","spec.other"]}},
                 "childResources":[
                   {"apiVersion":"v1","resource":"pods","updateStrategy":{"method":"RollingRecreate",
                     "statusChecks":{"conditions":[{"type":"Ready","status":"True"},{"type":"X","reason":"Y"}]}}},
                   {"apiVersion":"v1","resource":"services"}],
                 "resyncPeriodSeconds":30,"generateSelector":true,
                 "endpointConfigs":[{"host":"hooks.example.com","basicAuth":{"secretRef":{"name":"n","namespace":"ns"}}}],
                 "hooks":{"sync":{"version":"v2","webhook":{"url":"http://h/sync"}},
                          "finalize":{"webhook":{"url":"http://h/finalize"}},
                          "customize":{"webhook":{"url":"http://h/customize"}}}}
                """);
        CompositeController controller = decoded.value();
        assertThat(decoded.warnings()).isEmpty();
        assertThat(controller.name()).isEqualTo("c");
        assertThat(controller.finalizer()).isEqualTo("metacontroller.io/compositecontroller-c");
        assertThat(controller.parents())
                .containsExactly(new ParentRule(
                        "ctl.example.com/v1",
                        "catsets",
                        LabelSelector.ofLabel("a", "b"),
                        LabelSelector.EVERYTHING,
                        true,
                        List.of("spec.template", "spec.other")));
        assertThat(controller.children())
                .containsExactly(
                        new ChildRule(
                                "v1",
                                "pods",
                                new UpdateStrategy(
                                        UpdateMethod.ROLLING_RECREATE,
                                        List.of(
                                                new StatusCheck("Ready", Optional.of("True"), Optional.empty()),
                                                new StatusCheck("X", Optional.empty(), Optional.of("Y"))),
                                        MaxUnavailable.ONE,
                                        false,
                                        Optional.empty())),
                        new ChildRule("v1", "services", UpdateStrategy.of(UpdateMethod.ON_DELETE)));
        assertThat(controller.resyncPeriod()).contains(Duration.ofSeconds(30));
        assertThat(controller.generateSelector()).isTrue();
        assertThat(controller.endpointConfigs())
                .extracting(EndpointConfig::host)
                .containsExactly("hooks.example.com");
        assertThat(controller.hooks().sync().orElseThrow().version()).isEqualTo(2);
        assertThat(controller.hooks().finalizing().orElseThrow().version()).isEqualTo(1);
        assertThat(controller.hooks().customize()).isPresent();
    }

    @Test
    void aCompositeOfRequiredFieldsOnlyGetsTheDefaults() {
        CompositeController controller = ControllerFixtures.composite("""
                        {"parentResource":{"apiVersion":"v1","resource":"things"},"hooks":{}}
                        """).value();
        assertThat(controller.parent())
                .isEqualTo(new ParentRule(
                        "v1", "things", LabelSelector.EVERYTHING, LabelSelector.EVERYTHING, false, List.of("spec")));
        assertThat(controller.children()).isEmpty();
        assertThat(controller.resyncPeriod()).isEmpty();
        assertThat(controller.generateSelector()).isFalse();
        assertThat(controller.endpointConfigs()).isEmpty();
        assertThat(controller.hooks()).isEqualTo(new Hooks(Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Test
    void explicitNullsCountAsAbsent() {
        CompositeController controller = ControllerFixtures.composite("""
                        {"parentResource":{"apiVersion":"v1","resource":"things","labelSelector":null,
                           "ignoreStatusChanges":null,"revisionHistory":{"fieldPaths":null}},
                         "childResources":null,"resyncPeriodSeconds":null,"generateSelector":null,"endpointConfigs":null,
                         "hooks":{"sync":null}}
                        """).value();
        assertThat(controller.parent().revisionFieldPaths()).containsExactly("spec");
        assertThat(controller.children()).isEmpty();
        assertThat(controller.hooks().sync()).isEmpty();
    }

    @Test
    void aDecoratorIsReadWithAllItsFields() {
        Decoded<DecoratorController> decoded = ControllerFixtures.decorator("""
                {"resources":[
                   {"apiVersion":"apps/v1","resource":"statefulsets","ignoreStatusChanges":true,
                    "labelSelector":{"matchExpressions":[{"key":"a","operator":"Exists"}]},
                    "annotationSelector":{"matchAnnotations":{"on":"yes"},
                       "matchExpressions":[{"key":"off","operator":"DoesNotExist"}]}},
                   {"apiVersion":"v1","resource":"pods"}],
                 "attachments":[{"apiVersion":"v1","resource":"services","updateStrategy":{"method":"RollingInPlace"}},
                                {"apiVersion":"v1","resource":"configmaps","updateStrategy":{}}],
                 "resyncPeriodSeconds":0,"endpointConfigs":[{"host":"h"}],
                 "hooks":{"sync":{"webhook":{"url":"http://h/"}}}}
                """);
        DecoratorController controller = decoded.value();
        assertThat(decoded.warnings()).isEmpty();
        assertThat(controller.finalizer()).isEqualTo("metacontroller.io/decoratorcontroller-d");
        assertThat(controller.parents()).hasSize(2);
        ParentRule first = controller.parents().getFirst();
        assertThat(first.labels().matches(Map.of("a", ""))).isTrue();
        assertThat(first.annotations().matches(Map.of("on", "yes"))).isTrue();
        assertThat(first.annotations().matches(Map.of("on", "yes", "off", ""))).isFalse();
        assertThat(first.ignoreStatusChanges()).isTrue();
        assertThat(controller.children())
                .containsExactly(
                        new ChildRule("v1", "services", UpdateStrategy.of(UpdateMethod.ROLLING_IN_PLACE)),
                        new ChildRule("v1", "configmaps", UpdateStrategy.of(UpdateMethod.ON_DELETE)));
        assertThat(controller.resyncPeriod()).contains(Duration.ofSeconds(1));
        assertThat(controller.endpointConfigs()).containsExactly(new EndpointConfig("h", Credentials.NONE));
    }

    @ParameterizedTest
    @EnumSource(UpdateMethod.class)
    void everyUpdateMethodIsReadByItsName(UpdateMethod method) {
        String rule = "[{\"apiVersion\":\"v1\",\"resource\":\"pods\",\"updateStrategy\":{\"method\":\"" + method.text()
                + "\"}}]";
        assertThat(ControllerFixtures.with("childResources", rule).value().children())
                .extracting(child -> child.strategy().method())
                .containsExactly(method);
    }

    @ParameterizedTest
    @CsvSource({"-5,1", "0,1", "1,1", "2,2", "2147483647,2147483647"})
    void aResyncPeriodBelowASecondIsASecond(int given, int seconds) {
        assertThat(ControllerFixtures.with("resyncPeriodSeconds", "" + given)
                        .value()
                        .resyncPeriod())
                .contains(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "parentResource|null|spec.parentResource: expected an object, was missing",
                "parentResource|[]|spec.parentResource: expected an object, was a list",
                "parentResource|{\"resource\":\"x\"}|spec.parentResource.apiVersion: expected a string, was missing",
                "parentResource|{\"apiVersion\":\"v1\",\"resource\":\"\"}|spec.parentResource.resource: must not be empty",
                "parentResource|{\"apiVersion\":\"v1\",\"resource\":\"x\",\"ignoreStatusChanges\":\"yes\"}"
                        + "|spec.parentResource.ignoreStatusChanges: expected a boolean, was a string",
                "parentResource|{\"apiVersion\":\"v1\",\"resource\":\"x\",\"labelSelector\":{\"matchLabels\":{\"a\":1}}}"
                        + "|spec.parentResource.labelSelector.matchLabels.a: expected a string, was a number",
                "parentResource|{\"apiVersion\":\"v1\",\"resource\":\"x\",\"revisionHistory\":{\"fieldPaths\":[1]}}"
                        + "|spec.parentResource.revisionHistory.fieldPaths[0]: expected a string, was a number",
                "childResources|{}|spec.childResources: expected a list, was an object",
                "childResources|[null]|spec.childResources[0]: expected an object, was null",
                "childResources|[{\"apiVersion\":\"v1\"}]|spec.childResources[0].resource: expected a string, was missing",
                "parentResource|{\"apiVersion\":\"v1\",\"resource\":\"x\",\"revisionHistory\":{\"fieldPaths\":[\"spec\",\"a..b\"]}}"
                        + "|spec.parentResource.revisionHistory.fieldPaths[1]: expected names of fields with dots between"
                        + " them, was \"a..b\"",
                "childResources|[{\"apiVersion\":\"v1\",\"resource\":\"x\",\"updateStrategy\":{\"method\":\"inplace\"}}]"
                        + "|spec.childResources[0].updateStrategy.method: unknown method \"inplace\"",
                "childResources|[{\"apiVersion\":\"v1\",\"resource\":\"x\",\"updateStrategy\":{\"statusChecks\":"
                        + "{\"conditions\":[{\"status\":\"True\"}]}}}]"
                        + "|spec.childResources[0].updateStrategy.statusChecks.conditions[0].type: expected a string, was missing",
                "resyncPeriodSeconds|1.5|spec.resyncPeriodSeconds: expected a 32-bit integer, was 1.5",
                "resyncPeriodSeconds|2147483648|spec.resyncPeriodSeconds: expected a 32-bit integer, was 2147483648",
                "resyncPeriodSeconds|\"1\"|spec.resyncPeriodSeconds: expected a 32-bit integer, was a string",
                "generateSelector|1|spec.generateSelector: expected a boolean, was a number",
                "endpointConfigs|[{}]|spec.endpointConfigs[0].host: expected a string, was missing",
                "hooks|null|spec.hooks: no hooks defined",
                "hooks|[]|spec.hooks: expected an object, was a list",
                "hooks|{\"sync\":1}|spec.hooks.sync: expected an object, was a number",
            })
    void aWrongFieldIsRefusedWithItsPlace(String field, String value, String problem) {
        assertThatThrownBy(() -> ControllerFixtures.with(field, value))
                .isInstanceOf(DecodeException.class)
                .hasMessage(problem);
    }

    @Test
    void aControllerWithoutSpecOrHooksIsRefused() {
        assertThatThrownBy(() -> ControllerDecoder.composite(KubeObject.of("{}")))
                .hasMessage("spec: expected an object, was missing");
        assertThatThrownBy(() -> ControllerFixtures.composite(
                        "{\"parentResource\":{\"apiVersion\":\"v1\",\"resource\":\"things\"}}"))
                .hasMessage("spec.hooks: no hooks defined");
        assertThatThrownBy(() -> ControllerFixtures.decorator("{\"hooks\":{}}"))
                .hasMessage("spec.resources: expected a list, was missing");
    }

    @Test
    void unknownFieldsAreReportedWithTheirPlaces() {
        Decoded<CompositeController> decoded = ControllerFixtures.composite("""
                {"parentResource":{"apiVersion":"v1","resource":"x","labelSelector":{"matchLables":{}}},
                 "children":[],"childResources":[{"apiVersion":"v1","resource":"y","updateStrategy":{"metod":"x"}}],
                 "hooks":{"sync":{"webhok":{},"webhook":{"url":"http://h","Url":"x","etag":{"on":true}}},"Sync":{}}}
                """);
        assertThat(decoded.warnings())
                .containsExactlyInAnyOrder(
                        "spec.parentResource.labelSelector.matchLables: unknown field",
                        "spec.children: unknown field",
                        "spec.childResources[0].updateStrategy.metod: unknown field",
                        "spec.hooks.sync.webhok: unknown field",
                        "spec.hooks.sync.webhook.Url: unknown field",
                        "spec.hooks.sync.webhook.etag.on: unknown field",
                        "spec.hooks.Sync: unknown field");
    }

    @Test
    void unknownFieldsOfExpressionsInSelectorsAreReported() {
        String expressions = "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\",\"vals\":[\"x\"]}]}";
        assertThat(ControllerFixtures.composite(
                                "{\"parentResource\":{\"apiVersion\":\"v1\",\"resource\":\"x\",\"labelSelector\":"
                                        + expressions + "},\"hooks\":{}}")
                        .unknownFields())
                .containsExactly("spec.parentResource.labelSelector.matchExpressions[0].vals: unknown field");
        assertThat(ControllerFixtures.decorator(
                                "{\"resources\":[{\"apiVersion\":\"v1\",\"resource\":\"x\",\"annotationSelector\":"
                                        + expressions.replace("matchExpressions", "matchLabels") + "}],\"hooks\":{}}")
                        .unknownFields())
                .containsExactly("spec.resources[0].annotationSelector.matchLabels: unknown field");
    }

    @Test
    void theLastOfTwoChildRulesForOneKindCountsAndAWarningIsReported() {
        Decoded<CompositeController> decoded = ControllerFixtures.with("childResources", """
                [{"apiVersion":"e.com/v1","resource":"a","updateStrategy":{"method":"Recreate"}},
                 {"apiVersion":"e.com/v1","resource":"b"},{"apiVersion":"other.com/v1","resource":"a"},
                 {"apiVersion":"e.com/v2","resource":"a","updateStrategy":{"method":"InPlace"}}]
                """);

        assertThat(decoded.value().children())
                .extracting(rule -> rule.apiVersion() + " " + rule.resource() + " "
                        + rule.strategy().method())
                .containsExactly("e.com/v1 b ON_DELETE", "other.com/v1 a ON_DELETE", "e.com/v2 a IN_PLACE");
        assertThat(decoded.warnings())
                .containsExactly("spec.childResources: a are named more than once; the last rule for them counts");
    }

    @Test
    void hooksThatMetacontrollerNeverCallsAreReported() {
        assertThat(ControllerFixtures.with(
                                "hooks", "{\"preUpdateChild\":{\"webhook\":{\"url\":\"x\"}},\"postUpdateChild\":{}}")
                        .warnings())
                .containsExactly(
                        "spec.hooks.preUpdateChild: is never called", "spec.hooks.postUpdateChild: is never called");
    }

    @Test
    void attachmentsKnowNoStatusChecks() {
        Decoded<DecoratorController> decoded = ControllerFixtures.decorator("""
                {"resources":[],"hooks":{},"attachments":[{"apiVersion":"v1","resource":"x",
                  "updateStrategy":{"method":"InPlace","statusChecks":{}}}]}
                """);
        assertThat(decoded.warnings())
                .containsExactly("spec.attachments[0].updateStrategy.statusChecks: unknown field");
    }

    @Test
    void aNameThatLeavesNoRoomForTheFinalizerIsRefusedOnlyWithAFinalizeHook() {
        String fits = "n".repeat(43);
        String finalize = "\"finalize\":{\"webhook\":{\"url\":\"http://h\"}}";
        assertThat(named(fits, finalize).value().finalizer()).hasSize("metacontroller.io/".length() + 63);
        assertThat(named(fits + "n", "").value().name()).hasSize(44);
        assertThatThrownBy(() -> named(fits + "n", finalize))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("metadata.name: longer than 43 characters");
    }

    private static Decoded<CompositeController> named(String name, String hooks) {
        return ControllerDecoder.composite(KubeObject.of("{\"metadata\":{\"name\":\"" + name
                + "\"},\"spec\":{\"parentResource\":{\"apiVersion\":\"v1\",\"resource\":\"x\"},\"hooks\":{" + hooks
                + "}}}"));
    }
}
