package io.hookline.watcher.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.cluster.ClusterException;
import io.hookline.cluster.ClusterException.Detail;
import io.hookline.object.KubeObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The advice after an update that the API server refuses, in the words of real ones. */
class RefusedUpdateTest {

    private static final KubeObject CHILD = KubeObject.of(
            "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"web\",\"namespace\":\"shop\"}}");

    private static String advice(String message) {
        return RefusedUpdate.advice(new ClusterException.Invalid(message), CHILD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RoleBinding.rbac.authorization.k8s.io \"a\" is invalid: roleRef: Invalid value: {}: cannot change roleRef",
                "StatefulSet.apps \"a\" is invalid: spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy' are forbidden",
                "Job.batch \"a\" is invalid: spec.template: Invalid value: {}: field is immutable",
                "ConfigMap \"a\" is invalid: data: Forbidden: field is immutable when `immutable` is set",
                "Service \"a\" is invalid: spec.clusterIPs[0]: Invalid value: []: primary clusterIP can not be unset",
                "PersistentVolumeClaim \"a\" is invalid: spec.resources.requests.storage: Forbidden: field can not be less than previous value",
                "Pod \"a\" is invalid: spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`"
            })
    void aFieldThatAnUpdateCannotChangeIsAReasonForRecreate(String message) {
        assertThat(advice(message)).contains("updateStrategy Recreate");
    }

    @Test
    void aDefaultThatIsNotAllowedAnyMoreIsRemovedWithKubectl() {
        assertThat(advice(
                        "Deployment.apps \"web\" is invalid: spec.strategy.rollingUpdate: Forbidden: may not be specified"
                                + " when strategy `type` is 'Recreate'"))
                .contains(
                        "kubectl patch deployment --namespace shop web --patch '{\"spec\":{\"strategy\":{\"rollingUpdate\":null");
    }

    @Test
    void aWrongValueIsToBeCorrectedInTheAnswer() {
        assertThat(
                        advice(
                                "Deployment.apps \"a\" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0"))
                .isEqualTo("; correct the child that the hook returns");
    }

    /** A new child would be refused for the other reason. */
    @Test
    void anImmutableFieldIsNoReasonForRecreateIfSomethingElseIsWrongToo() {
        Detail labels = new Detail(
                "FieldValueInvalid",
                "Invalid value: {\"app\":\"web\"}: `selector` does not match template `labels`",
                "spec.template.metadata.labels");
        Detail selector = new Detail(
                "FieldValueInvalid",
                "Invalid value: {\"matchLabels\":{\"a\":\"b\"}}: field is immutable",
                "spec.selector");
        String message = "Deployment.apps \"web\" is invalid: [spec.template.metadata.labels: " + labels.message()
                + ", spec.selector: " + selector.message() + "]";

        assertThat(RefusedUpdate.advice(new ClusterException.Invalid(message, List.of(labels, selector)), CHILD))
                .isEqualTo("; correct the child that the hook returns");
        assertThat(RefusedUpdate.advice(new ClusterException.Invalid(message, List.of(selector)), CHILD))
                .contains("updateStrategy Recreate");
    }
}
