package io.hookline.testing;

import io.hookline.hook.protocol.JsonText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The results of a hook's fixtures. Its text is for people. */
public record FixtureReport(List<Case> cases) {

    public FixtureReport {
        cases = List.copyOf(cases);
    }

    /** Whether all cases passed. */
    public boolean passed() {
        return cases.stream().allMatch(Case::passed);
    }

    /** One line for each case; below a failed case, its differences. */
    @Override
    public String toString() {
        return cases.stream().map(Case::toString).collect(Collectors.joining("\n"));
    }

    /**
     * The result of one case.
     *
     * @param differences between the expected and the returned answer
     * @param unstable what differs between two answers to the same request; empty if it got the same bytes twice
     * @param unknown the fields of the returned answer that the protocol does not have
     * @param unsettled what the hook changes with each call if it is called with its own results; empty if it settles
     * @param error why there are no two answers to compare; empty if there are
     * @param returned the hook's answer; empty if it returned none
     */
    public record Case(
            String name,
            List<Difference> differences,
            Optional<String> unstable,
            List<AnswerFields.Unknown> unknown,
            Optional<String> unsettled,
            String error,
            Optional<JsonText> returned) {

        public Case {
            differences = List.copyOf(differences);
            unknown = List.copyOf(unknown);
        }

        /** What is said about a change that does not end. */
        public static String neverSettles(String change) {
            return "called with its own results, the hook does not settle: " + change;
        }

        static Case failed(String name, String error) {
            return new Case(name, List.of(), Optional.empty(), List.of(), Optional.empty(), error, Optional.empty());
        }

        /** Whether the hook returned the expected answer twice, without a typing error in the name of a field. */
        public boolean passed() {
            return error.isEmpty()
                    && differences.isEmpty()
                    && unstable.isEmpty()
                    && unknown.stream().noneMatch(AnswerFields.Unknown::isError);
        }

        /**
         * Whether the returned answer may become the expected one: two calls returned it, and it has no typing error.
         */
        public boolean isAcceptable() {
            return returned.isPresent()
                    && unstable.isEmpty()
                    && unknown.stream().noneMatch(AnswerFields.Unknown::isError);
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(passed() ? "PASS " : "FAIL ").append(name);
            if (!error.isEmpty()) {
                text.append("\n  ").append(error);
            }
            unknown.forEach(field ->
                    text.append(field.isError() ? "\n  " : "\n  warning: ").append(field));
            differences.forEach(difference -> text.append("\n  ").append(difference));
            unstable.ifPresent(change -> text.append("\n  the same request gave two different answers: ")
                    .append(change));
            unsettled.ifPresent(change -> text.append("\n  warning: ").append(neverSettles(change)));
            return text.toString();
        }
    }
}
