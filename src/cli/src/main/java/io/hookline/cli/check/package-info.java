/**
 * {@code hookline check}, {@code hookline test} and {@code hookline test-hook}: mistakes in a project, and its tests.
 *
 * <p>Entry points: {@link CheckCommand}, {@link TestCommand}, {@link TestHookCommand}.
 *
 * <ul>
 *   <li>To add or change a check, open the package {@code cli.check.rule}.
 *   <li>To change what is loaded, open {@link OpenProject}.
 *   <li>To change how results are printed, open {@link FindingTable} and {@link TestCommand}.
 *   <li>To change which hook {@code test-hook} calls with the fixtures of a folder, when it stores an answer, or how it
 *       prints a case, open {@link TestHookCommand}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.check;

import org.jspecify.annotations.NullMarked;
