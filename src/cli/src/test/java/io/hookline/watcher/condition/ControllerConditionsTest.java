package io.hookline.watcher.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.watcher.condition.ControllerFacts.Caches;
import io.hookline.watcher.condition.ControllerFacts.Parents;
import io.hookline.watcher.condition.ControllerFacts.Refused;
import io.hookline.watcher.condition.ControllerFacts.Running;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each state of a controller has its conditions. */
class ControllerConditionsTest {

    private static final Caches GOOD = new Caches(List.of(), List.of(), List.of(), List.of(), true);
    private static final Parents NONE = new Parents(0, 0, Optional.empty(), Optional.empty(), Optional.empty());
    private static final ObservedCalls.State ANSWERED = new ObservedCalls.AllAnswered();
    private static final ObservedCalls.State NO_CALL = new ObservedCalls.NoCallYet();

    private static Parents parents(int count, int failing) {
        return new Parents(
                count,
                failing,
                failing > 0 ? Optional.of("Thing default/p: it broke") : Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Caches caches(String missing, String denied, String failing, boolean complete) {
        return new Caches(texts(missing), texts(denied), texts(failing), List.of(), complete);
    }

    private static List<String> texts(String text) {
        return text.isEmpty() ? List.of() : List.of(text);
    }

    private static String shown(ControllerFacts.State state, boolean paused) {
        return ControllerConditions.of(new ControllerFacts(3, paused, state)).stream()
                .map(each -> each.type().text() + "=" + each.status().text() + "/"
                        + each.reason().text())
                .collect(Collectors.joining(" "));
    }

    private static Arguments row(ControllerFacts.State state, String conditions) {
        return Arguments.of(state, conditions);
    }

    @Test
    void unknownFieldsOfARunningControllerAreNamedAndItKeepsRunning() {
        List<Condition> conditions = ControllerConditions.of(new ControllerFacts(
                3,
                false,
                List.of("spec.parentResource.labelSelector.app: unknown field"),
                new Running(GOOD, ANSWERED, NONE)));

        assertThat(conditions.getFirst().status()).as("Ready").isEqualTo(Condition.Status.TRUE);
        assertThat(conditions.get(1).reason()).isEqualTo(Reason.UNKNOWN_FIELDS);
        assertThat(conditions.get(1).status()).isEqualTo(Condition.Status.TRUE);
        assertThat(conditions.get(1).message())
                .startsWith("ignored: spec.parentResource.labelSelector.app: unknown field");
    }

    static Stream<Arguments> states() {
        String accepted = "Accepted=True/Valid ResourcesResolved=True/AllFound PermissionsReady=True/NothingDenied ";
        String notPaused = " Paused=False/NotPaused";
        String uncheckedRest = "PermissionsReady=Unknown/NotChecked HooksReachable=Unknown/NoCallYet" + notPaused;
        return Stream.of(
                row(
                        new Running(GOOD, NO_CALL, NONE),
                        "Ready=True/Running " + accepted + "HooksReachable=Unknown/NoCallYet" + notPaused),
                row(
                        new Running(GOOD, NO_CALL, parents(1, 0)),
                        "Ready=Unknown/Starting " + accepted + "HooksReachable=Unknown/NoCallYet" + notPaused),
                row(
                        new Running(GOOD, ANSWERED, parents(1, 0)),
                        "Ready=True/Running " + accepted + "HooksReachable=True/Answered" + notPaused),
                row(
                        new Running(GOOD, ANSWERED, parents(3, 1)),
                        "Ready=True/SomeParentsFail " + accepted + "HooksReachable=True/Answered" + notPaused),
                row(
                        new Running(GOOD, ANSWERED, parents(3, 3)),
                        "Ready=False/AllParentsFail " + accepted + "HooksReachable=True/Answered" + notPaused),
                row(
                        new Running(GOOD, new ObservedCalls.Failed("refused"), parents(3, 3)),
                        "Ready=False/CallFailed " + accepted + "HooksReachable=False/CallFailed" + notPaused),
                row(
                        new Running(GOOD, new ObservedCalls.FailedForOne("refused"), parents(3, 1)),
                        "Ready=True/SomeParentsFail " + accepted + "HooksReachable=True/Answered" + notPaused),
                row(
                        new Running(GOOD, new ObservedCalls.FailedForOne("refused"), parents(1, 1)),
                        "Ready=False/CallFailed " + accepted + "HooksReachable=False/CallFailed" + notPaused),
                row(
                        new Running(caches("", "", "", false), NO_CALL, NONE),
                        "Ready=Unknown/Starting " + accepted + "HooksReachable=Unknown/NoCallYet" + notPaused),
                row(
                        new Running(caches("", "", "no route", false), NO_CALL, NONE),
                        "Ready=False/CacheFailed " + accepted + "HooksReachable=Unknown/NoCallYet" + notPaused),
                row(
                        new Running(caches("", "", "no route", true), ANSWERED, NONE),
                        "Ready=True/Running " + accepted + "HooksReachable=True/Answered" + notPaused),
                row(
                        new Running(
                                new Caches(List.of(), List.of(), List.of("reset"), List.of("reset"), true),
                                ANSWERED,
                                parents(3, 1)),
                        "Ready=False/CacheFailed " + accepted + "HooksReachable=True/Answered" + notPaused),
                row(
                        new Running(caches("", "denied", "", false), NO_CALL, NONE),
                        "Ready=False/WatchDenied Accepted=True/Valid ResourcesResolved=True/AllFound"
                                + " PermissionsReady=False/WatchDenied HooksReachable=Unknown/NoCallYet" + notPaused),
                row(
                        new Running(caches("missing", "denied", "", true), ANSWERED, NONE),
                        "Ready=False/ResourceNotFound Accepted=True/Valid ResourcesResolved=False/ResourceNotFound"
                                + " PermissionsReady=False/WatchDenied HooksReachable=True/Answered" + notPaused),
                row(
                        new Running(
                                GOOD,
                                ANSWERED,
                                new Parents(2, 1, Optional.of("p: x"), Optional.of("no patch"), Optional.empty())),
                        "Ready=False/RequestDenied Accepted=True/Valid ResourcesResolved=True/AllFound"
                                + " PermissionsReady=False/RequestDenied HooksReachable=True/Answered" + notPaused),
                row(
                        new Refused(Reason.INVALID_SPEC, "spec.x: wrong"),
                        "Ready=False/InvalidSpec Accepted=False/InvalidSpec ResourcesResolved=Unknown/NotChecked "
                                + uncheckedRest),
                row(
                        new Refused(Reason.NAME_TOO_LONG, "metadata.name: longer than 43"),
                        "Ready=False/NameTooLong Accepted=False/NameTooLong ResourcesResolved=Unknown/NotChecked "
                                + uncheckedRest),
                row(
                        new Refused(Reason.NO_STATUS, "no status"),
                        "Ready=False/NoStatusSubresource Accepted=True/Valid"
                                + " ResourcesResolved=False/NoStatusSubresource " + uncheckedRest),
                row(
                        new Refused(Reason.REQUEST_DENIED, "no get"),
                        "Ready=False/RequestDenied Accepted=True/Valid ResourcesResolved=Unknown/NotChecked"
                                + " PermissionsReady=False/RequestDenied HooksReachable=Unknown/NoCallYet"
                                + notPaused),
                row(
                        new Refused(Reason.START_FAILED, "no Secret"),
                        "Ready=False/StartFailed Accepted=True/Valid ResourcesResolved=Unknown/NotChecked "
                                + uncheckedRest));
    }

    @ParameterizedTest
    @MethodSource("states")
    void aStateHasItsConditions(ControllerFacts.State state, String conditions) {
        assertThat(shown(state, false)).isEqualTo(conditions);
    }

    @Test
    void objectsThatNeverSettleAreNamedAndTheControllerStaysReady() {
        Function<Integer, Running> unsettled = count -> new Running(
                GOOD,
                ANSWERED,
                parents(9, 0),
                IntStream.rangeClosed(1, count)
                        .mapToObj(i -> "ConfigMap default/x" + i + " data.t changes with every sync")
                        .toList(),
                Optional.empty());
        assertThat(ControllerConditions.of(new ControllerFacts(1, false, unsettled.apply(0))))
                .noneMatch(condition -> condition.type() == Condition.Type.SETTLING);
        List<Condition> all = ControllerConditions.of(new ControllerFacts(1, false, unsettled.apply(7)));
        assertThat(all.getFirst().status()).isEqualTo(Condition.Status.TRUE);
        assertThat(all.getLast().status()).isEqualTo(Condition.Status.FALSE);
        assertThat(all.getLast().message())
                .startsWith("ConfigMap default/x1 data.t changes with every sync; ConfigMap default/x2 ")
                .endsWith("; and 2 more: make the hook answer the same for the same state, and leave out fields that"
                        + " another client writes");
    }

    @Test
    void aPauseChangesReasonAndMessageOfReadyButNotItsStatus() {
        assertThat(shown(new Running(GOOD, ANSWERED, parents(1, 0)), true))
                .startsWith("Ready=True/Paused ")
                .endsWith(" Paused=True/Paused");
        assertThat(shown(new Running(GOOD, new ObservedCalls.Failed("refused"), parents(1, 1)), true))
                .startsWith("Ready=False/Paused ")
                .endsWith(" HooksReachable=False/CallFailed Paused=True/Paused");
        assertThat(ready(new Running(GOOD, ANSWERED, NONE), true).message())
                .isEqualTo("no parent is synced: remove the annotation hookline.io/paused to resume");
        assertThat(ready(new Running(GOOD, new ObservedCalls.Failed("refused"), NONE), true)
                        .message())
                .startsWith("no parent is synced: remove the annotation hookline.io/paused to resume; refused");
    }

    @Test
    void readyNamesTheFirstProblemAndWhatToDo() {
        assertThat(ready(new Running(caches("", "cannot list things", "", false), NO_CALL, NONE), false)
                        .message())
                .isEqualTo("cannot list things: grant the right that the message names; the controller continues by"
                        + " itself");
        assertThat(ready(new Running(GOOD, ANSWERED, parents(2, 2)), false).message())
                .isEqualTo("the last sync of every parent failed, for example: Thing default/p: it broke: look at the"
                        + " events of the parents");
    }

    @Test
    void aRemedyThatTheMessageNamesIsNotRepeated() {
        String message =
                "the parent resource configmaps (v1) has no CustomResourceDefinition: use a DecoratorController for built-in kinds";

        assertThat(ready(new Refused(Reason.NO_DEFINITION, message), false).message())
                .isEqualTo(message);
        assertThat(ready(new Refused(Reason.INVALID_SPEC, "spec.x: wrong"), false)
                        .message())
                .isEqualTo("spec.x: wrong: correct the field that the message names");
    }

    private static Condition ready(ControllerFacts.State state, boolean paused) {
        return ControllerConditions.of(new ControllerFacts(3, paused, state)).getFirst();
    }

    @Test
    void everyReasonIsAWordThatTheApiServerAccepts() {
        assertThat(Reason.values())
                .allSatisfy(reason -> assertThat(reason.text()).matches("[A-Z][A-Za-z]+"));
        assertThat(Stream.of(Reason.values()).map(Reason::text)).doesNotHaveDuplicates();
    }
}
