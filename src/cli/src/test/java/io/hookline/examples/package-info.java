/**
 * The examples and their hooks, as a user runs them. {@link RealExamplesIT} runs the steps of every example on a real API server with the
 * least rights; {@link SettledExamplesIT} runs all in one {@code hookline dev} until nothing changes, then breaks every child; the commands
 * of their READMEs are run by {@code docs.ExampleReadmesIT}. Tests of one hook alone are here, or beside the hook in {@code src/cli/src/test/hooks}.
 */
package io.hookline.examples;
