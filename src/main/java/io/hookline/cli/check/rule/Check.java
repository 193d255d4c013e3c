package io.hookline.cli.check.rule;

import java.util.stream.Stream;

/** Finds one type of mistake. It reads only the project that it receives. */
@FunctionalInterface
interface Check {

    Stream<Finding> find(CheckedProject project);
}
