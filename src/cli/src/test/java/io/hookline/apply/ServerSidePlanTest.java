package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.apply.ChildChange.Apply;
import io.hookline.apply.ChildChange.Create;
import io.hookline.apply.ChildChange.Recreate;
import io.hookline.apply.ChildChange.Skip;
import io.hookline.object.ApiResource;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.KubeObject;
import io.hookline.object.OwnerReference;
import io.hookline.spec.ChildRule.ConflictPolicy;
import io.hookline.spec.ChildRule.UpdateStrategy;
import io.hookline.spec.ChildRule.UpdateStrategy.UpdateMethod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Plans for children that the API server applies. */
class ServerSidePlanTest {

    private static final OwnerReference PARENT = new OwnerReference("e.com/v1", "Thing", "t", "u1", true, true);
    private static final GroupVersionKind POD = GroupVersionKind.of("v1", "Pod");
    private static final FieldManagement BY = new FieldManagement("metacontroller", ConflictPolicy.FORCE);

    private static final KubeObject WANTED =
            KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"x\":1}}");

    private SettledChildren settled = SettledChildren.NONE;

    private static UpdateStrategies strategies(UpdateMethod method) {
        return new UpdateStrategies(Map.of(POD, UpdateStrategy.of(method)), Map.of(POD, BY), Optional.empty());
    }

    /** The child as an apply leaves it, with this value. */
    private static KubeObject applied(int x) {
        return KubeObject.of("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","uid":"u","resourceVersion":"7","managedFields":[
                {"manager":"metacontroller","operation":"Apply","apiVersion":"v1","fieldsV1":{"f:metadata":
                {"f:ownerReferences":{"k:{\\"uid\\":\\"u1\\"}":{}}},"f:spec":{"f:x":{}}}}],"ownerReferences":[
                {"apiVersion":"e.com/v1","kind":"Thing","name":"t","uid":"u1","controller":true,"blockOwnerDeletion":true}]},
                "spec":{"x":%d}}
                """.formatted(x));
    }

    private ChildChange change(UpdateMethod method, KubeObject... observed) {
        return change(strategies(method), observed);
    }

    private ChildChange change(UpdateStrategies strategies, KubeObject... observed) {
        ApplyPlan plan = new ApplyPlanner(strategies, settled, ChildTrees.PLAIN)
                .plan(children(observed), children(WANTED), PARENT);
        assertThat(plan.changes()).hasSize(1);
        return plan.changes().getFirst();
    }

    private static Children children(KubeObject... objects) {
        ApiResource pods = new ApiResource("v1", "pods", "", "Pod", true, List.of(), List.of(), Set.of(), Set.of());
        return Children.of(List.of(objects).stream()
                .map(object -> Child.observed(pods, object))
                .toList());
    }

    @ParameterizedTest
    @EnumSource(UpdateMethod.class)
    void aProvenChildIsSkipped(UpdateMethod method) {
        assertThat(((Skip) change(method, applied(1))).cause()).isEqualTo(Skip.Cause.EQUAL);
    }

    @ParameterizedTest
    @EnumSource(UpdateMethod.class)
    void aChildThatIsNotProvenIsAppliedByTheMethodOfItsKind(UpdateMethod method) {
        ChildChange change = change(method, applied(2));
        assertThat(change.reason()).endsWith("spec.x: 2 → 1");
        switch (method) {
            case ON_DELETE -> assertThat(((Skip) change).cause()).isEqualTo(Skip.Cause.ON_DELETE);
            case RECREATE, ROLLING_RECREATE ->
                assertThat(((Apply) change).recreates()).isTrue();
            case IN_PLACE, ROLLING_IN_PLACE ->
                assertThat(((Apply) change).recreates()).isFalse();
        }
    }

    @Test
    void aDifferenceThatAnApplyLeavesIsSkipped() {
        ChildChange.Residue residue =
                ((Apply) change(UpdateMethod.IN_PLACE, applied(2))).applied().residue();
        settled = new SettledChildren() {
            @Override
            public boolean isSettled(KubeObject observed, ContentHash desired) {
                return false;
            }

            @Override
            public boolean isServersDoing(KubeObject observed, ChildChange.Residue difference) {
                return difference.equals(residue);
            }
        };
        assertThat(change(UpdateMethod.IN_PLACE, applied(2))).isInstanceOf(Skip.class);
        assertThat(change(UpdateMethod.IN_PLACE, applied(3))).isInstanceOf(Apply.class);
    }

    @Test
    void aMissingChildIsCreatedWithoutTheLastAppliedAnnotation() {
        Create create = (Create) change(UpdateMethod.IN_PLACE);
        assertThat(create.applied().map(ChildChange.ServerSide::by)).contains(BY);
        assertThat(create.body().resourceVersion())
                .as("a version that no object has")
                .isEqualTo("9223372036854775807");
        assertThat(create.body().controllerUid()).isEqualTo("u1");
        assertThat(create.body().annotations()).isEmpty();
    }

    @Test
    void aChildOfAnUndeclaredKindIsCreatedByTheStrategyOfTheWatcher() {
        UpdateStrategies none = new UpdateStrategies(Map.of(), Map.of(), Optional.of(BY));
        assertThat(((Create) change(none)).applied().map(ChildChange.ServerSide::by))
                .contains(BY);
        assertThat(((Create) change(new UpdateStrategies(Map.of()))).applied()).isEmpty();
    }

    @Test
    void dynamicApplyTriesAnUpdateOfAChildWithoutItsAnnotationBeforeItIsRecreated() {
        UpdateStrategies dynamic = new UpdateStrategies(Map.of(POD, UpdateStrategy.of(UpdateMethod.RECREATE)));
        assertThat(((Recreate) change(dynamic, applied(1))).trial().records()).isTrue();
    }
}
