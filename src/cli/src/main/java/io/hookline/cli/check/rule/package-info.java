/**
 * Mistakes in a project that would otherwise only show when its controllers run.
 *
 * <p>Entry point: {@link Checks}. Each check is a function from a {@link CheckedProject} to findings.
 *
 * <ul>
 *   <li>To change or add a check, open the class of its subject: {@link ManifestChecks}, {@link DefinitionChecks}, {@link ControllerChecks},
 *       {@link FixtureChecks}, {@link ScenarioChecks} or {@link DeployChecks}; {@link Checks} lists them all.
 *   <li>To change what a suggestion is, open {@link KindNames} or {@code io.hookline.object.NearestName}.
 *   <li>To change what the API server decides, open {@link ProjectApi}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.check.rule;

import org.jspecify.annotations.NullMarked;
