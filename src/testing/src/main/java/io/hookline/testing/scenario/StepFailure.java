package io.hookline.testing.scenario;

import java.util.List;
import java.util.Locale;

/**
 * The reason why a step failed. Its text is for people, with a paragraph for each detail.
 *
 * @param step counted from 1; 0 for the installation, the number of steps plus 1 for the cleanup
 * @param title the statement that the step checks
 * @param details the expected state, the state seen, and more to find the cause
 */
public record StepFailure(int step, String title, List<Detail> details) {

    private static final int LABEL_WIDTH = 10;

    public StepFailure {
        details = List.copyOf(details);
    }

    /**
     * One paragraph of the text.
     *
     * @param label such as {@code expected}
     * @param text one or more lines
     */
    public record Detail(String label, String text) {}

    /** The title as a sentence. */
    public String sentence() {
        String sentence = title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1);
        return sentence.endsWith(".") ? sentence : sentence + ".";
    }

    /** The text of a label, or an empty string. */
    public String detail(String label) {
        return details.stream()
                .filter(detail -> detail.label().equals(label))
                .map(Detail::text)
                .findFirst()
                .orElse("");
    }

    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder("step ").append(step).append(": ").append(sentence());
        for (Detail detail : details) {
            String label = detail.label();
            for (String line : detail.text().lines().toList()) {
                text.append("\n  ").append((label + " ".repeat(LABEL_WIDTH - label.length()) + line).stripTrailing());
                label = "";
            }
        }
        return text.toString();
    }
}
