package io.hookline.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that must be the same as in Metacontroller, so that users can switch in both directions. */
class WellKnownTest {

    @ParameterizedTest
    @CsvSource({
        "GROUP, metacontroller.k8s.io",
        "API_VERSION, metacontroller.k8s.io/v1alpha1",
        "LAST_APPLIED, metacontroller.k8s.io/last-applied-configuration",
        "DECORATOR_CONTROLLER, metacontroller.k8s.io/decorator-controller",
        "REVISION_API_GROUP, metacontroller.k8s.io/apiGroup",
        "REVISION_RESOURCE, metacontroller.k8s.io/resource",
        "CONTROLLER_UID, controller-uid",
        "COMPOSITE_FINALIZER_PREFIX, metacontroller.io/compositecontroller-",
        "DECORATOR_FINALIZER_PREFIX, metacontroller.io/decoratorcontroller-",
        "OBSERVED_GENERATION, observedGeneration",
        "UPDATED_CONDITION, Updated",
        "ROLLOUT_WAITING, RolloutWaiting",
        "ROLLOUT_PROGRESSING, RolloutProgressing",
        "ON_LATEST_REVISION, OnLatestRevision",
        "COMPONENT, metacontroller",
    })
    void namesAreThoseOfMetacontroller(String constant, String value) throws ReflectiveOperationException {
        assertThat(WellKnown.class.getField(constant).get(null)).isEqualTo(value);
    }
}
