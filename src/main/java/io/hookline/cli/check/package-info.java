/**
 * {@code hookline check} and {@code hookline test}: mistakes in a project, and its tests.
 *
 * <p>Entry point: {@link CheckCommand}, {@link TestCommand}.
 *
 * <ul>
 *   <li>To add or change a check, open the package {@code cli.check.rule}.
 *   <li>To change what is loaded, open {@link OpenProject}.
 *   <li>To change how results are printed, open {@link FindingTable} and {@link TestReport}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.check;

import org.jspecify.annotations.NullMarked;
