/**
 * Runs scenarios, which are manifests with an {@code expect.yaml}, against any {@code Cluster}. Independent of the
 * watcher and of hooks.
 *
 * <p>Entry point: {@link ScenarioRunner}.
 *
 * <ul>
 *   <li>To change the order of a run: install, steps, clean-up, open {@link ScenarioRunner}.
 *   <li>To change what a failed step reports, open {@link ScenarioRun}.
 *   <li>To change which files a scenario has, open {@link Scenario}.
 *   <li>To change the top level of {@code expect.yaml}, open {@link ScenarioFile} and {@link ScenarioStep}.
 * </ul>
 */
@NullMarked
package io.hookline.testing.scenario;

import org.jspecify.annotations.NullMarked;
