package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.apply.ChildChange.Create;
import io.hookline.apply.ChildChange.Delete;
import io.hookline.apply.ChildChange.Recreate;
import io.hookline.apply.ChildChange.Refuse;
import io.hookline.apply.ChildChange.Skip;
import io.hookline.apply.ChildChange.Update;
import io.hookline.object.ApiResource;
import io.hookline.object.GoJson;
import io.hookline.object.GroupVersionKind;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.object.ObjectKey;
import io.hookline.object.OwnerReference;
import io.hookline.spec.ChildRule.UpdateStrategy;
import io.hookline.spec.ChildRule.UpdateStrategy.UpdateMethod;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ApplyPlannerTest {

    private static final OwnerReference PARENT = new OwnerReference("e.com/v1", "Thing", "t", "u1", true, true);
    private static final GroupVersionKind POD = GroupVersionKind.of("v1", "Pod");

    private UpdateStrategies strategies = new UpdateStrategies(Map.of(POD, UpdateStrategy.of(UpdateMethod.IN_PLACE)));
    private SettledChildren settled = SettledChildren.NONE;
    private final CountingTrees trees = new CountingTrees();

    @Test
    void aMissingChildIsCreated() {
        ApplyPlan plan = plan(List.of(), List.of(desired("v1", "Pod", "a", "{}")));
        Create create = (Create) plan.changes().getFirst();
        assertThat(create.kind()).isEqualTo(POD);
        assertThat(create.key()).isEqualTo(new ObjectKey("ns", "a"));
        assertThat(create.declared()).isTrue();
        assertThat(create.body().controllerUid()).isEqualTo("u1");
        assertThat(create.body().annotation("metacontroller.k8s.io/last-applied-configuration"))
                .isEqualTo(GoJson.text(desired("v1", "Pod", "a", "{}").tree()));
        assertThat(create.reason()).isEqualTo("desired, but missing");
    }

    @Test
    void aChildOfAnUndeclaredKindIsCreatedAndMarked() {
        ApplyPlan plan = plan(List.of(), List.of(desired("v1", "Secret", "a", "{}")));
        assertThat(((Create) plan.changes().getFirst()).declared()).isFalse();
    }

    @Test
    void aChildThatIsNoLongerDesiredIsDeleted() {
        ApplyPlan plan = plan(List.of(observed("v1", "Pod", "a", "{}")), List.of());
        Delete delete = (Delete) plan.changes().getFirst();
        assertThat(delete.child().object().uid()).isEqualTo("uid-a");
        assertThat(delete.reason()).isEqualTo("no longer desired");
    }

    @Test
    void aChildThatIsBeingDeletedIsNotChanged() {
        KubeObject dying = KubeObject.of(
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"ns\",\"name\":\"a\",\"deletionTimestamp\":\"t\"}}");
        assertThat(plan(List.of(dying), List.of()).changes()).isEmpty();
        settled = (observed, desired) -> true;
        ApplyPlan plan = plan(List.of(dying), List.of(desired("v1", "Pod", "a", "{\"x\":1}")));
        assertThat(((Skip) plan.changes().getFirst()).cause()).isEqualTo(Skip.Cause.BEING_DELETED);
        assertThat(trees.parsed).isEmpty();
    }

    @Test
    void aChildInItsDesiredStateIsSkipped() {
        ApplyPlan plan =
                plan(List.of(observed("v1", "Pod", "a", "{\"x\":1}")), List.of(desired("v1", "Pod", "a", "{\"x\":1}")));
        Skip skip = (Skip) plan.changes().getFirst();
        assertThat(skip.cause()).isEqualTo(Skip.Cause.EQUAL);
        assertThat(skip.desired()).isEqualTo(ContentHash.of(desired("v1", "Pod", "a", "{\"x\":1}")));
        assertThat(plan.isQuiet()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(UpdateMethod.class)
    void aChildThatDiffersIsUpdatedByTheMethodOfItsKind(UpdateMethod method) {
        strategies = new UpdateStrategies(Map.of(POD, UpdateStrategy.of(method)));
        ChildChange change = differing().changes().getFirst();
        Class<?> expected = switch (method) {
            case ON_DELETE -> Skip.class;
            case RECREATE, ROLLING_RECREATE -> Recreate.class;
            case IN_PLACE, ROLLING_IN_PLACE -> Update.class;
        };
        assertThat(change).isInstanceOf(expected);
        assertThat(change.reason()).endsWith("spec.x: 1 → 2");
    }

    @Test
    void anUpdateCarriesTheStateThatWasObserved() {
        Update update = (Update) differing().changes().getFirst();
        assertThat(update.body().resourceVersion()).isEqualTo("7");
        assertThat(update.body().uid()).isEqualTo("uid-a");
        assertThat(update.body().tree().path("spec").path("x").intValue()).isEqualTo(2);
    }

    private ApplyPlan differing() {
        ApplyPlan plan =
                plan(List.of(observed("v1", "Pod", "a", "{\"x\":1}")), List.of(desired("v1", "Pod", "a", "{\"x\":2}")));
        assertThat(plan.changes()).hasSize(1);
        return plan;
    }

    @Test
    void aDifferenceInNotationNeverRecreates() {
        strategies = new UpdateStrategies(Map.of(POD, UpdateStrategy.of(UpdateMethod.RECREATE)));
        ApplyPlan plan = plan(
                List.of(observed("v1", "Pod", "a", "{\"x\":1}")),
                List.of(desired("v1", "Pod", "a", "{ \"y\" : null, \"x\" : 1.0 }")));
        assertThat(plan.isQuiet()).isTrue();
    }

    @Test
    void aRecreateStartsWithADryRunWhateverWasDesiredBefore() {
        strategies = new UpdateStrategies(Map.of(POD, UpdateStrategy.of(UpdateMethod.RECREATE)));
        KubeObject drifted = KubeObject.of(
                observed("v1", "Pod", "a", "{\"x\":1}").json().replace("\"spec\":{\"x\":1}", "\"spec\":{\"x\":7}"));
        Recreate recreate = (Recreate) plan(List.of(drifted), List.of(desired("v1", "Pod", "a", "{\"x\":1}")))
                .changes()
                .getFirst();
        assertThat(recreate.trial().body().tree().at("/spec/x").intValue()).isEqualTo(1);
        assertThat(recreate.trial().records()).isFalse();
        assertThat(((Recreate) changed(UpdateMethod.RECREATE)).trial().records())
                .isTrue();
    }

    private ChildChange changed(UpdateMethod method) {
        strategies = new UpdateStrategies(Map.of(POD, UpdateStrategy.of(method)));
        return differing().changes().getFirst();
    }

    @Test
    void aDifferenceThatTheServerCausesIsSkippedAndAnyOtherIsNot() {
        KubeObject kept = KubeObject.of(
                observed("v1", "Pod", "a", "{\"x\":1}").json().replace("\"spec\":{\"x\":1}", "\"spec\":{\"x\":7}"));
        List<KubeObject> pods = List.of(desired("v1", "Pod", "a", "{\"x\":1}"));
        Update update = (Update) plan(List.of(kept), pods).changes().getFirst();
        settled = new SettledChildren() {
            @Override
            public boolean isSettled(KubeObject observed, ContentHash desired) {
                return false;
            }

            @Override
            public boolean isServersDoing(KubeObject observed, ChildChange.Residue residue) {
                return update.residue().equals(residue);
            }
        };
        assertThat(plan(List.of(kept), pods).isQuiet()).isTrue();
        KubeObject touched = KubeObject.of(kept.json().replace("{\"x\":7}", "{\"x\":8}"));
        assertThat(plan(List.of(touched), pods).isQuiet()).isFalse();
        KubeObject labelled = KubeObject.of(kept.json().replace("{\"x\":7}", "{\"x\":7,\"theirs\":1}"));
        assertThat(plan(List.of(labelled), pods).isQuiet()).as("other fields").isTrue();
    }

    @Test
    void settledChildrenAreNotParsed() {
        List<KubeObject> observed = new ArrayList<>();
        List<KubeObject> desired = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            observed.add(observed("v1", "Pod", "p" + i, "{\"x\":1}"));
            desired.add(desired("v1", "Pod", "p" + i, "{\"x\":2}"));
        }
        ContentHash changed = ContentHash.of(desired.get(42));
        settled = (child, hash) -> !hash.equals(changed);
        ApplyPlan plan = plan(observed, desired);
        assertThat(plan.settled()).isEqualTo(99);
        assertThat(plan.changes()).singleElement().isInstanceOf(Update.class);
        assertThat(trees.parsed).containsExactly("observed ns/p42", "desired ns/p42");
    }

    @Test
    void deletionsComeFirstAndAllElseIsSortedByKindAndName() {
        strategies = new UpdateStrategies(Map.of(
                POD,
                UpdateStrategy.of(UpdateMethod.IN_PLACE),
                GroupVersionKind.of("apps/v1", "Deployment"),
                UpdateStrategy.of(UpdateMethod.IN_PLACE),
                GroupVersionKind.of("v1", "ConfigMap"),
                UpdateStrategy.of(UpdateMethod.IN_PLACE)));
        ApplyPlan plan = plan(
                List.of(
                        observed("apps/v1", "Deployment", "z", "{}"),
                        observed("v1", "Pod", "y", "{}"),
                        observed("v1", "Pod", "x", "{}")),
                List.of(
                        desired("apps/v1", "Deployment", "c", "{}"),
                        desired("v1", "Pod", "b", "{}"),
                        desired("v1", "Pod", "a", "{}"),
                        desired("v1", "ConfigMap", "d", "{}")));
        assertThat(plan.changes())
                .extracting(change -> change.getClass().getSimpleName() + " "
                        + change.kind().kind() + " " + change.key().name())
                .containsExactly(
                        "Delete Pod x",
                        "Delete Pod y",
                        "Delete Deployment z",
                        "Create ConfigMap d",
                        "Create Pod a",
                        "Create Pod b",
                        "Create Deployment c");
    }

    @Test
    void aChildWithAnInvalidLastAppliedAnnotationIsRefusedAndTheOthersAreChanged() {
        KubeObject broken =
                KubeObject.of(LastApplied.with(observed("v1", "Pod", "a", "{}").tree(), "{"));
        ApplyPlan plan =
                plan(List.of(broken), List.of(desired("v1", "Pod", "a", "{}"), desired("v1", "Pod", "b", "{}")));
        assertThat(plan.changes()).hasSize(2);
        assertThat(plan.changes().get(0))
                .isInstanceOfSatisfying(
                        Refuse.class, refuse -> assertThat(refuse.reason()).contains("not JSON"));
        assertThat(plan.changes().get(1)).isInstanceOf(Create.class);
        assertThat(plan.isQuiet()).isFalse();
    }

    @Test
    void anotherVersionOfADeclaredKindIsRefusedAndItsTwinIsKept() {
        GroupVersionKind declared = GroupVersionKind.of("apps/v1", "Deployment");
        strategies = new UpdateStrategies(Map.of(declared, UpdateStrategy.of(UpdateMethod.IN_PLACE)));
        ApplyPlan plan = plan(
                List.of(observed("apps/v1", "Deployment", "a", "{}")),
                List.of(desired("apps/v1beta1", "Deployment", "a", "{}")));
        assertThat(plan.changes())
                .singleElement()
                .isInstanceOfSatisfying(
                        Refuse.class,
                        refuse -> assertThat(refuse.reason())
                                .isEqualTo("the controller declares apps/v1, its hook answered apps/v1beta1"));
    }

    @Test
    void childrenAreMatchedByTheKeysThatTheyWillHave() {
        KubeObject bare = KubeObject.of("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}");
        Children desired = Children.of(List.of(new Child(resource(bare), new ObjectKey("ns", bare.name()), bare)));
        ApplyPlan plan = new ApplyPlanner(strategies, (observed, hash) -> true, trees)
                .plan(children(List.of(observed("v1", "Pod", "a", "{}"))), desired, PARENT);
        assertThat(plan).isEqualTo(new ApplyPlan(List.of(), 1));
    }

    private ApplyPlan plan(List<KubeObject> observed, List<KubeObject> desired) {
        return new ApplyPlanner(strategies, settled, trees).plan(children(observed), children(desired), PARENT);
    }

    private static Children children(List<KubeObject> objects) {
        return Children.of(objects.stream()
                .map(object -> Child.observed(resource(object), object))
                .toList());
    }

    private static ApiResource resource(KubeObject object) {
        String plural = object.kind().toLowerCase(Locale.ROOT) + "s";
        return new ApiResource(
                object.gvk().apiVersion(), plural, "", object.kind(), true, List.of(), List.of(), Set.of(), Set.of());
    }

    private static KubeObject desired(String apiVersion, String kind, String name, String spec) {
        return KubeObject.of("{\"apiVersion\":\"" + apiVersion + "\",\"kind\":\"" + kind
                + "\",\"metadata\":{\"namespace\":\"ns\",\"name\":\"" + name + "\"},\"spec\":" + spec + "}");
    }

    /** The object as the server stores it after the desired child was created. */
    private static KubeObject observed(String apiVersion, String kind, String name, String spec) {
        ObjectNode object =
                ChildCreation.body(desired(apiVersion, kind, name, spec).tree(), PARENT);
        ObjectNode system = Json.object("{\"resourceVersion\":\"7\"}".getBytes(StandardCharsets.UTF_8));
        ((ObjectNode) object.path("metadata")).setAll(system.put("uid", "uid-" + name));
        return KubeObject.of(object);
    }

    /** Records which children are parsed. */
    private static final class CountingTrees implements ChildTrees {
        private final List<String> parsed = new ArrayList<>();

        @Override
        public ObjectNode observed(KubeObject child) {
            parsed.add("observed " + child.key());
            return child.tree();
        }

        @Override
        public ObjectNode desired(Child child) {
            parsed.add("desired " + child.key());
            return child.object().tree();
        }
    }
}
