package io.hookline.cli.check.rule;

import io.hookline.testing.AnswerFields;
import java.util.stream.Stream;

/** Unknown fields in the answers of fixtures. */
final class AnswerKeys implements Check {

    @Override
    public Stream<Finding> find(CheckedProject project) {
        return project.fixtures().stream()
                .flatMap(fixture ->
                        AnswerFields.unknown(fixture.answer().tree(), fixture.controller(), fixture.type()).stream()
                                .map(unknown -> finding(fixture, unknown)));
    }

    private static Finding finding(AnswerFixture fixture, AnswerFields.Unknown unknown) {
        return unknown.isError()
                ? fixture.error(unknown.place(), unknown.toString())
                : fixture.warning(unknown.place(), unknown.toString());
    }
}
