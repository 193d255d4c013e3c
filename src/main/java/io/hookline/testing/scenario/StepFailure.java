package io.hookline.testing.scenario;

import java.util.List;
import java.util.Locale;

/**
 * Why a step failed. Its text is for people, with a paragraph for each of these.
 *
 * @param step counted from 1; 0 for the installation, one more than there are steps for the cleanup
 * @param title what the step shows
 * @param details what was expected, what was seen, and what helps to find out why
 */
public record StepFailure(int step, String title, List<Detail> details) {

    private static final int LABEL_WIDTH = 10;

    public StepFailure {
        details = List.copyOf(details);
    }

    /**
     * One paragraph.
     *
     * @param label such as {@code expected}
     * @param text one or several lines
     */
    public record Detail(String label, String text) {}

    /** The step's name as a sentence. */
    public String sentence() {
        String sentence = title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1);
        return sentence.endsWith(".") ? sentence : sentence + ".";
    }

    /** What is said under a label; empty if nothing is. */
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
