/**
 * {@code hookline init}: writes the files of a new project.
 *
 * <p>Entry points: {@link InitCommand}, and {@link SdkCommand} for the libraries that hooks use. Templates are resources of this package; each file of a project is named in {@link
 * ProjectGenerator}, {@link HookFilesGenerator} or {@link DeployFiles}.
 *
 * <ul>
 *   <li>To change what the arguments mean, or their errors, open {@link PlanReader} and {@link ApiNames}.
 *   <li>To change what a first child of a kind contains, open the resource {@code bodies/KIND.yaml}; to add a kind, add such a
 *       file. {@link Literal} writes it in each language.
 *   <li>To add a language, open {@link Language} and {@link Expressions}.
 * </ul>
 */
@NullMarked
package io.hookline.cli.init;

import org.jspecify.annotations.NullMarked;
